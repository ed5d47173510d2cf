"""Entries of several groups in one order: by percentage (`docs/regulations.md` 4.4, 5.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from .snapshot import StageRow


@dataclass(frozen=True, slots=True)
class AcrossRow:
    """One line of the order across groups.

    `by` says what put the entry behind the one above: "percentage", "place" in its own group or
    "seed"; None in the first row.
    """

    position: int
    row: StageRow
    by: str | None

    @property
    def percentage(self) -> Fraction | None:
        return self.row.percentage


def across(rows: Iterable[StageRow]) -> tuple[AcrossRow, ...]:
    """The rows in one order, best first, whatever the order given.

    The higher percentage is ahead, then the better place in its own group, then the better seed
    of the stage. Who has no game yet comes last.
    """
    ordered = sorted(rows, key=lambda row: (*_key(row), row.entry))
    found: list[AcrossRow] = []
    for position, row in enumerate(ordered, start=1):
        by = None
        if position > 1:
            pairs = zip(("percentage", "place", "seed"), _key(ordered[position - 2]), _key(row), strict=True)
            by = next((name for name, above, ours in pairs if above != ours), "seed")
        found.append(AcrossRow(position, row, by))
    return tuple(found)


def _key(row: StageRow) -> tuple[Fraction, int, int]:
    percentage = row.percentage
    return (Fraction(1) if percentage is None else -percentage, row.place, row.seed)
