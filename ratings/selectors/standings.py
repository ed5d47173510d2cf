"""Where everybody stands at a point of the sequence of events (`docs/regulations.md` 8.1)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from ratings.maths.elo import Standing
from ratings.models import LevelShift, RatingChange


class Position(NamedTuple):
    """A place in the sequence: the events of a day by number, then its re-levelling."""

    on: date
    is_level: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """A player's standing, the rated event it comes from, and the day that closed."""

    standing: Standing
    event: int
    closed_on: date

    def shifted(self, constant: float) -> "Held":
        """After a re-levelling."""
        return replace(self, standing=Standing(self.standing.rating + constant, self.standing.games))


def standings_before(position: Position, players: Collection[int] | None = None) -> dict[int, Held]:
    """The standing of each player (or only of these) who had one just before a step, by player id.

    Read from the ledger in two queries. The same floats, added in the same order, as in the sequence itself.
    """
    on, is_level, number = position
    earlier = Q(event__closes_on__lte=on) if is_level else Q(event__closes_on__lt=on) | Q(
        event__closes_on=on, event__number__lt=number
    )  # fmt: skip
    changes = RatingChange.objects.filter(earlier, current=True)
    if players is not None:
        changes = changes.filter(player__in=players)
    recent = Window(
        RowNumber(),
        partition_by=F("player_id"),
        order_by=[F("event__closes_on").desc(), F("event__number").desc()],
    )
    rows = changes.annotate(recent=recent).filter(recent=1)
    columns = ("player_id", "after_rating", "after_games", "event_id", "event__closes_on")
    found = {
        player: Held(Standing(rating, games), event, closed_on)
        for player, rating, games, event, closed_on in rows.values_list(*columns)
    }
    shifts = LevelShift.objects.filter(current=True, relevelling__on__lt=on).order_by("relevelling__on")
    for day, constant in shifts.values_list("relevelling__on", "constant"):
        for player, held in found.items():
            if held.closed_on <= day:
                found[player] = held.shifted(constant)
    return found


def standings_on(day: date, players: Collection[int] | None = None) -> dict[int, Held]:
    """The standing of each player (or only of these) at the end of a day, by player id."""
    found = standings_before(Position(day, is_level=True), players)
    shift = LevelShift.objects.filter(current=True, relevelling__on=day).first()
    return found if shift is None else {player: held.shifted(shift.constant) for player, held in found.items()}
