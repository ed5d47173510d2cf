"""The order of a table: who is ahead of whom, and by what (`docs/regulations.md` 5.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .folded import Folded
from .graph import EntryId, Table
from .table import MatchScore, match_scores, members
from .tie_breaks import TIE_BREAKS, Context, Totals, Value, Why, checked_tie_breaks, totals_of

__all__ = ["TIE_BREAKS", "StandingsRow", "Totals", "Value", "Why", "checked_tie_breaks", "order", "standings"]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a table.

    `values` has the value of each tie-break in the table's order, None where it did not apply;
    `why` tells the reason of each None. `by` names the tie-break that put the entry behind the
    one above, None in the first row.
    """

    place: int
    entry: EntryId
    totals: Totals
    values: tuple[tuple[str, Value], ...]
    by: str | None
    why: Mapping[str, Why]

    def value(self, name: str) -> Value:
        """The value of a tie-break; None where it did not apply or is not looked at."""
        return next((value for known, value in self.values if known == name), None)


def standings(folded: Folded, table: Table) -> tuple[StandingsRow, ...]:
    """The table as it stands, best first; each entry has a place of its own.

    Only this table's matches count. Entries taken out of a group are not in it (3.5); who left a
    Swiss stage is. Raises `StructureError` for tie-breaks that cannot be.
    """
    scores = match_scores(folded, table)
    entries = [entry for entry in members(folded, table) if entry not in folded.annulled]
    return order(entries, scores, table.tie_breaks, folded.facts.rulings.get(table.key, ()))


def order(
    entries: Sequence[EntryId],
    scores: Sequence[MatchScore],
    tie_breaks: Sequence[str],
    rulings: Sequence[tuple[EntryId, ...]] = (),
) -> tuple[StandingsRow, ...]:
    """The order of `entries`, given in seed order, from the scores of their matches.

    An arbiter's rulings, where there are any, count just before the seed unless named elsewhere.
    The seed decides last, named or not, so that no two share a place.
    """
    names = _names(tie_breaks, has_rulings=bool(rulings))
    totals = totals_of(entries, scores)
    context = Context(tuple(entries), tuple(scores), totals, tuple(rulings))
    values: dict[EntryId, list[tuple[str, Value]]] = {entry: [] for entry in entries}
    why: dict[EntryId, dict[str, Why]] = {entry: {} for entry in entries}
    level: list[list[EntryId]] = [list(entries)] if entries else []
    for name in names:
        tie_break = TIE_BREAKS[name]
        finer: list[list[EntryId]] = []
        for tied in level:
            found = tie_break(context, tied)
            if isinstance(found, Why):
                for entry in tied:
                    values[entry].append((name, None))
                    why[entry][name] = found
                finer.append(tied)
                continue
            for entry in tied:
                values[entry].append((name, found[entry]))
            finer += [tied] if len(tied) == 1 else _split(tied, found)
        level = finer
    rows: list[StandingsRow] = []
    above: list[tuple[str, Value]] | None = None
    for place, tied in enumerate(level, start=1):
        entry = tied[0]
        by = None if above is None else first_difference(above, values[entry])
        rows.append(StandingsRow(place, entry, totals[entry], tuple(values[entry]), by, why[entry]))
        above = values[entry]
    return tuple(rows)


def first_difference(above: Sequence[tuple[str, Value]], below: Sequence[tuple[str, Value]]) -> str:
    """The tie-break that separates two rows: up to it they were level and had equal values."""
    return next(ours[0] for ours, theirs in zip(above, below, strict=True) if ours[1] != theirs[1])


def _names(tie_breaks: Sequence[str], *, has_rulings: bool) -> tuple[str, ...]:
    names = checked_tie_breaks(tie_breaks)
    if not has_rulings:
        return tuple(name for name in names if name != "ruling")
    return names if "ruling" in names else (*names[:-1], "ruling", "seed")


def _split(tied: Sequence[EntryId], found: Mapping[EntryId, Value]) -> list[list[EntryId]]:
    """The tied entries by falling value."""
    parts: dict[Value, list[EntryId]] = {}
    for entry in tied:
        parts.setdefault(found[entry], []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]  # type: ignore[type-var]
