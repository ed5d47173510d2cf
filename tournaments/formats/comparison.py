"""Why an entry is where it is in a table: data for a sentence (`docs/regulations.md` 5.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .graph import EntryId
from .standings import StandingsRow, Value, Why, first_difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why one entry is ahead of another.

    `by` is the tie-break that parts them, with both values. `level` are the tie-breaks before it,
    in order, with the value both have; `passed_over` those before it that did not apply, with
    the reason. `among` are all entries that were level when `by` was looked at, the two included,
    in the order of the table: TP among the tied are among these.
    """

    ahead: EntryId
    behind: EntryId
    by: str
    ahead_value: Value
    behind_value: Value
    level: tuple[tuple[str, Value], ...]
    passed_over: tuple[tuple[str, Why], ...]
    among: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """An entry's place: against the one directly above and the one directly below, if any."""

    entry: EntryId
    place: int
    above: Comparison | None
    below: Comparison | None


def explain(rows: Sequence[StandingsRow], entry: EntryId) -> Explanation:
    """Why an entry has its place. Raises KeyError if it is not in the table."""
    index = _index(rows, entry)
    return Explanation(
        entry=entry,
        place=rows[index].place,
        above=_compare(rows, index - 1, index) if index > 0 else None,
        below=_compare(rows, index, index + 1) if index + 1 < len(rows) else None,
    )


def compare(rows: Sequence[StandingsRow], one: EntryId, other: EntryId) -> Comparison:
    """Why one of any two entries is ahead of the other. Raises KeyError if one is not there."""
    first, second = sorted((_index(rows, one), _index(rows, other)))
    if first == second:
        raise KeyError(other)
    return _compare(rows, first, second)


def _index(rows: Sequence[StandingsRow], entry: EntryId) -> int:
    for index, row in enumerate(rows):
        if row.entry == entry:
            return index
    raise KeyError(entry)


def _compare(rows: Sequence[StandingsRow], ahead: int, behind: int) -> Comparison:
    above, below = rows[ahead], rows[behind]
    by = first_difference(above.values, below.values)
    count = [name for name, _ in above.values].index(by)
    before = above.values[:count]
    return Comparison(
        ahead=above.entry,
        behind=below.entry,
        by=by,
        ahead_value=above.values[count][1],
        behind_value=below.values[count][1],
        level=tuple((name, value) for name, value in before if name not in above.why),
        passed_over=tuple((name, above.why[name]) for name, _ in before if name in above.why),
        among=tuple(row.entry for row in rows if row.values[:count] == before),
    )
