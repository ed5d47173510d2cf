import random

import pytest

from tests.tournaments.formats.swiss.brute import has_schedule, perfect
from tournaments.formats.swiss.ahead import Lookahead, OutOfSteps, is_certain
from tournaments.formats.swiss.matching import bits


def graph_of(size, edges):
    masks = [0] * size
    for a, b in edges:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)


def plain(graph):
    """As the brute force wants it: the last node is number 0, the bye."""
    size = len(graph)
    pairs = frozenset(frozenset(((a + 1) % size, (b + 1) % size)) for a in range(size) for b in bits(graph[a]))
    return frozenset(range(size)), pairs


def random_graph(rng, size, density):
    return graph_of(size, [(a, b) for a in range(size) for b in range(a) if rng.random() < density])


PETERSEN = (
    [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
)


def test_known_graphs():
    two_triangles = graph_of(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)])
    assert not Lookahead(None).is_possible(two_triangles, 1)
    petersen = graph_of(10, PETERSEN)
    assert Lookahead(None).is_possible(petersen, 1)
    assert not Lookahead(None).is_possible(petersen, 2), "without a perfect matching two circuits of five are left"
    complete = graph_of(16, [(a, b) for a in range(16) for b in range(a)])
    assert Lookahead(None).is_possible(complete, 15)
    assert not Lookahead(None).is_possible(complete, 16)


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_the_search_is_exact(size, repeats):
    rng = random.Random(size)
    answers = set()
    for _ in range(60):
        graph = random_graph(rng, size, rng.uniform(0.4, 1))
        nodes, pairs = plain(graph)
        for rounds in range(1, min(size, 5)):
            look = Lookahead(size - 1, repeats=repeats)
            found = look.first_round(graph, rounds)
            expected = has_schedule(nodes, pairs, rounds, repeats)
            answers.add(expected)
            assert (found is not None) == expected
            assert look.is_possible(graph, rounds) == expected
            if found:
                assert all(graph[a] >> b & 1 for a, b in found)
                left = look.without(graph, found)
                assert has_schedule(*plain(left), rounds - 1, repeats)
    assert answers == {True, False}


def test_forced_pairs():
    rng = random.Random(3)
    answers = set()
    for _ in range(80):
        graph = random_graph(rng, 8, 0.6)
        if not graph[1] >> 5 & 1:
            continue
        look = Lookahead(None)
        found = look.first_round(graph, 2, ((1, 5),))
        expected = any(
            has_schedule(*plain(look.without(graph, edges)), 1)
            for matching in perfect(*plain(graph))
            if (1, 5) in (edges := [tuple(sorted((number - 1) % 8 for number in pair)) for pair in matching])
        )
        answers.add(expected)
        assert (found is not None) == expected
        assert not found or ((1, 5) in found and len(found) == 4)
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
        complete = graph_of(size, [(a, b) for a in range(size) for b in range(a)])
        assert is_certain(complete, size // 2)
        assert not is_certain(complete, size // 2 + 1)


def test_the_search_stops_at_its_limit():
    graph = random_graph(random.Random(5), 12, 0.7)
    with pytest.raises(OutOfSteps):
        Lookahead(None, limit=3).first_round(graph, 4)
    large = graph_of(200, [(a, b) for a in range(200) for b in range(max(0, a - 9), a)])
    with pytest.raises(OutOfSteps):
        Lookahead(None).is_possible(large, 2)
    assert Lookahead(None).is_possible(large, 1), "a single round is decided whatever the size"
