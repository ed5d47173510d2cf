"""The settled places of a stage, in a tree and in a table alike."""

from collections.abc import Mapping

from .folded import Folded
from .graph import EntryId, Structure, Table, TableKind
from .standings import standings


def rankings(structure: Structure) -> tuple[str, ...]:
    """The names of all rankings: those of trees, then the tables."""
    trees = dict.fromkeys(node.ranking for node in structure.order if not node.table)
    return (*trees, *(table.key for table in structure.tables))


def places_of(folded: Folded, ranking: str) -> Mapping[EntryId, int]:
    """The settled places of a ranking; in a table there are none until all of it is played."""
    for table in folded.structure.tables:
        if table.key == ranking:
            return {row.entry: row.place for row in standings(folded, table)} if is_complete(folded, table) else {}
    return folded.places_in(ranking)


def is_complete(folded: Folded, table: Table) -> bool:
    """All planned rounds of a table are there and all its matches settled."""
    nodes = folded.structure.by_table[table.key]
    if table.kind is TableKind.SWISS and len({node.round for node in nodes}) < table.rounds:
        return False
    return bool(nodes) and all(folded.matches[node.id].is_settled for node in nodes)


def is_ranking_complete(folded: Folded, ranking: str) -> bool:
    """Nothing in a ranking is left to play: a table's matches, or those that settle its places."""
    for table in folded.structure.tables:
        if table.key == ranking:
            return is_complete(folded, table)
    return all(found.is_settled for found in folded.matches.values() if found.node.ranking == ranking)
