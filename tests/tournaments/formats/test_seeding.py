from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import times
from tournaments.formats.errors import SeedingError
from tournaments.formats.lot import Lot
from tournaments.formats.seeding import bands, bracket_size, draw, places, strict_lines
from tournaments.formats.separation import shared

COUNTRIES = ("NZL", "GBR", "HUN", "FRA")


def pairs(lines):
    return list(zip(lines[::2], lines[1::2], strict=True))


def test_places_double_and_mirror():
    assert places(4) == (1, 4, 3, 2)
    assert places(8) == (1, 8, 5, 4, 3, 6, 7, 2)
    for size in (2, 4, 8, 16, 32, 64, 128):
        order = places(size)
        assert order[0] == 1
        assert order[-1] == 2
        assert all(sum(pair) == size + 1 for pair in pairs(order))


@pytest.mark.parametrize("size", [4, 16, 128])
def test_better_seeds_meet_later(size):
    """1 and 2 can meet only in the final, 1 to 4 only from the semi-finals, and so on."""
    line = {place: i for i, place in enumerate(places(size))}
    top = 2
    while top <= size:
        parts = {line[place] * top // size for place in range(1, top + 1)}
        assert len(parts) == top
        top *= 2


def test_bands():
    assert [(b.start, b.stop - 1) for b in bands(128)] == [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 128)]
    assert [(b.start, b.stop - 1) for b in bands(12)] == [(1, 1), (2, 2), (3, 4), (5, 8), (9, 12)]
    assert [(b.start, b.stop - 1) for b in bands(12, 6)] == [(1, 1), (2, 2), (3, 4), (5, 6), (7, 12)]
    assert [(b.start, b.stop - 1) for b in bands(12, 0)] == [(1, 12)]
    assert [(b.start, b.stop - 1) for b in bands(12, 1)] == [(1, 1), (2, 12)]


def test_strict_lines():
    assert strict_lines(6) == (1, None, 5, 4, 3, 6, None, 2)
    assert draw(6, lot=None).lines == strict_lines(6)
    assert draw(6, lot=None).lot is None


@pytest.mark.parametrize("lot", [None, 1, 2026])
def test_every_seed_once_and_byes_to_the_top_seeds(lot):
    for n in range(2, 129):
        drawn = draw(n, lot=lot)
        assert sorted(seed for seed in drawn.lines if seed) == list(range(1, n + 1))
        assert drawn.byes == tuple(range(1, drawn.size - n + 1))
        assert drawn.size == bracket_size(n)
        assert (None, None) not in pairs(drawn.lines)
        assert drawn.lines[0] == 1
        assert drawn.lines[-1] == 2


@given(st.integers(2, 128), st.integers(0, 10**9), st.integers(0, 128))
@settings(max_examples=times(20), deadline=None)
def test_seeds_stay_within_their_bands(n, lot, seeds):
    drawn = draw(n, lot=lot, seeds=seeds, apart=[{seed: COUNTRIES[seed % 4] for seed in range(1, n + 1)}])
    place = {seed: p for seed, p in zip(drawn.lines, places(drawn.size), strict=True) if seed}
    for band in drawn.bands:
        if band.start <= seeds:
            low = band.start
            high = max(low, 2 * low - 2)
            assert all(low <= place[seed] <= high for seed in band)
    assert len(drawn.byes) == drawn.size - n
    assert seeds == 0 or drawn.byes == tuple(range(1, drawn.size - n + 1))
    assert drawn == draw(n, lot=lot, seeds=seeds, apart=[{seed: COUNTRIES[seed % 4] for seed in range(1, n + 1)}])


def test_the_lot_really_draws():
    drawn = [draw(16, lot=lot).lines for lot in range(200)]
    assert len(set(drawn)) == 200
    at_place_3 = {lines[places(16).index(3)] for lines in drawn}
    assert at_place_3 == {3, 4}
    opponents_of_1 = {lines[1] for lines in drawn}
    assert opponents_of_1 == set(range(9, 17))


def test_byes_follow_their_seeds_through_the_lot():
    for lot in range(30):
        drawn = draw(26, lot=lot)
        with_bye = {a or b for a, b in pairs(drawn.lines) if None in (a, b)}
        assert with_bye == {1, 2, 3, 4, 5, 6}


def test_without_seeds_byes_are_drawn_too():
    byes = [draw(5, lot=lot, seeds=0).byes for lot in range(40)]
    assert len(set(byes)) > 5
    assert all(len(found) == 3 for found in byes)


def fewest_meetings(n, country):
    """By trying every order of the lower half: the fewest first round meetings there can be."""
    size = bracket_size(n)
    upper = range(size - n + 1, size // 2 + 1)
    lower = range(size // 2 + 1, n + 1)
    return min(
        sum(country[a] == country[b] for a, b in zip(upper, order, strict=True)) for order in permutations(lower)
    )


@given(st.integers(5, 14), st.integers(0, 1000), st.data())
@settings(max_examples=times(20), deadline=None)
def test_countrymen_meet_only_where_it_cannot_be_avoided(n, lot, data):
    country = {seed: data.draw(st.sampled_from("ABC")) for seed in range(1, n + 1)}
    best = fewest_meetings(n, country)
    assert len(draw(n, lot=lot, apart=[country]).clashes) == best
    assert len(draw(n, lot=None, apart=[country]).clashes) == best


@given(st.integers(33, 128), st.integers(0, 1000), st.data())
@settings(max_examples=times(20), deadline=None)
def test_a_country_meets_itself_only_if_it_has_more_entries_than_matches(n, lot, data):
    country = {seed: data.draw(st.sampled_from("AAAAAABCD")) for seed in range(1, n + 1)}
    drawn = draw(n, lot=lot, apart=[country])
    matches = [pair for pair in pairs(drawn.lines) if None not in pair]
    playing = [country[seed] for pair in matches for seed in pair]
    unavoidable = max((playing.count(c) - len(matches) for c in set(playing)), default=0)
    assert len(drawn.clashes) == max(0, unavoidable)


def test_a_strict_draw_moves_the_nearest_seed():
    drawn = draw(16, lot=None, apart=[{2: "FRA", 15: "FRA", 3: "GBR", 14: "GBR"}])
    assert drawn.clashes == ()
    assert {(swap.moved, swap.with_seed) for swap in drawn.swaps} <= {(15, 14), (14, 15), (15, 16), (14, 13), (16, 14)}
    assert drawn.swaps[0].shared in ("FRA", "GBR")
    assert drawn.lines[0] == 1


def test_groups_are_kept_apart_before_countries():
    group = {1: "A", 8: "A"}
    country = {1: "NZL", 5: "NZL", 6: "NZL", 7: "NZL"}
    drawn = draw(8, lot=None, apart=[group, country])
    assert shared(group, *drawn.lines[:2]) is None
    assert len(drawn.clashes) == 1  # against 1 stands 8 of its group or one from its country


def test_unknown_countries_clash_with_nobody():
    assert draw(8, lot=3, apart=[dict.fromkeys(range(1, 9), "")]).swaps == ()


def test_impossible_draws():
    with pytest.raises(SeedingError):
        draw(1, lot=1)
    with pytest.raises(SeedingError):
        draw(4, lot=1, seeds=-1)


# The world championship of 2002: 128 in eight sections of 16


WTC_2002 = {
    "GBR": 31,
    "NZL": 19,
    "FRA": 17,
    "AUS": 13,
    "GER": 11,
    "HUN": 10,
    "USA": 8,
    "SVK": 3,
    "FIN": 2,
    "NED": 2,
    "SWE": 2,
}
"""Players of the first round by country; ten more countries had one each."""


@pytest.mark.parametrize("lot", range(6))
def test_sections_of_2002_have_four_seeds_each_and_countries_can_be_kept_apart(lot):
    entries = [name for name, count in WTC_2002.items() for _ in range(count)] + [f"other {i}" for i in range(10)]
    country = dict(zip(Lot(lot, "countries").shuffled(range(1, 129)), entries, strict=True))
    drawn = draw(128, lot=lot, apart=[country])
    sections = [drawn.lines[first : first + 16] for first in range(0, 128, 16)]
    assert [sum(seed <= 32 for seed in section) for section in sections] == [4] * 8
    assert [sum(seed <= 8 for seed in section) for section in sections] == [1] * 8
    assert drawn.clashes == ()
    assert drawn.swaps  # in the lot's own order some would have met their countrymen
