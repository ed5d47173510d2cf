import random
from dataclasses import replace

import pytest

from tests.tournaments.formats.swiss import brute
from tests.tournaments.formats.swiss.playing import Event, codes, situation
from tournaments.formats.swiss import Method, Reason, Relaxed, pair_round


def opponents(pairing):
    return {a: b for row in pairing.rows for a, b in ((row.left, row.right), (row.right, row.left))}


def check_list(given, pairing):
    """Exactly the strictly nearer ones, for both sides, nearest first."""
    for row in pairing.rows:
        if row.is_fixed:
            assert row.nearer == ()
            continue
        for entry, opponent in ((row.left, row.right), (row.right, row.left)):
            tp = given.by_id[entry].tp
            expected = {
                other.entry: abs(other.tp - tp)
                for other in given.entries
                if other.entry != entry and abs(other.tp - tp) < row.difference
            }
            listed = [n for n in row.nearer if n.entry == entry]
            assert opponent not in expected
            assert {n.other: n.difference for n in listed} == expected
            assert [n.difference for n in listed] == sorted(expected.values())
        assert [n.entry for n in row.nearer] == sorted((n.entry for n in row.nearer), key=lambda e: e != row.left)


def least_with(given, pair, bye):
    nodes, pairs = brute.allowed_pairs(given, repeats=True)
    return min(
        (brute.cost(given, m) for m in brute.perfect(nodes, pairs) if frozenset(pair) in m and brute.bye_of(m) == bye),
        default=None,
    )


def test_each_reason_is_true():
    """Told by trying everything: every reason of every row of many small fields."""
    seen = set()
    for seed in range(120):
        rng = random.Random(seed)
        n = rng.randrange(4, 9)
        given = situation(rng, n, rng.uniform(0.1, 0.5), spread=200)
        ids = sorted(given.by_id)
        options = {"planned_rounds": rng.choice([5, 6, 7])}
        if seed % 3 == 0:
            options["forbidden"] = ((ids[0], ids[1]), (ids[2], ids[3]))
        if seed % 4 == 0:
            options["fixed"] = ((ids[1], ids[2]),)
        given = replace(given, **options)
        pairing = pair_round(given)
        check_list(given, pairing)
        meets = opponents(pairing)
        bye = pairing.bye.entry if pairing.bye else None
        for near in (near for row in pairing.rows for near in row.nearer):
            seen.add(near.reason)
            pair = (near.entry, near.other)
            if near.reason is Reason.MET:
                assert near.round == given.met(*pair) is not None
                continue
            assert given.met(*pair) is None
            if near.reason is Reason.FORBIDDEN:
                assert frozenset(pair) in {frozenset(p) for p in given.forbidden}
                continue
            assert frozenset(pair) not in {frozenset(p) for p in given.forbidden}
            if near.reason is Reason.BYE:
                assert near.other == bye
            else:
                assert near.with_entry == meets[near.other]
                if near.reason is Reason.FIXED:
                    assert near.other in given.fixed[0]
                elif near.reason is Reason.AHEAD:
                    assert Relaxed.AHEAD in codes(pairing)
                else:
                    assert near.reason is Reason.TAKEN
                    if not given.fixed and not pairing.unpaired:
                        least = least_with(given, pair, bye)
                        assert least is None or least >= pairing.total
    assert seen >= {Reason.MET, Reason.FORBIDDEN, Reason.BYE, Reason.FIXED, Reason.TAKEN}


@pytest.mark.parametrize("seed", [20, 22])
def test_ahead_means_a_dead_end(seed):
    """Cheaper pairings with that pair exist; none of them leaves the rest possible."""
    event = Event(8, 6, random.Random(seed))
    ahead = 0
    while event.round < 6:
        given = event.given()
        pairing = event.play_round()
        nodes, pairs = brute.allowed_pairs(given)
        for near in (near for row in pairing.rows for near in row.nearer if near.reason is Reason.AHEAD):
            ahead += 1
            cheaper = [
                m
                for m in brute.perfect(nodes, pairs)
                if frozenset((near.entry, near.other)) in m and brute.cost(given, m) < pairing.total
            ]
            assert cheaper
            assert not any(brute.has_schedule(nodes, pairs - m, given.remaining - 1) for m in cheaper)
    assert ahead


def test_tables_are_the_reason_where_they_pair():
    event = Event(6, 5, random.Random(1))
    event.play_round()
    event.play_round()
    given = event.given()
    pairing = event.play_round()
    assert pairing.method is Method.TABLES
    check_list(given, pairing)
    reasons = {near.reason for row in pairing.rows for near in row.nearer}
    assert reasons == {Reason.MET, Reason.METHOD}


def test_large_fields_are_explained_completely():
    given = situation(random.Random(1), 301, 0.03, spread=3000)
    check_list(given, pair_round(given))
