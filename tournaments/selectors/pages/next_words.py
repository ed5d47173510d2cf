"""Where the winner and the loser of a match go on, in sentences for its page."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tantrix_site.compiled import CompiledObjects
from tournaments.formats.knockout import THIRD_PLACE
from tournaments.formats.plate import PLATE
from tournaments.models import Match, Slot, SourceKind
from tournaments.selectors.pages.boxes import condition_text
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.slots import give_feeding, give_slots, slots_of


def _sides(match: Match) -> Iterable[Slot]:
    return match.slots.select_related("occupant")


@CompiledObjects
def _feeds(match: int) -> QuerySet[Slot]:
    return Slot.objects.filter(source_match=match).select_related("match")


def next_text(match: Match) -> str:
    """Whether it is played at all, who plays on where and against whom, or for what it is played; of a board, for whom.
    Three queries at most.

    The match has its stage and the match on which it depends loaded.
    """
    if match.team_match is not None:
        names = [slot.occupant.name for slot in _sides(match.team_match) if slot.occupant is not None]
        return _("Board {n} of {teams}.").format(n=match.board, teams=" – ".join(names))
    feeds = _feeds(match.pk)
    slots = slots_of(sorted({slot.match_id for slot in feeds}))
    give_slots([slot.match for slot in feeds], slots)
    give_feeding(slots)
    parts = []
    if match.only_if_match is not None:
        parts.append(condition_text(match.state, match.only_if_match.number))
    again = next((slot.match for slot in feeds if slot.match.only_if_match_id == match.pk), None)
    if again is not None:
        parts.append(
            _("If the side without a defeat wins, it wins the event; otherwise both play again in M{n}.").format(
                n=again.number
            )
        )
        return " ".join(filter(None, parts))
    for slot in sorted(feeds, key=lambda s: s.source != SourceKind.WINNER):
        slot.match.stage = match.stage
        parts.append(_winner(match, slot) if slot.source == SourceKind.WINNER else _loser(match, slot))
    if not any(slot.source == SourceKind.WINNER for slot in feeds):
        parts.append(_at_stake(match))
    return " ".join(filter(None, parts))


def _winner(match: Match, slot: Slot) -> str:
    n = slot.match.number
    other = next((s for s in slot.match.slots.all() if s.side != slot.side), None)
    if other is not None and other.occupant is not None:
        return _("The winner plays {name} in M{n}.").format(name=other.occupant.name, n=n)
    names = [] if other is None or other.source_match is None else _names(other.source_match)
    if len(names) == 2:
        return _("The winner plays {one} or {other} in M{n}.").format(one=names[0], other=names[1], n=n)
    if slot.match.bracket != match.bracket:
        return _("The winner plays in M{n}: {round}.").format(n=n, round=match_round(slot.match).word)
    return _("The winner plays in M{n}.").format(n=n)


def _names(match: Match) -> list[str]:
    return [s.occupant.name for s in sorted(match.slots.all(), key=lambda s: s.side) if s.occupant is not None]


def _loser(match: Match, slot: Slot) -> str:
    if slot.is_bye:
        return ""
    n = slot.match.number
    if slot.match.label == THIRD_PLACE:
        return _("The loser plays for third place in M{n}.").format(n=n)
    word = match_round(slot.match).word
    is_first = all(s.source == SourceKind.SEED for s in match.slots.all())
    if slot.first_match_only and not is_first and slot.occupant_id is None:
        return _("The loser plays on in M{n} ({round}) if it was the first match.").format(n=n, round=word)
    return _("The loser plays on in M{n}: {round}.").format(n=n, round=word)


def _at_stake(match: Match) -> str:
    """For what a match is played after which the winner plays no further one."""
    if match.winner_place == 1 and match.ranking == PLATE:
        return _("The winner of this match wins the plate.")
    if match.winner_place == 1:
        return _("The winner of this match wins the event.")
    if match.winner_place and match.loser_place:
        return _("The winner takes place {high}, the loser place {low}.").format(
            high=match.winner_place, low=match.loser_place
        )
    return ""
