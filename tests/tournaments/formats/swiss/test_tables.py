import random

import pytest

from tests.tournaments.formats.swiss.playing import Event, is_clean
from tournaments.formats.berger import berger
from tournaments.formats.swiss import Method, Reason, Relaxed, pair_round


@pytest.mark.parametrize("n", [2, 3, 5, 6, 9, 10])
def test_the_whole_event_follows_the_tables(n):
    rounds = n - 1 + n % 2
    event = Event(n, rounds, random.Random(n)).play()
    for pairing, row in zip(event.pairings, berger(n), strict=True):
        assert pairing.method is Method.TABLES
        assert sorted(pairing.pairs) == sorted((100 + a, 100 + b) for a, b in row)
        assert is_clean(pairing)
    assert max(event.byes.values()) == n % 2


def test_one_round_fewer_is_paired_by_totals():
    pairings = Event(8, 6, random.Random(1)).play().pairings
    assert [p.method for p in pairings] == [Method.HALVES] + [Method.MATCHING] * 5
    assert {p.tables for p in pairings} == {None}


def test_numbers_by_lot():
    first = Event(6, 5, random.Random(1)).given(drawn=True)
    pairing = pair_round(first)
    assert pairing.tables is not None
    assert sorted(pairing.tables) == [101, 102, 103, 104, 105, 106]
    assert list(pairing.tables) != sorted(pairing.tables)


def test_after_an_exit_opponents_of_the_absent_are_idle():
    event = Event(6, 5, random.Random(2))
    event.play_round()
    event.absent.add(3)
    for row in berger(6)[1:]:
        pairing = event.play_round()
        idle = next(a + b - 3 for a, b in row if 3 in (a, b))
        assert pairing.method is Method.TABLES
        assert pairing.bye is not None
        assert pairing.bye.entry == 100 + idle
        assert {passed.reason for passed in pairing.bye.passed} <= {Reason.METHOD}
    assert max(event.byes.values()) == 1


def test_where_the_tables_leave_two_idle_the_matching_takes_over():
    event = Event(7, 7, random.Random(3))
    event.play_round()
    event.absent.add(5)
    pairing = event.play_round()
    assert pairing.method is Method.MATCHING
    possible = {r.code: dict(r.values) for r in pairing.relaxations}[Relaxed.ROUNDS]["possible"]
    assert possible == 4, "four of the six have met one of the other five"
    for _ in range(possible - 1):
        assert len(event.play_round().rows) == 3
    assert event.play_round().unpaired


def test_a_late_entry_or_a_fixed_pair_sets_the_tables_aside():
    event = Event(6, 5, random.Random(4))
    event.play_round()
    given = event.given(fixed=((102, 103),))
    assert pair_round(given).method is Method.MATCHING
    event.tp[7], event.opponents[7], event.byes[7] = 0, {}, 0
    pairing = event.play_round()
    assert pairing.method is Method.MATCHING
    assert len(pairing.rows) == 3
    assert pairing.bye is not None
