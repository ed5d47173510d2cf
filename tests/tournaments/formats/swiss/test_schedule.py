import random

import pytest

from tests.tournaments.formats.swiss.brute import has_schedule
from tests.tournaments.formats.swiss.graphs import PETERSEN, complete, graph_of, plain, random_graph
from tournaments.formats.swiss.schedule import Graph, OutOfSteps, Search, is_certain, perfect


def test_what_a_round_leaves():
    graph = graph_of(4, [(0, 1), (1, 2), (0, 3), (1, 3)], byes=2)
    assert [graph.degree(node) for node in range(4)] == [3, 4, 1, 4]
    once = graph.without([(0, 3), (1, 2)])
    assert once == Graph((0b1010, 0b1001, 0, 0b0011), (1, 2, 0))
    assert once.without([(0, 3)]) == Graph((0b0010, 0b1001, 0, 0b0010), (0, 2, 0))
    assert graph.without([(0, 3)], wholly=True) == Graph((0b0010, 0b1101, 0b0010, 0b0010), (0, 2, 0))


@pytest.mark.parametrize("size", [2, 4, 6, 8])
@pytest.mark.parametrize("byes", [0, 1, 9])
def test_the_search_is_exact(size, byes):
    rng = random.Random(10 * size + byes)
    answers = set()
    for _ in range(40):
        graph = random_graph(rng, size, rng.uniform(0.4, 1), byes=byes)
        for rounds in range(1, min(size, 5)):
            expected = has_schedule(*plain(graph), rounds, byes > 1)
            answers.add(expected)
            found = Search(100_000).first_round(graph, rounds)
            assert (found is not None) == expected
            if found:
                assert all(graph.partners[a] >> b & 1 for a, b in found)
                assert has_schedule(*plain(graph.without(found)), rounds - 1, byes > 1)
    assert answers == {True, False}


def test_numbers_of_partners_never_promise_too_much():
    rng = random.Random(4)
    certain = 0
    for _ in range(400):
        graph = random_graph(rng, rng.choice([2, 4, 6]), rng.uniform(0.6, 1))
        for rounds in range(1, 5):
            if is_certain(graph, rounds):
                certain += 1
                assert has_schedule(*plain(graph), rounds)
    assert certain > 100


def test_half_as_many_rounds_as_entries_need_no_search():
    for size in (8, 34, 500):
        assert is_certain(complete(size), size // 2)
        assert not is_certain(complete(size), size // 2 + 1)


def test_one_entry_short_of_partners_needs_no_search_either():
    edges = [(a, b) for a in range(20) for b in range(a) if a != 19 or b < 6]
    assert is_certain(graph_of(20, edges), 5)
    assert not is_certain(graph_of(20, edges), 7)


def test_perfect_matchings():
    assert perfect(complete(6), ((1, 4),)) in (((0, a), (1, 4), tuple(sorted({2, 3, 5} - {a}))) for a in (2, 3, 5))
    assert perfect(graph_of(4, [(0, 1), (1, 2), (1, 3)])) is None
    assert perfect(graph_of(4, [(0, 1), (2, 3)]), ((0, 2),)) is None


def test_the_search_stops_at_its_limit():
    with pytest.raises(OutOfSteps):
        Search(2).first_round(graph_of(10, PETERSEN), 3)
