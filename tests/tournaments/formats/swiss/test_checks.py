import random
import time
from dataclasses import replace

import pytest

from tests.tournaments.formats.swiss import brute
from tests.tournaments.formats.swiss.playing import Event, is_clean, situation
from tournaments.formats.swiss import Doubt, PairingWarning, check_pairing, pair_round


def warnings(given, pairs, bye=None):
    return {w.code: w for w in check_pairing(given, pairs, bye)}


@pytest.mark.parametrize("n", [2, 7, 8, 40])
def test_the_sites_own_pairing_is_beyond_doubt(n):
    given = situation(random.Random(n), n, 0.1 if n > 2 else 0, had_bye=0.1)
    best = pair_round(given)
    assert is_clean(best)
    assert check_pairing(given, best.pairs, best.bye.entry if best.bye else None) == ()


def test_who_stands_where():
    given = situation(random.Random(1), 6, 0)
    found = warnings(given, [(11, 12), (12, 13), (14, 99)])
    assert found[Doubt.UNKNOWN].entries == (99,)
    assert found[Doubt.TWICE].entries == (12,)
    assert found[Doubt.UNPAIRED].entries == (15, 16)
    assert set(found) == {Doubt.UNKNOWN, Doubt.TWICE, Doubt.UNPAIRED}
    assert warnings(given, [(11, 11), (12, 13), (14, 15)])[Doubt.TWICE].entries == (11,)


def test_rematches_and_forbidden_pairs():
    given = situation(random.Random(2), 8, 0.4)
    given = replace(given, forbidden=((12, 11),))
    met = next((e.entry, other) for e in given.entries for other in e.opponents)
    found = check_pairing(given, [met, (11, 12)], None)
    assert PairingWarning(Doubt.REMATCH, met, given.met(*met)) in found
    assert PairingWarning(Doubt.FORBIDDEN, (11, 12)) in found


def test_byes():
    given = situation(random.Random(3), 7, 0, had_bye=0)
    table = [entry.entry for entry in sorted(given.entries, key=lambda e: e.rank)]
    pairs = [(table[1], table[2]), (table[3], table[4]), (table[5], table[6])]
    assert warnings(given, pairs, table[0])[Doubt.BYE_NOT_LOWEST].entries == (table[0], table[6])
    had = tuple(replace(e, had_bye=e.entry == table[6]) for e in given.entries)
    pairs = [(table[0], table[1]), (table[2], table[3]), (table[4], table[5])]
    found = warnings(replace(given, entries=had), pairs, table[6])
    assert found[Doubt.SECOND_BYE].entries == (table[6],)
    assert Doubt.BYE_NOT_LOWEST not in found


def test_the_cost_is_told_exactly():
    for seed in range(20):
        given = situation(random.Random(seed), 6, 0.2)
        nodes, pairs = brute.allowed_pairs(given)
        matchings = sorted(brute.perfect(nodes, pairs), key=lambda m: brute.cost(given, m))
        for matching in matchings:
            above = brute.cost(given, matching) - brute.cost(given, matchings[0])
            found = warnings(given, [tuple(sorted(pair)) for pair in matching])
            assert (found[Doubt.COST_ABOVE_OPTIMUM].value if above else 0) == above
            assert set(found) <= {Doubt.COST_ABOVE_OPTIMUM}


def test_dead_ends():
    event = Event(8, 6, random.Random(20))
    answers = set()
    while event.round < 5:
        given = event.given()
        nodes, pairs = brute.allowed_pairs(given)
        for matching in list(brute.perfect(nodes, pairs))[:40]:
            dead = not brute.has_schedule(nodes, pairs - matching, given.remaining - 1)
            found = warnings(given, [tuple(sorted(pair)) for pair in matching])
            answers.add(dead)
            assert (Doubt.DEAD_END in found) == dead
        event.play_round()
    assert answers == {True, False}


def test_fast_enough_to_watch_an_editor():
    given = Event(500, 9, random.Random(6))
    given.play_round()
    second = given.given()
    best = pair_round(second)
    before = time.process_time()
    assert check_pairing(second, best.pairs, None, best=best) == ()
    assert time.process_time() - before < 0.05
