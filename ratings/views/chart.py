"""A rating over time as a step line: view data for SVG, with a mark for each event.

What was published elsewhere is a series of its own: marks that no line joins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor
from typing import Final

from ratings.models import HistoricRating, Scale
from ratings.selectors import EventLine, LevelLine

WIDTH: Final = 640
HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 14, 30
MOST_YEARS: Final = 7
# the width of a year's label on a phone
LABEL: Final = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """An event on the line; `line` says which."""

    x: float
    y: float
    line: EventLine


@dataclass(frozen=True, slots=True)
class Published:
    """A rating published elsewhere: a mark, in the middle of the time for which it can have been published."""

    x: float
    y: float
    start: float
    end: float
    row: HistoricRating

    @property
    def diamond(self) -> str:
        return f"M{self.x} {self.y - 5:.1f}l5 5l-5 5l-5-5z"


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
    published: tuple[Published, ...]
    levels: tuple[Tick, ...]
    years: tuple[Tick, ...]
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(
    lines: Sequence[EventLine | LevelLine],
    published: Sequence[HistoricRating] = (),
    *,
    since: date | None,
    until: date,
) -> Chart | None:
    """The line from `since`, or from the first event, to `until`; None where there would be less than two points."""
    shown = [line for line in lines if since is None or line.on >= since]
    earlier = [line for line in lines if since is not None and line.on < since]
    others = [
        (row, row.value)
        for row in published
        if row.scale == Scale.ELO and row.value is not None and (since is None or row.last_day >= since)
    ]
    if len(shown) + len(others) + bool(shown and earlier) < 2:
        return None
    days = [*(line.on for line in shown[:1]), *(row.first_day for row, _value in others)]
    first = min(days) if since is None else since if earlier else max(since, min(days))
    span = max(1, (until - first).days)
    start = earlier[-1:] or shown[:1]
    ratings = [*(line.rating for line in (*start, *shown)), *(value for _row, value in others)]
    low, high = _bounds(min(ratings), max(ratings))

    def x(day: date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (min(max(day, first), until) - first).days / span, 1)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    steps: list[str] = []
    if start:
        begins = first if earlier else start[0].on
        steps = [f"M{x(begins)} {y(start[0].rating)}", *(f"H{x(line.on)}V{y(line.rating)}" for line in shown)]
        steps.append(f"H{x(until)}")
    years = [date(year, 1, 1) for year in range(first.year, until.year + 1)]
    every = ceil(len(years) / MOST_YEARS)
    ticks = [Tick(x(max(day, first)), str(day.year)) for day in years[::every]]
    if len(ticks) > 1 and ticks[1].at - ticks[0].at < LABEL:
        del ticks[0]  # the line begins late in its first year
    step = 100 * ceil((high - low) / 100 / 5)
    return Chart(
        width=WIDTH, height=HEIGHT, path="".join(steps),
        marks=tuple(Mark(x(line.on), y(line.rating), line) for line in shown if isinstance(line, EventLine)),
        published=tuple(_published(row, x(row.first_day), x(row.last_day), y(value)) for row, value in others),
        levels=tuple(Tick(y(level), str(level)) for level in range(low, high + 1, step)),
        years=tuple(ticks),
    )  # fmt: skip


def _published(row: HistoricRating, start: float, end: float, y: float) -> Published:
    return Published(round((start + end) / 2, 1), y, start, end, row)


def _bounds(low: float, high: float) -> tuple[int, int]:
    """The round hundreds around what is shown."""
    below, above = 100 * floor(low / 100), 100 * ceil(high / 100)
    return below, max(above, below + 100)


def years_before(day: date, years: int) -> date:
    """So many years earlier, near enough for a chart."""
    return day - timedelta(days=round(365.25 * years))
