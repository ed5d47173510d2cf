"""The sequence of what moves ratings: events, and re-levellings in between."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from django.db.models import Q

from ratings.maths.elo import Change, Pairing, Standing
from ratings.models import RatedEvent, RatedPairing, RatedState, RatingChange, Relevelling
from ratings.models.event import GAME_TP
from ratings.selectors.standings import Position


@dataclass(frozen=True, slots=True)
class EventStep:
    """An event; `event` is None for one that is not stored yet. Withdrawn ones have no pairings."""

    position: Position
    event: int | None
    name: str
    path: str
    weight: float
    parameters: str
    pairings: Callable[[], Sequence[Pairing]] = field(compare=False)


@dataclass(frozen=True, slots=True)
class LevelStep:
    """A re-levelling."""

    position: Position
    relevelling: int


Step: TypeAlias = EventStep | LevelStep


def first_position() -> Position:
    """Before everything."""
    return Position(date.min)


def steps_from(position: Position, without: Collection[str] = ()) -> list[Step]:
    """All steps at or after a position in order, leaving out the events of these sources.

    An event is a few words here; its pairings are read when asked for.
    """
    on, is_level, number = position
    later = Q(closes_on__gt=on)
    if not is_level:
        later |= Q(closes_on=on, number__gte=number)
    steps: list[Step] = [event_step(event) for event in RatedEvent.objects.filter(later).exclude(source__in=without)]
    levels = Relevelling.objects.filter(on__gte=on).values_list("pk", "on")
    steps += [LevelStep(Position(day, is_level=True), pk) for pk, day in levels]
    return sorted(steps, key=lambda step: step.position)


def event_step(event: RatedEvent) -> EventStep:
    """An event as it is stored."""
    pk, is_rated = event.pk, event.state != RatedState.WITHDRAWN
    return EventStep(
        position_of(event), pk, event.name, event.path, event.weight, event.parameters,
        lambda: stored_pairings(pk) if is_rated else (),
    )  # fmt: skip


def position_of(event: RatedEvent) -> Position:
    """Where an event has its place."""
    return Position(event.closes_on, number=event.number)


def stored_pairings(event: int) -> list[Pairing]:
    """The pairings of a rated event."""
    rows = RatedPairing.objects.filter(event=event).values_list("left_id", "right_id", "games", "tp")
    return [Pairing(left, right, games, (tp, games * GAME_TP - tp)) for left, right, games, tp in rows.iterator()]


CHANGE_COLUMNS = (
    "player_id", "before_rating", "before_games", "games", "tp", "share", "opponents", "performance", "unbalanced",
    "balance",
)  # fmt: skip


def stored_changes(event: int | None) -> dict[int, Change]:
    """What the ledger says now about an event, by player id."""
    if event is None:
        return {}
    rows = RatingChange.objects.filter(event=event, current=True).values_list(*CHANGE_COLUMNS)
    return {row[0]: change_from(*row) for row in rows}


def change_from(player: int, before: float | None, known: int | None, *rest: Any) -> Change:
    """A change from the columns of `CHANGE_COLUMNS`."""
    return Change(player, None if before is None or known is None else Standing(before, known), *rest)
