"""Looking ahead: can the remaining rounds all be paired without anybody meeting twice?

A schedule for t rounds is t perfect matchings without a common pair. With an odd field the bye is
one more node whose pairs are the entries that may still have one, so that one bye an entry is the
same rule as one meeting a pair.

Most rounds need no search: if the number of partners left to each node, less t − 1, satisfies
Chvátal's condition for a Hamiltonian circuit, then it still does so before every one of the t
rounds, whatever matchings are taken, and a circuit of even length holds a perfect matching. For a
field that lost nobody this covers every event of at most half as many rounds as entries.

Otherwise the search is exact: of a node with the fewest partners one pair is either in one of the
t matchings, which are tried, or in none and is struck out. Cases that failed are remembered. The
search counts its steps and stops at a limit, so that it answers the same on every machine.
"""

from collections.abc import Iterable, Iterator, Sequence

from .matching import Edge, Matching, best_matching, bits

LIMIT = 200_000
"""Steps of one search before it gives up."""
LARGEST = 128
"""Nodes up to which there is a search."""

Graph = tuple[int, ...]
"""A mask of partners for every node."""


class OutOfSteps(Exception):
    """The search reached its limit without an answer."""


class Lookahead:
    """Questions about schedules over the nodes of one round.

    `bye` is the node of the bye, None for an even field. With `repeats` the bye's pairs may be
    used in any number of rounds: the case in which second byes cannot be avoided.
    """

    def __init__(self, bye: int | None, *, repeats: bool = False, limit: int = LIMIT) -> None:
        self._free = bye if repeats else None
        self._left = limit
        self._failed: set[tuple[Graph, int]] = set()

    def is_possible(self, graph: Graph, rounds: int) -> bool:
        """Whether there is a schedule of so many rounds. Raises `OutOfSteps`."""
        return rounds < 1 or is_certain(graph, rounds) or self.first_round(graph, rounds) is not None

    def first_round(self, graph: Graph, rounds: int, forced: Matching = ()) -> Matching | None:
        """A perfect matching with all `forced` pairs that leaves a schedule of `rounds` − 1, or None.

        Raises `OutOfSteps`.
        """
        if rounds == 1:
            return _perfect(graph, forced)
        if len(graph) > LARGEST:
            raise OutOfSteps
        key = (graph, rounds)
        if not forced and key in self._failed:
            return None
        left = list(graph)
        while all(self._degree(left, node, rounds) >= rounds for node in range(len(left))):
            kept = forced or self._pivot(left)
            if _perfect(left, kept) is not None:
                for matching in self._matchings(left, kept):
                    if self.is_possible(self.without(left, matching), rounds - 1):
                        return matching
            if forced:
                return None
            _strike(left, kept)
        if not forced:
            self._failed.add(key)
        return None

    def without(self, graph: Iterable[int], matching: Iterable[Edge]) -> Graph:
        """The partners left when a round has been paired so."""
        left = list(graph)
        _strike(left, [edge for edge in matching if self._free not in edge])
        return tuple(left)

    def _degree(self, graph: list[int], node: int, rounds: int) -> int:
        if self._free is not None and (node == self._free or graph[node] >> self._free & 1):
            return rounds if graph[node] else 0
        return graph[node].bit_count()

    def _pivot(self, graph: list[int]) -> Matching:
        """A pair of a node with the fewest partners, with its partner that has the fewest."""
        a = min((n for n in range(len(graph)) if n != self._free), key=lambda n: graph[n].bit_count())
        b = min((n for n in bits(graph[a])), key=lambda n: (graph[n].bit_count(), abs(n - a)))
        return ((min(a, b), max(a, b)),)

    def _matchings(self, graph: list[int], kept: Matching) -> Iterator[Matching]:
        """All perfect matchings with the `kept` pairs, the neediest node first, nearest partners first."""
        free = (1 << len(graph)) - 1
        for a, b in kept:
            free &= ~(1 << a | 1 << b)
        chosen = list(kept)

        def extend(free: int) -> Iterator[Matching]:
            self._left -= 1
            if self._left < 0:
                raise OutOfSteps
            if not free:
                yield tuple(sorted(chosen))
                return
            if not _parts_are_even(graph, free):
                return
            a = min(bits(free), key=lambda n: (graph[n] & free).bit_count())
            for b in sorted(bits(graph[a] & free), key=lambda n: abs(n - a)):
                chosen.append((min(a, b), max(a, b)))
                yield from extend(free & ~(1 << a | 1 << b))
                chosen.pop()

        yield from extend(free)


def is_certain(graph: Graph, rounds: int) -> bool:
    """Whether numbers of partners alone show that so many rounds can be paired, in any way."""
    size = len(graph)
    if size == 0 or rounds < 1:
        return True
    degrees = sorted(partners.bit_count() - (rounds - 1) for partners in graph)
    if size == 2:
        return degrees[0] >= 1
    return degrees[0] > 0 and all(
        degrees[i - 1] > i or degrees[size - i - 1] >= size - i for i in range(1, (size + 1) // 2)
    )


def _strike(graph: list[int], edges: Iterable[Edge]) -> None:
    for a, b in edges:
        graph[a] &= ~(1 << b)
        graph[b] &= ~(1 << a)


def _perfect(graph: Sequence[int], kept: Matching) -> Matching | None:
    """A perfect matching with the `kept` pairs."""
    if any(not graph[a] >> b & 1 for a, b in kept):
        return None
    used = {node for edge in kept for node in edge}
    free = [node for node in range(len(graph)) if node not in used]
    mask = sum(1 << node for node in free)
    found = best_matching({(a, b): 0 for a in free for b in bits(graph[a] & mask) if a < b})
    return tuple(sorted((*kept, *found))) if 2 * len(found) == len(free) else None


def _parts_are_even(graph: list[int], free: int) -> bool:
    """Whether every connected part of the free nodes has an even number of them."""
    while free:
        part = reached = free & -free
        while reached:
            low = reached & -reached
            reached ^= low
            new = graph[low.bit_length() - 1] & free & ~part
            part |= new
            reached |= new
        if part.bit_count() % 2:
            return False
        free &= ~part
    return True
