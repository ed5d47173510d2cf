import random

import pytest

from tests.tournaments.formats.swiss.brute import has_schedule, perfect
from tests.tournaments.formats.swiss.graphs import PETERSEN, complete, graph_of, plain, random_graph
from tournaments.formats.swiss import ahead
from tournaments.formats.swiss.ahead import Lookahead
from tournaments.formats.swiss.schedule import OutOfSteps


@pytest.fixture(params=["as it is", "in parts", "long"])
def way(request, monkeypatch):
    """Each kind of search by itself must give the same answers."""
    if request.param != "as it is":
        monkeypatch.setattr(ahead, "Search", lambda limit: _Search(limit if limit > ahead.SHORT + 100 else 0))
        monkeypatch.setattr(ahead, "PARTS", 4 if request.param == "in parts" else 0)


_Search = ahead.Search


def test_known_graphs(way):
    two_triangles = graph_of(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)])
    assert not Lookahead().is_possible(two_triangles, 1)
    petersen = graph_of(10, PETERSEN)
    assert Lookahead().is_possible(petersen, 1)
    assert not Lookahead().is_possible(petersen, 2), "without a perfect matching two circuits of five are left"
    assert not Lookahead().is_possible(petersen, 3)
    assert Lookahead().is_possible(complete(16), 15)
    assert not Lookahead().is_possible(complete(16), 16)


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("byes", [0, 1, 9])
def test_all_ways_of_searching_agree_with_trying_everything(size, byes, way):
    rng = random.Random(size)
    answers = set()
    for _ in range(20):
        graph = random_graph(rng, size, rng.uniform(0.4, 1), byes=byes)
        for rounds in range(1, min(size, 5)):
            look = Lookahead()
            found = look.first_round(graph, rounds)
            expected = has_schedule(*plain(graph), rounds, byes > 1)
            answers.add(expected)
            assert (found is not None) == look.is_possible(graph, rounds) == expected
            if found:
                assert has_schedule(*plain(graph.without(found)), rounds - 1, byes > 1)
    assert answers == {True, False}


def test_forced_pairs(way):
    rng = random.Random(3)
    answers = set()
    for _ in range(40):
        graph = random_graph(rng, 8, 0.6)
        if not graph.partners[1] >> 5 & 1:
            continue
        found = Lookahead().first_round(graph, 2, ((1, 5),))
        expected = any(
            has_schedule(*plain(graph.without(edges)), 1)
            for matching in perfect(*plain(graph))
            if (1, 5) in (edges := [tuple(sorted((number - 1) % 8 for number in pair)) for pair in matching])
        )
        answers.add(expected)
        assert (found is not None) == expected
        assert not found or ((1, 5) in found and len(found) == 4)
    assert answers == {True, False}


def test_large_graphs():
    band = graph_of(200, [(a, b) for a in range(200) for b in range(max(0, a - 9), a)])
    with pytest.raises(OutOfSteps):
        Lookahead().is_possible(band, 2)
    assert Lookahead().is_possible(band, 1), "a single round is decided whatever the size"
    assert not Lookahead().is_possible(band, 10), "so is a node with too few partners"
    assert Lookahead().is_possible(complete(40), 39)
