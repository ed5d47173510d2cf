"""Berger tables for a Swiss of at least entries − 1 rounds (`docs/regulations.md` 5.3)."""

from dataclasses import dataclass

from tournaments.formats.berger import berger
from tournaments.formats.graph import EntryId

from .field import Field
from .values import Pair


@dataclass(frozen=True)
class TableRound:
    """A round out of the tables: `rounds` can still be played from them, this one included."""

    tables: tuple[EntryId, ...]
    pairs: tuple[Pair, ...]
    bye: EntryId | None
    rounds: int


def table_round(field: Field) -> TableRound | None:
    """This round by the tables, None if they do not apply.

    Round 1 chooses tables for the whole event if it has at least entries − 1 rounds. They apply as
    long as they are a way to pair all their remaining rounds: nobody present is missing in them,
    nobody meets again or is idle twice, at most one is idle a round. Whoever should meet somebody
    absent is idle. Anything fixed by an organiser sets the tables aside for that round.
    """
    given = field.given
    tables = given.tables
    if tables is None and given.round == 1 and given.planned_rounds >= len(field.entries) - 1 > 0:
        tables = tuple(field.entries[node].entry for node in field.seeding)
    if tables is None or given.fixed or given.fixed_bye is not None or not field.node.keys() <= set(tables):
        return None
    rows = berger(len(tables))[given.round - 1 : given.planned_rounds]
    found = [_present(field, tables, row) for row in rows]
    idle = [entry for _, alone in found for entry in alone]
    had = {entry.entry for entry in field.entries if entry.had_bye}
    if not found or len(set(idle)) < len(idle) or had.intersection(idle):
        return None
    for pairs, alone in found:
        if len(alone) > 1 or any(not field.allowed[field.node[a]] >> field.node[b] & 1 for a, b in pairs):
            return None
    pairs, alone = found[0]
    return TableRound(tables, tuple(pairs), alone[0] if alone else None, len(found))


def _present(
    field: Field, tables: tuple[EntryId, ...], row: tuple[tuple[int, int], ...]
) -> tuple[list[Pair], list[EntryId]]:
    """The pairs of a row of which both are present, and who is present without an opponent."""
    pairs = [
        (tables[a - 1], tables[b - 1]) for a, b in row if tables[a - 1] in field.node and tables[b - 1] in field.node
    ]
    paired = {entry for pair in pairs for entry in pair}
    return pairs, [entry for entry in tables if entry in field.node and entry not in paired]
