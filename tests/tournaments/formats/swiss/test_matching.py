import random
from itertools import islice, pairwise

import pytest

from tests.tournaments.formats.swiss.brute import perfect
from tests.tournaments.formats.swiss.playing import Event, situation
from tournaments.formats.swiss import matching as core
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.matching import best_matching, cheapest, cheapest_first, complete_edges


def all_weights(edges, nodes):
    pairs = frozenset(frozenset(edge) for edge in edges)
    return sorted(sum(edges[min(pair), max(pair)] for pair in found) for found in perfect(frozenset(nodes), pairs))


@pytest.mark.parametrize("n", [2, 4, 6, 8])
def test_the_cheapest_of_all(n):
    for seed in range(40):
        pool = Field(situation(random.Random(seed), n, 0.3)).pool(None)
        edges = complete_edges(pool)
        weights = all_weights(edges, pool.nodes)
        found = best_matching(edges)
        if weights:
            assert sum(edges[edge] for edge in found) == weights[0]
        else:
            assert len(found) < n // 2


def test_all_in_the_order_of_their_weight():
    for seed in range(12):
        pool = Field(situation(random.Random(seed), 8, 0.25)).pool(None)
        edges = complete_edges(pool)
        found = [sum(edges[edge] for edge in matching) for matching in cheapest_first(edges, 4)]
        assert found == all_weights(edges, pool.nodes)
        assert all(a < b for a, b in pairwise(found)), "chance leaves no two alike"


def cost(pool, matching):
    return sum(pool.cost(a, b) for a, b in matching)


@pytest.mark.parametrize("spread", [30, 600, 6000])
@pytest.mark.parametrize("met", [0.02, 0.3, 0.75])
def test_the_window_reaches_the_optimum_of_the_complete_graph(spread, met):
    pool = Field(situation(random.Random(spread), 90, met, spread=spread)).pool(None)
    assert len(pool.nodes) > core.COMPLETE
    matching, edges = cheapest(pool)
    assert len(edges) < len(complete_edges(pool)) or met == 0.75
    assert cost(pool, matching) == cost(pool, best_matching(complete_edges(pool)))


def test_a_window_that_pairs_not_all_is_widened(monkeypatch):
    monkeypatch.setattr(core, "WINDOW", 2)
    pool = Field(situation(random.Random(0), 70, 0.3)).pool(None)
    assert len(best_matching(core._window_edges(pool, 2))) < 35
    matching, edges = cheapest(pool)
    assert len(matching) == 35
    assert len(edges) < len(complete_edges(pool))


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_an_exchange_through_pairs_outside_of_the_window_is_found(seed, monkeypatch):
    monkeypatch.setattr(core, "WINDOW", 3)
    pool = Field(situation(random.Random(seed), 70, 0.4)).pool(None)
    narrow = best_matching(core._window_edges(pool, 3))
    matching, _ = cheapest(pool)
    assert len(narrow) == len(matching) == 35
    assert cost(pool, best_matching(complete_edges(pool))) <= cost(pool, matching) < cost(pool, narrow)
    assert not core._exchanges(pool, matching)


def test_blocks_of_the_table_of_exchanges(monkeypatch):
    pool = Field(situation(random.Random(5), 70, 0.2)).pool(None)
    bad = tuple(sorted((min(e), max(e)) for e in zip(pool.nodes[:35], pool.nodes[35:], strict=True)))
    whole = core._exchanges(pool, bad)
    monkeypatch.setattr(core, "BLOCK", 7)
    assert core._exchanges(pool, bad) == whole
    assert whole


def test_halves_of_a_large_field_with_pairs_that_must_not_meet():
    given = Event(200, 7, random.Random(1)).given(forbidden=((101, 201), (150, 250)))
    pool = Field(given).pool(None)
    matching, edges = cheapest(pool)
    assert len(matching) == 100
    assert len(edges) < 4000
    assert cost(pool, matching) == cost(pool, best_matching(complete_edges(pool))) == 4


def test_nothing_to_match():
    assert best_matching({}) == ()
    assert list(islice(cheapest_first({}, 0), 3)) == [()]
    assert list(cheapest_first({}, 1)) == []
