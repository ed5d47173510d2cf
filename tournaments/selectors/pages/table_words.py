"""What a match counts for in its group or Swiss, in sentences (`docs/regulations.md` 3, 3.1, 3.5)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.fold import fold
from tournaments.formats.graph import Bye
from tournaments.formats.table import MatchScore, match_score
from tournaments.formats.teams.board_match import board_score
from tournaments.formats.teams.boards import BoardScore
from tournaments.models import Event, Match, MatchState
from tournaments.selectors.pages.words import tp_text
from tournaments.selectors.stages import board_points, load_match_stage


def table_sentences(event: Event, match: Match) -> tuple[str, ...]:
    """Nothing for a match of a tree, and nothing while no game of it counts; of a board what it counts for its team."""
    if match.board is not None:
        return _board_sentences(event, match, match.board)
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


def _board_sentences(event: Event, match: Match, board: int) -> tuple[str, ...]:
    loaded = load_match_stage(event, match)
    if loaded is None:
        return ()
    folded = fold(loaded.structure, loaded.facts)
    found = folded.matches[match.pk]
    score = board_score(found, folded, board, board_points(match.stage, event))
    if not score.games:
        return ()
    if any(isinstance(entry, Bye) for entry in found.occupants):
        both = all(isinstance(entry, Bye) for entry in found.occupants)
        text = (
            _("Nobody sits here for either team: the board counts {left} to {right} (regulation 6.2).")
            if both
            else _("Nobody sits here for one team: the board counts {left} to {right} by default (regulation 6.2).")
        )
        return (text.format(left=tp_text(score.tp[0]), right=tp_text(score.tp[1])),)
    text = _("For the teams it counts {left} to {right}.") if score.is_final else ""
    return tuple(_counted(score, text))


def _counted(score: MatchScore | BoardScore, final: str = "") -> list[str]:
    left, right = map(tp_text, score.tp)
    if score.is_final:
        text = final or _("In the table it counts {left} to {right}.")
    else:
        text = _("So far it counts {left} to {right}.")
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
