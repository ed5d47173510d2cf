"""A rating over time as a step line: view data for SVG, with a mark for each event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor
from typing import Final

from ratings.selectors import EventLine, LevelLine

WIDTH: Final = 640
HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 14, 30
MOST_YEARS: Final = 7


@dataclass(frozen=True, slots=True)
class Mark:
    """An event on the line; `line` says which."""

    x: float
    y: float
    line: EventLine


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place of an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything drawn, in units of the view box."""

    width: int
    height: int
    path: str
    marks: tuple[Mark, ...]
    levels: tuple[Tick, ...]
    years: tuple[Tick, ...]
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(lines: Sequence[EventLine | LevelLine], *, since: date | None, until: date) -> Chart | None:
    """The line from `since`, or from the first event, to `until`; None where nothing moved in that time."""
    shown = [line for line in lines if since is None or line.on >= since]
    earlier = [line for line in lines if since is not None and line.on < since]
    if not shown or (len(shown) < 2 and not earlier):
        return None
    first = shown[0].on if since is None or not earlier else since
    span = max(1, (until - first).days)
    start = earlier[-1].rating if earlier else shown[0].rating
    ratings = [start, *(line.rating for line in shown)]
    low, high = _bounds(min(ratings), max(ratings))

    def x(day: date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (day - first).days / span, 1)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    steps = [f"M{x(first)} {y(start)}", *(f"H{x(line.on)}V{y(line.rating)}" for line in shown), f"H{x(until)}"]
    years = [date(year, 1, 1) for year in range(first.year, until.year + 1)]
    every = ceil(len(years) / MOST_YEARS)
    step = 100 * ceil((high - low) / 100 / 5)
    return Chart(
        width=WIDTH, height=HEIGHT, path="".join(steps),
        marks=tuple(Mark(x(line.on), y(line.rating), line) for line in shown if isinstance(line, EventLine)),
        levels=tuple(Tick(y(level), str(level)) for level in range(low, high + 1, step)),
        years=tuple(Tick(x(max(day, first)), str(day.year)) for day in years[::every]),
    )  # fmt: skip


def _bounds(low: float, high: float) -> tuple[int, int]:
    """The round hundreds around what is shown."""
    below, above = 100 * floor(low / 100), 100 * ceil(high / 100)
    return below, max(above, below + 100)


def years_before(day: date, years: int) -> date:
    """So many years earlier, near enough for a chart."""
    return day - timedelta(days=round(365.25 * years))
