"""Cheapest matchings: over all pairs for small fields, over a window of nearest pairs for large ones.

What is guaranteed: up to `COMPLETE` nodes all allowed pairs are in the graph, so the matching has
the most pairs possible and, among those, the least cost. Above that only pairs of each node with
its `WINDOW` cheapest partners are, more in proportion if few pairs are allowed. The window is
widened until as many are matched as can be (everybody, or what the complete graph gives), and
every pair outside of it is then tried: if exchanging two matched pairs for two allowed ones would
lower the cost, the new pairs are added and the matching is made again. The result therefore is
the least over all pairs in the graph and cannot be improved by any exchange of two pairs. A chain
of three or more exchanges through pairs outside of the window is not excluded by proof; `bin/bench`
compares with the complete graph.

Nothing depends on the order in which nodes or pairs are given, or on the process.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import isqrt

import numpy as np
import numpy.typing as npt
import rustworkx as rx

from .ties import TIE_BITS

COMPLETE = 64
WINDOW = 14
BLOCK = 128
"""Rows of a table of all pairs made at once."""
NEVER = np.iinfo(np.int64).max

Node = int
Edge = tuple[Node, Node]
Edges = Mapping[Edge, int]
Matching = tuple[Edge, ...]
"""Pairs (low, high), sorted."""
Numbers = npt.NDArray[np.int64]


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

    @cached_property
    def shift(self) -> int:
        """Bits below the cost: room for the sum of chance over all pairs."""
        return TIE_BITS + len(self.nodes).bit_length()

    def weight(self, a: Node, b: Node) -> int:
        """Cost above, chance below."""
        return (self.cost(a, b) << self.shift) + self.tie(a, b)

    def may_meet(self, a: Node, b: Node) -> bool:
        return bool(self.allowed[a] >> b & 1)


def cheapest(pool: Pool) -> tuple[Matching, Edges]:
    """The cheapest of the largest matchings, and the pairs it was chosen from, with their weights."""
    if len(pool.nodes) <= COMPLETE:
        edges = complete_edges(pool)
        return best_matching(edges), edges
    size = len(pool.nodes)
    # the fewer pairs are allowed, the longer the chains of exchanges
    width = round(WINDOW * size * size / max(size, sum(_partners(pool))))
    while True:
        edges = _window_edges(pool, width)
        matching = best_matching(edges)
        if 2 * len(matching) < size - size % 2 and width < size:
            width *= 2
            continue
        better = _exchanges(pool, matching) if 2 * len(matching) == size else {}
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
    """Each node's `width` cheapest allowed partners; of equally cheap ones those next to it in the order."""
    nodes, size = np.array(pool.nodes), len(pool.nodes)
    place = _places(pool)
    order = np.arange(size)
    # in the order of totals nobody's cheapest partners are further away than this
    reach = size if pool.offset else width + size - min(_partners(pool))
    found: list[Numbers] = []
    for part in _blocks(size):
        near_by = order[max(0, part.start - reach) : part.stop + reach]
        away = near_by - order[part, None]
        key = (np.abs(place[near_by] - place[part, None]) - pool.offset) ** 2 * (2 * size)
        key += 2 * np.abs(away) + (away > 0)
        key[~_may_meet(pool, part)[:, near_by]] = NEVER
        near = np.argpartition(key, min(width, len(near_by)) - 1, axis=1)[:, :width]
        rows, columns = np.nonzero(np.take_along_axis(key, near, axis=1) < NEVER)
        one, other = nodes[part][rows], nodes[near_by[near[rows, columns]]]
        found.append(np.minimum(one, other) << 32 | np.maximum(one, other))
    pairs = [(code >> 32, code & 0xFFFFFFFF) for code in np.unique(np.concatenate(found)).tolist()]
    return {(a, b): pool.weight(a, b) for a, b in pairs}


def _exchanges(pool: Pool, matching: Matching) -> dict[Edge, int]:
    """The pairs that would lower the cost if two matched pairs were exchanged for them."""
    nodes, size = pool.nodes, len(pool.nodes)
    index = {node: i for i, node in enumerate(nodes)}
    partner = np.empty(size, dtype=np.intp)
    for a, b in matching:
        partner[index[a]], partner[index[b]] = index[b], index[a]
    place = _places(pool)
    across = place[partner]
    paid = (np.abs(place - across) - pool.offset) ** 2
    better: dict[Edge, int] = {}
    for part in _blocks(size):
        # further away the new pair alone costs more than both old ones
        limit = isqrt(int(paid[part].max() + paid.max())) + pool.offset
        rest = np.flatnonzero((place <= place[part].max() + limit) & (place >= place[part].min() - limit))
        # what pairing i with j, and their partners with each other, would save
        saved = paid[part, None] + paid[rest]
        saved -= (np.abs(place[part, None] - place[rest]) - pool.offset) ** 2
        saved -= (np.abs(across[part, None] - across[rest]) - pool.offset) ** 2
        rows, columns = np.nonzero((saved > 0) & _may_meet(pool, part)[:, rest])
        for i, j in zip((rows + part.start).tolist(), rest[columns].tolist(), strict=True):
            exchanged = [(nodes[i], nodes[j]), (nodes[partner[i]], nodes[partner[j]])]
            if i < j and j != partner[i] and pool.may_meet(*exchanged[1]):
                better.update(((min(e), max(e)), pool.weight(*e)) for e in exchanged)
    return better


def _partners(pool: Pool) -> list[int]:
    """How many of the pool each of its nodes may meet."""
    inside = sum(1 << node for node in pool.nodes)
    return [(pool.allowed[node] & inside).bit_count() for node in pool.nodes]


def _places(pool: Pool) -> Numbers:
    return np.array([pool.place[node] for node in pool.nodes], dtype=np.int64)


def _blocks(size: int) -> Iterator[slice]:
    return (slice(start, min(start + BLOCK, size)) for start in range(0, size, BLOCK))


def _may_meet(pool: Pool, part: slice) -> npt.NDArray[np.bool_]:
    """For some nodes of the pool, in its order, which nodes of the pool they may meet."""
    length = len(pool.allowed) // 8 + 1
    masks = b"".join(pool.allowed[node].to_bytes(length, "little") for node in pool.nodes[part])
    table = np.unpackbits(np.frombuffer(masks, np.uint8).reshape(-1, length), axis=1, bitorder="little")
    return table[:, list(pool.nodes)].astype(np.bool_)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
