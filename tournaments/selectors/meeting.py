"""How two who meet sit down: who is ready, which colours they have, who starts, where they play."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournaments.formats.colours import (
    COLOURS,
    ColourAnswer,
    ColourRule,
    Preferences,
    assign_colours,
    draw_colours,
    starting_side,
)
from tournaments.models import Match, MatchLot, MatchRoom, ReadyMark
from tournaments.selectors.wishes import wishes_of

READY_FOR: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Seating:
    """What 2.5 says of two who meet. `colours` are None where a side chooses from `free`.

    `by_lot` are the colours that the lot gives where the two neither have preferences that decide nor agree; `starts`
    names the side that starts each game, by number. Both are empty until the lot is drawn.
    """

    colours: tuple[str | None, str | None]
    rule: ColourRule
    free: tuple[str, ...]
    clash: str
    lot: int | None
    by_lot: tuple[str, str] | None
    starts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Meeting:
    """`ready_at` is None for a side that is not ready; `room` is empty where none is named."""

    seating: Seating
    ready_at: tuple[datetime | None, datetime | None]
    room: str
    room_by: int | None

    @property
    def both_ready(self) -> bool:
        return None not in self.ready_at


def meeting_of(match: Match, pair: tuple[int, int], now: datetime, games: int) -> Meeting:
    """The meeting of these two in a match of so many games; four queries."""
    here = {"match": match, "left": pair[0], "right": pair[1]}
    marks = list(ReadyMark.objects.filter(**here).order_by("at", "pk"))
    ready: list[datetime | None] = [None, None]
    yields: list[bool] = [False, False]
    for mark in marks:
        side = mark.side or 0
        yields[side] = yields[side] or mark.yields
        if mark.at > now - READY_FOR:
            ready[side] = mark.at
    lot = MatchLot.objects.filter(**here).values_list("seed", flat=True).first()
    room = MatchRoom.objects.filter(**here).order_by("-at", "-pk").first()
    wishes = wishes_of(pair)
    # where both yield, neither does
    who_yields = yields.index(True) if yields.count(True) == 1 else None
    seating = seat((wishes[pair[0]], wishes[pair[1]]), who_yields, lot, games)
    return Meeting(seating, (ready[0], ready[1]), room.text if room is not None else "", room.side if room else None)


def seat(wishes: tuple[Preferences, Preferences], yields: int | None, lot: int | None, games: int) -> Seating:
    """Colours by preference, else by the lot; starts by the lot (2.5)."""
    answer: ColourAnswer = assign_colours(*wishes, yields=yields)
    by_lot = None
    if lot is not None and None in (answer.left, answer.right):
        by_lot = _filled(answer, lot)
    return Seating(
        colours=(answer.left, answer.right),
        rule=answer.rule,
        free=answer.free,
        clash=wishes[0].first or "" if wishes[0].first == wishes[1].first else "",
        lot=lot,
        by_lot=by_lot,
        starts={} if lot is None else {game: starting_side(lot, game) for game in range(1, games + 1)},
    )


def _filled(answer: ColourAnswer, lot: int) -> tuple[str, str]:
    """What the lot gives to the sides that have no colour yet."""
    drawn = draw_colours(lot)
    left, right = answer.left, answer.right
    if left is None and right is None:
        return drawn
    # one side chooses from what the other leaves: the first drawn colour that is left, else the next
    rest = [colour for colour in (*drawn, *COLOURS) if colour in answer.free]
    return left or rest[0], right or rest[0]
