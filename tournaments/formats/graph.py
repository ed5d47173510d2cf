"""The structure of a competition: matches, and for each of their slots its one source.

Byes, preliminary rounds, stepped entry, third place, plates and double elimination are all
this one graph; groups and Swiss stages are tables, whose matches feed nobody. A structure never
holds results; it is made by a draw, and a Swiss round adds to it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias, final

from .errors import StructureError

EntryId: TypeAlias = int
MatchId: TypeAlias = int


@final
class Bye:
    """The source, and the occupant, of a slot in which nobody will ever stand.

    There is one of it, `BYE`; `Bye()` gives the same object, also after copying or pickling.
    """

    __slots__ = ()
    _one: "Bye | None" = None

    def __new__(cls) -> "Bye":
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one

    def __repr__(self) -> str:
        return "BYE"

    def __reduce__(self) -> tuple[type["Bye"], tuple[()]]:
        return (Bye, ())


BYE: Final = Bye()

Occupant: TypeAlias = EntryId | Bye | None
"""Who stands in a slot: an entry, `BYE`, or None while that is not known."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The entry with seed number `n`; the draw's snapshot (`Facts.seeds`) says which one that is."""

    n: int


@dataclass(frozen=True, slots=True)
class EntrySource:
    """One certain entry, set by hand or by a pairing."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that match."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses that match.

    With `first_match_only` the loser comes here only if this was the first match it really
    played (`docs/regulations.md` 4.5); otherwise the slot is a bye.
    """

    match: MatchId
    first_match_only: bool = False


Source: TypeAlias = Seed | EntrySource | WinnerOf | LoserOf | Bye


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """A match is played only if `match` was won from its slot `winner_slot` (0 or 1).

    Made for the second grand final of a double elimination. A match that is not needed hands on
    the occupant of its first slot as winner and of its second as loser.
    """

    match: MatchId
    winner_slot: int


@dataclass(frozen=True, slots=True)
class MatchNode:
    """One match of a structure.

    `id` is the key used by facts; `number` is what people read ("M67"), unique in an event and
    never reused. `round` counts from 1 and `position` from 0 at the top, both within `bracket`.
    `games` is the number of planned games. `winner_place` and `loser_place` are the places this
    match settles in the list called `ranking`; None where it settles none.
    `label` marks a match outside the tree: "third_place". `table` names the table in which the
    match counts; a match of the tree has none.
    """

    id: MatchId
    number: int
    round: int
    position: int
    sources: tuple[Source, Source]
    games: int = 1
    bracket: str = "main"
    ranking: str = "main"
    label: str = ""
    winner_place: int | None = None
    loser_place: int | None = None
    condition: OnlyIf | None = None
    table: str = ""


class TableKind(StrEnum):
    """How a table fills: everybody against everybody, or by a pairing each round."""

    GROUP = "group"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class TablePoints:
    """TP, in tenths, for each game that is not played (`docs/regulations.md` 3 and 3.1).

    The pairs are for the side that is there and the side that is not; `bye` is for the one who
    has no opponent in a Swiss round.
    """

    walkover: tuple[int, int] = (150, 50)
    default: tuple[int, int] = (150, 0)
    double_default: tuple[int, int] = (0, 0)
    bye: int = 120


TIE_BREAKS: Final = ("tp", "direct_tp", "wins", "tiles", "seed")
"""The order in a group (`docs/regulations.md` 5.1)."""

SWISS_TIE_BREAKS: Final = ("tp", "direct_tp", "wins", "tiles", "opponents_tp", "seed")
"""The order in a Swiss stage (`docs/regulations.md` 5.1)."""


@dataclass(frozen=True, slots=True)
class Table:
    """A group or a Swiss stage: whose matches are counted together, and how.

    `members` are the sources of those who take part, in seed order. `rounds` is the number of
    planned rounds; 0 means as many as there are matches for. `tie_breaks` are names from
    `standings.TIE_BREAKS`, most important first.
    """

    key: str
    kind: TableKind
    members: tuple[Seed | EntrySource, ...]
    rounds: int = 0
    tie_breaks: tuple[str, ...] = TIE_BREAKS
    points: TablePoints = TablePoints()


Slot: TypeAlias = tuple[MatchId, int]


@dataclass(frozen=True)
class Structure:
    """A validated graph of matches.

    Guaranteed after construction: ids, numbers and (bracket, round, position) are unique; every
    slot has exactly one source; a seed or entry is named once, in a table once a round; each
    match's winner goes to at most one slot and its loser to at most one, and nobody waits for
    the outcome of a table match; there is no cycle. Raises `StructureError`.

    `order` lists the matches so that each comes after all it depends on, `rank` gives a match's
    index there. `winner_to` and `loser_to` give the slot fed by a match, if any; `dependants` all
    matches that look at it. `by_table` lists the matches of each table in the given order.
    `asks_for_first_match` says whether some slot is for losers of their first match only.
    """

    matches: tuple[MatchNode, ...]
    tables: tuple[Table, ...]
    order: tuple[MatchNode, ...] = field(init=False, repr=False, compare=False)
    rank: dict[MatchId, int] = field(init=False, repr=False, compare=False)
    by_id: dict[MatchId, MatchNode] = field(init=False, repr=False, compare=False)
    winner_to: dict[MatchId, Slot] = field(init=False, repr=False, compare=False)
    loser_to: dict[MatchId, Slot] = field(init=False, repr=False, compare=False)
    dependants: dict[MatchId, tuple[MatchId, ...]] = field(init=False, repr=False, compare=False)
    by_table: dict[str, tuple[MatchNode, ...]] = field(init=False, repr=False, compare=False)
    asks_for_first_match: bool = field(init=False, repr=False, compare=False)

    def __init__(self, matches: Iterable[MatchNode], tables: Iterable[Table] = ()) -> None:
        nodes, tables = tuple(matches), tuple(tables)
        by_id = {node.id: node for node in nodes}
        _refuse_doubles(nodes)
        looks_at = {node.id: dependencies(node) for node in nodes}
        _refuse_unknown(nodes, looks_at)
        _refuse_bad_tables(nodes, tables, by_id)
        winner_to, loser_to = _feeds(nodes, by_id)
        dependants = _dependants(looks_at)
        order = tuple(by_id[match] for match in _topological(nodes, looks_at, dependants))
        for name, value in (
            ("matches", nodes),
            ("tables", tables),
            ("order", order),
            ("rank", {node.id: i for i, node in enumerate(order)}),
            ("by_id", by_id),
            ("winner_to", winner_to),
            ("loser_to", loser_to),
            ("dependants", dependants),
            ("by_table", _by_table(nodes, tables)),
            (
                "asks_for_first_match",
                any(isinstance(s, LoserOf) and s.first_match_only for node in nodes for s in node.sources),
            ),
        ):
            object.__setattr__(self, name, value)

    def __getitem__(self, match: MatchId) -> MatchNode:
        return self.by_id[match]

    def table(self, key: str) -> Table:
        """The table of that name. Raises KeyError."""
        for table in self.tables:
            if table.key == key:
                return table
        raise KeyError(key)

    def seeds(self) -> tuple[int, ...]:
        """The seed numbers the structure expects, ascending, each once."""
        found = {s.n for node in self.matches for s in node.sources if isinstance(s, Seed)}
        found.update(s.n for table in self.tables for s in table.members if isinstance(s, Seed))
        return tuple(sorted(found))

    def upstream(self, match: MatchId) -> frozenset[MatchId]:
        """All matches on whose outcome the slots of `match` depend."""
        found: set[MatchId] = set()
        todo = [match]
        while todo:
            for fed_by in dependencies(self.by_id[todo.pop()]):
                if fed_by not in found:
                    found.add(fed_by)
                    todo.append(fed_by)
        return frozenset(found)


def dependencies(node: MatchNode) -> tuple[MatchId, ...]:
    """The matches a node looks at directly, through its sources and its condition."""
    found = [s.match for s in node.sources if isinstance(s, WinnerOf | LoserOf)]
    if node.condition is not None:
        found.append(node.condition.match)
    return tuple(found)


def _dependants(looks_at: Mapping[MatchId, Sequence[MatchId]]) -> dict[MatchId, tuple[MatchId, ...]]:
    found: dict[MatchId, list[MatchId]] = {match: [] for match in looks_at}
    for match, seen in looks_at.items():
        for other in dict.fromkeys(seen):
            found[other].append(match)
    return {match: tuple(fed) for match, fed in found.items()}


def _by_table(nodes: Sequence[MatchNode], tables: Sequence[Table]) -> dict[str, tuple[MatchNode, ...]]:
    found: dict[str, list[MatchNode]] = {table.key: [] for table in tables}
    for node in nodes:
        if node.table:
            found[node.table].append(node)
    return {key: tuple(of_table) for key, of_table in found.items()}


def _refuse_doubles(nodes: tuple[MatchNode, ...]) -> None:
    keys: set[object] = set()

    def once(what: str, value: object) -> None:
        if (what, value) in keys:
            raise StructureError("double", f"The {what} {value} is used twice.", what=what, value=value)
        keys.add((what, value))

    for node in nodes:
        if node.games < 1:
            raise StructureError("bad_games", f"Match {node.number} needs at least one game.", match=node.id)
        if len(node.sources) != 2 or not all(isinstance(s, Source) for s in node.sources):
            raise StructureError("bad_sources", f"Match {node.number} needs one source a slot.", match=node.id)
        once("id", node.id)
        once("number", node.number)
        once("place in the bracket", (node.bracket, node.round, node.position))
        for source in node.sources:
            if isinstance(source, Seed | EntrySource):
                once("source", (node.table, node.round, source) if node.table else source)


def _refuse_unknown(nodes: tuple[MatchNode, ...], looks_at: Mapping[MatchId, Sequence[MatchId]]) -> None:
    for node in nodes:
        for missing in looks_at[node.id]:
            if missing not in looks_at:
                raise StructureError(
                    "unknown_match",
                    f"Match {node.number} refers to match {missing}, which does not exist.",
                    match=node.id,
                    missing=missing,
                )


def _refuse_bad_tables(
    nodes: tuple[MatchNode, ...], tables: tuple[Table, ...], by_id: Mapping[MatchId, MatchNode]
) -> None:
    known = {table.key for table in tables}
    if len(known) < len(tables) or "" in known:
        raise StructureError("bad_tables", "Each table needs a name of its own.", tables=tuple(t.key for t in tables))
    for table in tables:
        if len(set(table.members)) < len(table.members):
            raise StructureError("bad_members", f"Table {table.key} has a member twice.", table=table.key)
    for node in nodes:
        if node.table and node.table not in known:
            raise StructureError("unknown_table", f"There is no table {node.table}.", match=node.id, table=node.table)
        tree = any(isinstance(s, WinnerOf | LoserOf) for s in node.sources) or node.condition is not None
        if node.table and tree:
            raise StructureError("bad_sources", f"Match {node.number} of a table waits for another.", match=node.id)
        if tree and any(by_id[match].table for match in dependencies(node)):
            raise StructureError("table_feeds", f"Match {node.number} waits for a table's match.", match=node.id)


def _feeds(
    nodes: tuple[MatchNode, ...], by_id: Mapping[MatchId, MatchNode]
) -> tuple[dict[MatchId, Slot], dict[MatchId, Slot]]:
    winner_to: dict[MatchId, Slot] = {}
    loser_to: dict[MatchId, Slot] = {}
    for node in nodes:
        for slot, source in enumerate(node.sources):
            if isinstance(source, WinnerOf):
                feeds, what = winner_to, "winner"
            elif isinstance(source, LoserOf):
                feeds, what = loser_to, "loser"
            else:
                continue
            if source.match in feeds:
                raise StructureError(
                    "feeds_twice",
                    f"The {what} of match {by_id[source.match].number} would stand in two slots.",
                    match=source.match,
                    slots=(feeds[source.match], (node.id, slot)),
                )
            feeds[source.match] = (node.id, slot)
    return winner_to, loser_to


def _topological(
    nodes: tuple[MatchNode, ...],
    looks_at: Mapping[MatchId, Sequence[MatchId]],
    dependants: Mapping[MatchId, Sequence[MatchId]],
) -> list[MatchId]:
    """Kahn's algorithm, stable in the given order, so that equal input gives equal output."""
    missing = {match: len(set(seen)) for match, seen in looks_at.items()}
    ready = [match for match, count in missing.items() if count == 0]
    for match in ready:  # grows while it is read
        for fed in dependants[match]:
            missing[fed] -= 1
            if missing[fed] == 0:
                ready.append(fed)
    if len(ready) < len(nodes):
        stuck = sorted(node.number for node in nodes if missing[node.id])
        raise StructureError("cycle", f"Matches {stuck} wait for one another.", matches=stuck)
    return ready
