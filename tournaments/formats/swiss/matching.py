"""Cheapest matchings: over all pairs for small fields, over a window of nearest pairs for large ones.

What is guaranteed: up to `COMPLETE` nodes all allowed pairs are in the graph, so the matching has
the most pairs possible and, among those, the least cost. Above that only pairs of each node with
its `WINDOW` cheapest partners are; the window is widened until as many are matched as can be
(everybody, or what the complete graph gives), and every pair outside of it is then tried: if
exchanging two matched pairs for two allowed ones would lower the cost, the new pairs are added
and the matching is made again. The result therefore is the least over all pairs tried and cannot
be improved by any exchange of two pairs; a chain of three or more exchanges through pairs outside
of the window is not excluded by proof. `bin/bench` compares with the complete graph.

Nothing depends on the order in which nodes or pairs are given, or on the process.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
import rustworkx as rx

from .ties import TIE_BITS

COMPLETE = 64
WINDOW = 12
BLOCK = 256
"""Rows of the table of exchanges made at once."""

Node = int
Edge = tuple[Node, Node]
Edges = Mapping[Edge, int]
Matching = tuple[Edge, ...]
"""Pairs (low, high), sorted."""


@dataclass(frozen=True)
class Pool:
    """Nodes to be matched.

    A pair costs (|difference of places| − `offset`)²: places are totals with offset 0, or numbers
    in the order of seeding with half the field as offset. `nodes` are in the order of their place.
    `allowed` is a mask of partners for every node, also those outside of the pool.
    """

    nodes: tuple[Node, ...]
    place: Mapping[Node, int]
    offset: int
    allowed: Sequence[int]
    tie: Callable[[Node, Node], int]

    def cost(self, a: Node, b: Node) -> int:
        return (abs(self.place[a] - self.place[b]) - self.offset) ** 2

    def weight(self, a: Node, b: Node) -> int:
        """Cost above, chance below, with room for the sum over all pairs."""
        return (self.cost(a, b) << TIE_BITS + len(self.nodes).bit_length()) + self.tie(a, b)

    def may_meet(self, a: Node, b: Node) -> bool:
        return bool(self.allowed[a] >> b & 1)


def cheapest(pool: Pool) -> tuple[Matching, Edges]:
    """The cheapest of the largest matchings, and the pairs it was chosen from, with their weights."""
    if len(pool.nodes) <= COMPLETE:
        edges = complete_edges(pool)
        return best_matching(edges), edges
    width = WINDOW
    while True:
        edges = _window_edges(pool, width)
        matching = best_matching(edges)
        if 2 * len(matching) < len(pool.nodes) - len(pool.nodes) % 2 and width < len(pool.nodes):
            width *= 2
            continue
        better = _exchanges(pool, matching) if 2 * len(matching) == len(pool.nodes) else {}
        while better:
            edges.update(better)
            matching = best_matching(edges)
            better = _exchanges(pool, matching)
        return matching, edges


def complete_edges(pool: Pool) -> dict[Edge, int]:
    """Every allowed pair of the pool with its weight."""
    nodes = sorted(pool.nodes)
    return {(a, b): pool.weight(a, b) for i, a in enumerate(nodes) for b in nodes[i + 1 :] if pool.may_meet(a, b)}


def best_matching(edges: Edges) -> Matching:
    """The largest matching, the least weight among those; unique for unique sums of weights."""
    if not edges:
        return ()
    nodes = sorted({node for edge in edges for node in edge})
    index = {node: i for i, node in enumerate(nodes)}
    high = max(edges.values()) + 1
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(nodes))
    graph.add_edges_from([(index[a], index[b], high - weight) for (a, b), weight in sorted(edges.items())])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((nodes[min(pair)], nodes[max(pair)]) for pair in found))


def cheapest_first(edges: Edges, size: int) -> Iterator[Matching]:
    """All matchings of `size` pairs in the order of their weight, each once (Murty's partition)."""
    heap: list[tuple[int, Matching, frozenset[Edge], frozenset[Edge]]] = []

    def push(kept: frozenset[Edge], banned: frozenset[Edge]) -> None:
        used = {node for edge in kept for node in edge}
        free = {e: w for e, w in edges.items() if e not in banned and e[0] not in used and e[1] not in used}
        matching = tuple(sorted((*kept, *best_matching(free))))
        if len(matching) == size:
            heappush(heap, (sum(edges[edge] for edge in matching), matching, kept, banned))

    push(frozenset(), frozenset())
    while heap:
        _, matching, kept, banned = heappop(heap)
        yield matching
        for edge in matching:
            if edge not in kept:
                push(kept, banned | {edge})
                kept |= {edge}


def _window_edges(pool: Pool, width: int) -> dict[Edge, int]:
    """Each node's `width` cheapest allowed partners; equally cheap ones by their distance in the order."""
    nodes, place, offset = pool.nodes, pool.place, pool.offset
    inside = sum(1 << node for node in nodes)
    edges: dict[Edge, int] = {}
    for i, node in enumerate(nodes):
        partners = pool.allowed[node] & inside
        # so many stand between the target and the last partner wanted, at most
        reach = width + len(nodes) - 1 - partners.bit_count()
        near = sorted(
            {
                (abs(abs(place[nodes[j]] - place[node]) - offset), abs(j - i), j)
                for target in {i - offset, i + offset}
                for j in range(max(0, target - reach), min(len(nodes), target + reach + 1))
                if partners >> nodes[j] & 1
            }
        )
        for _, _, j in near[:width]:
            other = nodes[j]
            edge = (node, other) if node < other else (other, node)
            if edge not in edges:
                edges[edge] = pool.weight(*edge)
    return edges


def _exchanges(pool: Pool, matching: Matching) -> dict[Edge, int]:
    """The pairs that would lower the cost if two matched pairs were exchanged for them."""
    nodes, size = pool.nodes, len(pool.nodes)
    index = {node: i for i, node in enumerate(nodes)}
    partner = np.empty(size, dtype=np.intp)
    for a, b in matching:
        partner[index[a]], partner[index[b]] = index[b], index[a]
    place = np.array([pool.place[node] for node in nodes], dtype=np.int64)
    across = place[partner]
    paid = (np.abs(place - across) - pool.offset) ** 2
    better: dict[Edge, int] = {}
    for start in range(0, size, BLOCK):
        part = slice(start, start + BLOCK)
        # what pairing i with j, and their partners with each other, would save
        saved = paid[part, None] + paid
        saved -= (np.abs(place[part, None] - place) - pool.offset) ** 2
        saved -= (np.abs(across[part, None] - across) - pool.offset) ** 2
        for i, j in np.argwhere(saved > 0):
            i += start
            exchanged = [(nodes[i], nodes[j]), (nodes[partner[i]], nodes[partner[j]])]
            if i < j and j != partner[i] and all(pool.may_meet(a, b) for a, b in exchanged):
                better.update(((min(e), max(e)), pool.weight(*e)) for e in exchanged)
    return better


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
