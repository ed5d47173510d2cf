"""How a rating came about: a player's events one after the other, and one event with all it was worked out from."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from players.models import Player
from ratings.maths.elo import Change, Pairing
from ratings.maths.expectation import expected_points
from ratings.models import LevelShift, RatedEvent, RatingChange
from ratings.selectors.reworks import reason_of
from ratings.selectors.steps import CHANGE_COLUMNS, change_from, stored_changes, stored_pairings


@dataclass(frozen=True, slots=True)
class EventLine:
    """What an event made of a rating. `versions` counts how often that was worked out with another outcome."""

    event: RatedEvent
    change: Change
    versions: int

    @property
    def on(self) -> date:
        return self.event.closes_on

    @property
    def rating(self) -> float:
        return self.change.after.rating


@dataclass(frozen=True, slots=True)
class LevelLine:
    """A re-levelling (8.6): the constant that was added to all ratings, and the rating after it."""

    on: date
    constant: float
    rating: float


Line: TypeAlias = EventLine | LevelLine


def player_history(player: int) -> tuple[Line, ...]:
    """All that moved a player's rating, oldest first, in three queries."""
    rows = RatingChange.objects.filter(player=player, current=True).select_related("event")
    changes = sorted(rows, key=lambda row: (row.event.closes_on, row.event.number))
    if not changes:
        return ()
    versions: defaultdict[int, int] = defaultdict(int)
    for event in RatingChange.objects.filter(player=player).values_list("event_id", flat=True):
        versions[event] += 1
    lines: list[Line] = []
    shifts = list(
        LevelShift.objects.filter(current=True, relevelling__on__gte=changes[0].event.closes_on)
        .order_by("relevelling__on")
        .values_list("relevelling__on", "constant")
    )
    rating = 0.0
    for row in changes:
        while shifts and shifts[0][0] < row.event.closes_on:
            day, constant = shifts.pop(0)
            rating += constant
            lines.append(LevelLine(day, constant, rating))
        lines.append(EventLine(row.event, _change(row), versions[row.event_id]))
        rating = row.after_rating
    for day, constant in shifts:
        rating += constant
        lines.append(LevelLine(day, constant, rating))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A pairing as one player saw it; `rating` is the one that counted: before the event, or a newcomer's own (8.3)."""

    player: Player
    rating: float
    is_newcomer: bool
    games: int
    tp: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """A player of an event: the change and the opponents it was worked out from."""

    player: Player
    change: Change
    opponents: tuple[Opponent, ...]

    @property
    def expected(self) -> float | None:
        """The TP that the ratings before the event let one expect of these games; None for a newcomer."""
        if self.change.before is None:
            return None
        own = self.change.before.rating
        return sum(expected_points(own - met.rating, met.games)[0] for met in self.opponents)


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of a player's change: when and why it was written, and what it came to."""

    at: datetime
    batch: int
    reason: str
    rating: float
    current: bool


def event_rows(event: RatedEvent) -> tuple[EventRow, ...]:
    """Everybody an event has rated, best performance first, in three queries."""
    return calculation(stored_changes(event.pk), stored_pairings(event.pk))


def calculation(changes: Mapping[int, Change], pairings: Sequence[Pairing]) -> tuple[EventRow, ...]:
    """Changes with the opponents behind them; also of an event that still goes on."""
    players = Player.objects.in_bulk(list(changes))
    met: defaultdict[int, list[Opponent]] = defaultdict(list)
    for pairing in pairings:
        for player, other, tp in (
            (pairing.left, pairing.right, pairing.tp[0]),
            (pairing.right, pairing.left, pairing.tp[1]),
        ):
            theirs = changes[other]
            rating = theirs.unbalanced if theirs.before is None else theirs.before.rating
            met[player].append(Opponent(players[other], rating, theirs.before is None, pairing.games, tp))
    rows = [
        EventRow(players[player], change, tuple(sorted(met[player], key=lambda o: (-o.rating, o.player.pk))))
        for player, change in changes.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.change.performance, row.player.pk)))


def revisions(event: RatedEvent, player: int) -> tuple[Revision, ...]:
    """All versions of a player's change in an event, newest first, with the reasons of those who caused them."""
    rows = RatingChange.objects.filter(event=event, player=player).select_related("batch").order_by("-batch__number")
    return tuple(
        Revision(row.batch.at, row.batch.number, reason_of(row.batch), row.after_rating, row.current)
        for row in rows.prefetch_related("batch__submissions")
    )


def _change(row: RatingChange) -> Change:
    return change_from(*(getattr(row, name) for name in CHANGE_COLUMNS))
