"""What a match counts for in its group or Swiss, in sentences (`docs/regulations.md` 3, 3.1, 3.5)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.fold import fold
from tournaments.formats.graph import Bye
from tournaments.formats.table import MatchScore, match_score
from tournaments.models import Event, Match, MatchState
from tournaments.selectors.pages.words import tp_text
from tournaments.selectors.stages import load_match_stage


def table_sentences(event: Event, match: Match) -> tuple[str, ...]:
    """Nothing for a match of a tree, and nothing while no game of it counts."""
    if not match.table or match.state == MatchState.WAITING:
        return ()
    loaded = load_match_stage(event, match)
    if loaded is None:
        return ()
    folded = fold(loaded.structure, loaded.facts)
    found = folded.matches[match.pk]
    if any(isinstance(entry, int) and entry in folded.annulled for entry in found.occupants):
        return (_("It does not count: a side left the group before half of its games were played (regulation 3.5)."),)
    score = match_score(folded, found, loaded.structure.table(match.table).points)
    if score is None:
        return ()
    if any(isinstance(entry, Bye) for entry in found.occupants):
        return (
            _("A bye counts {tp} points here and is not rated (regulation 3.1).").format(tp=tp_text(max(score.tp))),
        )
    return tuple(_counted(score))


def _counted(score: MatchScore) -> list[str]:
    left, right = map(tp_text, score.tp)
    text = (
        _("In the table it counts {left} to {right}.") if score.is_final else _("So far it counts {left} to {right}.")
    )
    found = [text.format(left=left, right=right)]
    if score.is_final and score.tp[0] == score.tp[1] and score.played:
        found.append(_("A draw: neither side has won."))
    unplayed = score.games - score.played
    if unplayed:
        found.append(
            ngettext(
                "{n} game of these was not played and counts by the decision (regulation 3).",
                "{n} games of these were not played and count by the decision (regulation 3).",
                unplayed,
            ).format(n=unplayed)
        )
    return found
