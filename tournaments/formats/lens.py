"""The geometry of the bracket lens: columns of boxes with spans, and the strip of the whole draw.

All numbers are free of pixels. With row height r and part gap g a cell is r·span + g·gaps high and
stands g lower where it `starts_part`; the strip is drawn in its own view box.
"""

from dataclasses import dataclass
from enum import StrEnum

from .bracket import Box, BracketView
from .graph import EntryId


class Join(StrEnum):
    """How a box is joined to the next round: as the upper or the lower of a pair."""

    UPPER = "upper"
    LOWER = "lower"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Cell:
    """A box in its column: `span` rows and `gaps` part gaps high.

    `over_gap` says that the pair it belongs to has a part gap between its two boxes, so that the
    joining line is half a gap longer.
    """

    box: Box
    span: int
    gaps: int
    starts_part: bool
    join: Join
    over_gap: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One visible round, first the active one; `has_feeders` where lines come in from the left."""

    round: int
    key: str
    cells: tuple[Cell, ...]
    has_feeders: bool


def columns(view: BracketView, *, active: int = 1, part: int | None = None) -> tuple[Column, ...]:
    """The rounds from `active` on, of one part (counted from 1) or of the whole draw.

    In a part each later round shows the one match the part leads to. All columns are equally
    high. Raises `IndexError` for a round or part that does not exist.
    """
    if not 1 <= active <= len(view.rounds):
        raise IndexError(f"There is no round {active}.")
    if part is not None and not 1 <= part <= view.parts:
        raise IndexError(f"There is no part {part}.")
    found: list[Column] = []
    rows = 0
    for round_ in view.rounds[active - 1 :]:
        boxes = [box for box in round_.boxes if part is None or part in view.parts_of(box)]
        rows = rows or len(boxes)
        found.append(
            Column(
                round=round_.number,
                key=round_.key,
                cells=tuple(
                    _cell(view, box, rows // len(boxes), len(round_.boxes), whole=part is None, alone=len(boxes) == 1)
                    for box in boxes
                ),
                has_feeders=round_.number > active,
            )
        )
    return tuple(found)


def _cell(view: BracketView, box: Box, span: int, matches: int, *, whole: bool, alone: bool) -> Cell:
    covered = len(view.parts_of(box))
    per_part = max(1, matches // view.parts)
    join = Join.NONE if alone else (Join.UPPER, Join.LOWER)[box.position % 2]
    return Cell(
        box=box,
        span=span,
        gaps=covered - 1 if whole else 0,
        starts_part=whole and box.position > 0 and box.position % per_part == 0,
        join=join,
        over_gap=whole and not alone and matches <= view.parts,
    )


STRIP_WIDTH, STRIP_HEIGHT = 1280, 80
_LEVELS = (78.0, 66.0, 54.0, 43.0, 33.0, 24.0, 15.0, 7.0)
"""Heights of leaves and rounds for 128 lines; smaller draws stretch the same curve."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The whole draw as SVG path data in a view box of 1280 × 80, one line for each slot.

    `won` are the lines of slots whose occupant won the match, `still` all others, `followed` the
    lines of the followed entry. `parts` are the left edge and width of each part.
    """

    won: str
    still: str
    followed: str
    parts: tuple[tuple[float, float], ...]


def strip(view: BracketView, *, follow: EntryId | None = None) -> Strip:
    """The overview strip, top of the draw on the left and the final above the middle."""
    rounds = len(view.rounds)
    levels = strip_levels(rounds)
    won: list[str] = []
    still: list[str] = []
    followed: list[str] = []
    for k, round_ in enumerate(view.rounds, start=1):
        for i, box in enumerate(round_.boxes):
            for side, slot in enumerate(box.slots):
                line = (
                    f"M{_number(_x(rounds, k - 1, 2 * i + side))} {_number(levels[k - 1])}"
                    f"V{_number(levels[k])}H{_number(_x(rounds, k, i))}"
                )
                (won if slot.is_winner else still).append(line)
                if follow is not None and slot.occupant == follow:
                    followed.append(line)
    width = STRIP_WIDTH / view.parts
    return Strip("".join(won), "".join(still), "".join(followed), tuple((width * n, width) for n in range(view.parts)))


def strip_levels(rounds: int) -> tuple[float, ...]:
    """The heights in the strip's view box: of the leaves, and of each round up to the final."""
    return tuple(round(_level(k * 7 / rounds), 1) for k in range(rounds + 1))


def _x(rounds: int, k: int, i: int) -> float:
    return (i + 0.5) * STRIP_WIDTH / (1 << (rounds - k))


def _level(at: float) -> float:
    below = min(int(at), len(_LEVELS) - 2)
    return _LEVELS[below] + (at - below) * (_LEVELS[below + 1] - _LEVELS[below])


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
