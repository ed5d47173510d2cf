import random
from itertools import combinations

import pytest

from tests.tournaments.formats.swiss.graphs import PETERSEN, complete, graph_of, random_graph
from tournaments.formats.swiss.factor import regular_part
from tournaments.formats.swiss.matching import bits


def edges_of(graph):
    return [(a, b) for a in range(len(graph.partners)) for b in bits(graph.partners[a]) if a < b]


def has_part(graph, rounds, forced):
    """Every choice of pairs is tried."""
    size = len(graph.partners)
    edges = edges_of(graph)
    return any(
        set(forced) <= set(chosen) and all(sum(node in edge for edge in chosen) == rounds for node in range(size))
        for chosen in combinations(edges, size * rounds // 2)
    )


@pytest.mark.parametrize("forced", [(), ((0, 3),)])
def test_found_whenever_there_is_one(forced):
    rng = random.Random(1)
    answers = set()
    for _ in range(60):
        graph = random_graph(rng, 6, 0.7)
        if not set(forced) <= set(edges_of(graph)):
            continue
        for rounds in (1, 2, 3, 4):
            part = regular_part(graph, rounds, forced)
            answers.add(part is None)
            assert (part is not None) == has_part(graph, rounds, forced)
            if part:
                assert set(forced) <= set(edges_of(part)) <= set(edges_of(graph))
                assert [part.degree(node) for node in range(6)] == [rounds] * 6
    assert answers == {True, False}


def test_byes_are_counted():
    """The fifth entry has met everybody: it has every bye, as long as there are enough."""
    edges = [(a, b) for a in range(4) for b in range(a)] + [(node, 5) for node in range(5)]
    part = regular_part(graph_of(6, edges, byes=3), 3)
    assert part is not None
    assert part.byes == (0, 0, 0, 0, 3)
    assert [part.degree(node) for node in range(6)] == [3] * 6
    assert regular_part(graph_of(6, edges, byes=2), 3) is None


def test_parts_differ():
    parts = {regular_part(complete(12), 5, salt=salt) for salt in range(4)}
    assert len(parts) > 1


def test_a_part_is_no_schedule_yet():
    petersen = graph_of(10, PETERSEN)
    assert regular_part(petersen, 3) == petersen
