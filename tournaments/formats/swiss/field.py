"""The entries of a round as numbered nodes, with who may meet whom."""

from functools import cached_property

from tournaments.formats.graph import EntryId
from tournaments.formats.lot import Lot

from .matching import Edge, Node, Pool
from .schedule import Graph
from .ties import ties
from .values import SwissEntry, SwissRound


class Field:
    """A round's entries as nodes 0, 1, 2 … by falling total, then place; with an odd number the bye
    is the last node.

    Fixed pairs and a fixed bye are allowed here even if they met, or had one, before: an organiser
    decided so.
    """

    def __init__(self, given: SwissRound) -> None:
        self.given = given
        self.entries: tuple[SwissEntry, ...] = tuple(sorted(given.entries, key=lambda e: (-e.tp, e.rank)))
        self.node: dict[EntryId, Node] = {e.entry: node for node, e in enumerate(self.entries)}
        size = len(self.entries)
        self.bye: Node | None = size if size % 2 else None
        self.fixed: tuple[Edge, ...] = tuple(
            sorted((min(a, b), max(a, b)) for a, b in ((self.node[a], self.node[b]) for a, b in given.fixed))
        )
        self.in_fixed = frozenset(node for edge in self.fixed for node in edge)
        self.allowed = self._allowed()

    def _allowed(self) -> list[int]:
        allowed = [(1 << len(self.entries)) - 1 ^ 1 << node for node in range(len(self.entries))]
        apart = [(e.entry, other) for e in self.entries for other in e.opponents]
        for a, b in [*apart, *self.given.forbidden]:
            if a in self.node and b in self.node:
                allowed[self.node[a]] &= ~(1 << self.node[b])
                allowed[self.node[b]] &= ~(1 << self.node[a])
        for a, b in self.fixed:
            allowed[a] |= 1 << b
            allowed[b] |= 1 << a
        return allowed

    def graph(self, *, repeats: bool) -> Graph:
        """Who may meet whom, the bye among them; with `repeats` everybody may have it every round."""
        if self.bye is None:
            return Graph(tuple(self.allowed))
        may = [repeats or not entry.had_bye or entry.entry == self.given.fixed_bye for entry in self.entries]
        partners = [mask | it_may << self.bye for mask, it_may in zip(self.allowed, may, strict=True)]
        all_who_may = sum(1 << node for node, it_may in enumerate(may) if it_may)
        most = self.given.remaining if repeats else 1
        return Graph((*partners, all_who_may), tuple(most * it_may for it_may in may))

    @cached_property
    def seeding(self) -> list[Node]:
        """The nodes in the order of round 1: by seed number, or as drawn from that order."""
        order = sorted(range(len(self.entries)), key=lambda node: self.entries[node].seed)
        return Lot(self.given.lot, "swiss 1").shuffled(order) if self.given.drawn else order

    @cached_property
    def from_below(self) -> list[Node]:
        """The nodes in the order in which a bye is offered, the lowest first."""
        if self.given.round == 1:
            return self.seeding[::-1]
        return sorted(range(len(self.entries)), key=lambda node: -self.entries[node].rank)

    def pool(self, bye: Node | None) -> Pool:
        """The nodes to be matched when `bye` has the bye."""
        free = [n for n in range(len(self.entries)) if n != bye and n not in self.in_fixed]
        if self.given.round == 1:
            order = [node for node in self.seeding if node != bye and node not in self.in_fixed]
            place, offset = {node: i for i, node in enumerate(order)}, len(order) // 2
        else:
            order, place, offset = free, {node: self.entries[node].tp for node in free}, 0
        tie, seeds = ties(self.given.lot, self.given.round), [entry.seed for entry in self.entries]
        return Pool(tuple(order), place, offset, self.allowed, lambda a, b: tie(seeds[a], seeds[b]))

    def squares(self, edge: Edge) -> int:
        """The squared difference of two totals."""
        return (self.entries[edge[0]].tp - self.entries[edge[1]].tp) ** 2
