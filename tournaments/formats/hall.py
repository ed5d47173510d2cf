"""Numbers of the tables in a hall: in the order of pairing, but for players who always sit at the same one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from tournaments.formats.graph import EntryId


def number_tables(
    matches: Sequence[Sequence[EntryId]],
    fixed: Mapping[EntryId, int],
    keep: Mapping[int, int] | None = None,
    first: int = 1,
) -> tuple[int, ...]:
    """The table of each match, all different.

    A match with a player of a fixed table is there; where two such players meet, at the lower of their tables. `keep`
    has by index the tables that matches have already; they keep them unless it is somebody's fixed table. All others
    follow one another from `first` on, past what is taken.
    """
    tables: dict[int, int] = {}
    for index, players in enumerate(matches):
        own = [fixed[entry] for entry in players if entry in fixed]
        if own:
            tables[index] = min(own)
    taken = set(tables.values())
    for index, table in sorted((keep or {}).items()):
        if index not in tables and table not in taken:
            tables[index] = table
            taken.add(table)
    free: Iterator[int] = (table for table in count(first) if table not in taken)
    return tuple(tables[index] if index in tables else next(free) for index in range(len(matches)))
