"""Graphs to look ahead in, and the same graphs as the brute force takes them."""

import random

from tournaments.formats.swiss.matching import bits
from tournaments.formats.swiss.schedule import Graph

PETERSEN = (
    [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
)


def graph_of(size, edges, *, byes=0):
    """The last node is the bye if `byes` are given: so many to each of its partners."""
    masks = [0] * size
    for a, b in edges:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return Graph(tuple(masks), tuple(byes * (masks[-1] >> node & 1) for node in range(size - 1)) if byes else ())


def complete(size):
    return graph_of(size, [(a, b) for a in range(size) for b in range(a)])


def random_graph(rng: random.Random, size, density, *, byes=0):
    return graph_of(size, [(a, b) for a in range(size) for b in range(a) if rng.random() < density], byes=byes)


def plain(graph):
    """The last node as number 0."""
    size = len(graph.partners)
    pairs = frozenset(frozenset(((a + 1) % size, (b + 1) % size)) for a in range(size) for b in bits(graph.partners[a]))
    return frozenset(range(size)), pairs
