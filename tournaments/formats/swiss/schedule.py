"""The search for rounds without a common pair: exact, depth first, with a limit of steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .matching import Edge, Matching, best_matching, bits


class OutOfSteps(Exception):
    """A search reached its limit without an answer."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A mask of partners for every node; the `byes` left to each if the last node is the bye.

    Where byes are counted, a node and the bye are partners as long as one is left.
    """

    partners: tuple[int, ...]
    byes: tuple[int, ...] = ()

    def degree(self, node: int) -> int:
        """The rounds in which a node can be paired at most."""
        count = self.partners[node].bit_count()
        if not self.byes:
            return count
        bye = len(self.byes)
        if node == bye:
            return sum(self.byes)
        return count + max(0, self.byes[node] - 1)

    def without(self, edges: Iterable[Edge], *, wholly: bool = False) -> "Graph":
        """What is left after a round with these pairs; `wholly` strikes them out for all rounds."""
        partners, byes = list(self.partners), list(self.byes)
        for a, b in edges:
            if byes and b == len(byes):
                byes[a] = 0 if wholly else max(0, byes[a] - 1)
                if byes[a]:
                    continue
            partners[a] &= ~(1 << b)
            partners[b] &= ~(1 << a)
        return Graph(tuple(partners), tuple(byes))


class Search:
    """One search; it may be asked several times and remembers what has failed."""

    def __init__(self, limit: int) -> None:
        self.left = limit
        self._failed: set[tuple[Graph, int]] = set()

    def is_possible(self, graph: Graph, rounds: int) -> bool:
        """Whether there is a schedule of so many rounds. Raises `OutOfSteps`."""
        return rounds < 1 or is_certain(graph, rounds) or self.first_round(graph, rounds) is not None

    def first_round(self, graph: Graph, rounds: int, forced: Matching = ()) -> Matching | None:
        """A perfect matching with the `forced` pairs that leaves `rounds` − 1 possible, or None.

        Of a node with the fewest partners one pair is either in one of the matchings, which are
        tried in turn, or in none, and is struck out. Raises `OutOfSteps`.
        """
        if rounds == 1:
            return perfect(graph, forced)
        key = (graph, rounds)
        if not forced and key in self._failed:
            return None
        left = graph
        while all(left.degree(node) >= rounds for node in range(len(left.partners))):
            kept = forced or _neediest(left)
            for matching in self._matchings(left, kept):
                if self.is_possible(left.without(matching), rounds - 1):
                    return matching
            if forced:
                return None
            left = left.without(kept, wholly=True)
        if not forced:
            self._failed.add(key)
        return None

    def _matchings(self, graph: Graph, kept: Matching) -> Iterator[Matching]:
        """All perfect matchings with the `kept` pairs; the first one comes once more."""
        first = perfect(graph, kept)
        if first is None:
            return
        self._step()
        yield first
        partners = graph.partners
        chosen = list(kept)

        def extend(free: int) -> Iterator[Matching]:
            self._step()
            if not free:
                yield tuple(sorted(chosen))
                return
            if not _parts_are_even(partners, free):
                return
            a = min(bits(free), key=lambda n: (partners[n] & free).bit_count())
            for b in sorted(bits(partners[a] & free), key=lambda n: abs(n - a)):
                chosen.append((min(a, b), max(a, b)))
                yield from extend(free & ~(1 << a | 1 << b))
                chosen.pop()

        free = (1 << len(partners)) - 1
        for a, b in kept:
            free &= ~(1 << a | 1 << b)
        yield from extend(free)

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfSteps


def is_certain(graph: Graph, rounds: int) -> bool:
    """Whether numbers of partners alone show that so many rounds can be paired, in any way."""
    size = len(graph.partners)
    if size == 0 or rounds < 1:
        return True
    degrees = sorted(partners.bit_count() - (rounds - 1) for partners in graph.partners)
    if size == 2:
        return degrees[0] >= 1
    return degrees[0] > 0 and all(
        degrees[i - 1] > i or degrees[size - i - 1] >= size - i for i in range(1, (size + 1) // 2)
    )


def perfect(graph: Graph, kept: Matching = ()) -> Matching | None:
    """A perfect matching with the `kept` pairs, one without a pattern."""
    partners = graph.partners
    if any(not partners[a] >> b & 1 for a, b in kept):
        return None
    used = {node for edge in kept for node in edge}
    free = [node for node in range(len(partners)) if node not in used]
    mask = sum(1 << node for node in free)
    found = best_matching({(a, b): mixed(a, b) for a in free for b in bits(partners[a] & mask) if a < b})
    return tuple(sorted((*kept, *found))) if 2 * len(found) == len(free) else None


def mixed(a: int, b: int, salt: int = 0) -> int:
    """A small number without a pattern, the same everywhere."""
    value = (a * 0x9E3779B1 + b * 0x85EBCA6B + salt * 0xC2B2AE35) & 0xFFFFFFFF
    value = (value ^ value >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (value ^ value >> 13) >> 22


def _neediest(graph: Graph) -> Matching:
    """A pair of a node with the fewest partners, with its partner that has the fewest."""
    degrees = [graph.degree(node) for node in range(len(graph.partners))]
    a = min(range(len(degrees)), key=degrees.__getitem__)
    b = min(bits(graph.partners[a]), key=lambda n: (degrees[n], abs(n - a)))
    return ((min(a, b), max(a, b)),)


def _parts_are_even(partners: tuple[int, ...], free: int) -> bool:
    """Whether every connected part of the free nodes has an even number of them."""
    while free:
        part = reached = free & -free
        while reached:
            low = reached & -reached
            reached ^= low
            new = partners[low.bit_length() - 1] & free & ~part
            part |= new
            reached |= new
        if part.bit_count() % 2:
            return False
        free &= ~part
    return True
