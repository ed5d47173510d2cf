"""The draw of groups (`docs/regulations.md` 5.2)."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import SeedingError
from tournaments.formats.grouping import Crowd, GroupSwap, crowds, draw_groups, group_count


def test_a_snake():
    assert draw_groups(range(1, 12), 4, lot=None).groups == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5))


def test_by_lot_the_first_two_seeds_stand_at_the_ends_and_bands_are_spread():
    drawn = draw_groups(range(1, 21), 4, lot=7)
    assert (drawn.groups[0][0], drawn.groups[-1][0]) == (1, 2)
    assert drawn.bands == tuple(tuple(range(first, first + 4)) for first in (1, 5, 9, 13, 17))
    for band in drawn.bands:
        assert [len(set(band) & set(group)) for group in drawn.groups] == [1] * 4
    assert drawn == draw_groups(range(1, 21), 4, lot=7)
    assert drawn.groups != draw_groups(range(1, 21), 4, lot=8).groups


def test_every_group_can_be_drawn_for_everybody_and_for_the_place_left_over():
    seen = Counter()
    short = Counter()
    for lot in range(400):
        groups = draw_groups(range(1, 8), 3, lot=lot).groups
        seen.update(index for index, group in enumerate(groups) if 5 in group)
        short.update(index for index, group in enumerate(groups) if len(group) == 3)
    assert sorted(seen) == sorted(short) == [0, 1, 2]
    assert min(*seen.values(), *short.values()) > 90


def test_the_draw_is_the_same_in_another_process():
    code = (
        "from tournaments.formats.grouping import draw_groups;"
        "print(draw_groups(range(1, 31), 7, lot=5, countries={n: 'ABC'[n % 3] for n in range(1, 31)}).groups)"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    )  # fmt: skip
    ours = draw_groups(range(1, 31), 7, lot=5, countries={n: "ABC"[n % 3] for n in range(1, 31)}).groups
    assert other.stdout.strip() == str(ours)


def test_two_of_a_country_are_parted_by_one_exchange_within_a_band():
    drawn = draw_groups(range(1, 9), 4, lot=None, countries={1: "FIN", 8: "FIN"})
    assert drawn.groups == ((1, 7), (2, 8), (3, 6), (4, 5))
    assert drawn.swaps == (GroupSwap(8, 7, 0, 1, "FIN"),)


def test_in_a_short_band_an_entry_moves_to_the_free_place():
    drawn = draw_groups(range(1, 6), 2, lot=None, countries={1: "FIN", 5: "FIN"})
    assert drawn.groups == ((1, 4), (2, 3, 5))
    assert drawn.swaps == (GroupSwap(5, None, 0, 1, "FIN"),)


def test_an_exchange_that_brings_another_country_together_is_followed_by_one_more():
    # 4 has to leave 1, and 3, which comes for it, meets 5 of its own country.
    drawn = draw_groups(range(1, 6), 2, lot=None, countries={1: "FIN", 4: "FIN", 3: "FRA", 5: "FRA"})
    assert drawn.groups == ((1, 3), (2, 4, 5))
    assert drawn.swaps == (GroupSwap(4, 3, 0, 1, "FIN"), GroupSwap(5, None, 0, 1, "FIN"))


def test_teams_of_one_country_never_meet_or_the_draw_says_why():
    countries = {n: "NZL" if n in (1, 2, 9, 12) else "" for n in range(1, 13)}
    drawn = draw_groups(range(1, 13), 4, lot=3, countries=countries, never_together=True)
    assert [sum(countries[seed] == "NZL" for seed in group) for group in drawn.groups] == [1] * 4
    with pytest.raises(SeedingError) as refused:
        draw_groups(range(1, 13), 3, lot=3, countries=countries, never_together=True)
    assert refused.value.code == "too_many_of_country"
    assert refused.value.extra == {"country": "NZL", "entries": 4, "groups": 3}
    # where all play all in one group nothing can keep them apart
    assert draw_groups(range(1, 7), 1, lot=3, countries=countries, never_together=True).groups == ((1, 2, 3, 4, 5, 6),)
    assert crowds([[1, 2, 3]], countries, never_together=True) == ()


def test_crowds_of_groups_made_by_hand():
    countries = {1: "FIN", 2: "FIN", 3: "FRA", 4: "FRA", 5: "FRA", 6: ""}
    assert crowds([[1, 3], [2, 4, 5, 6]], countries) == ()
    assert crowds([[1, 2, 6], [3, 4, 5]], countries) == (Crowd(0, "FIN", (1, 2), 1), Crowd(1, "FRA", (3, 4, 5), 2))
    assert crowds([[1, 3], [2, 4, 5]], countries, never_together=True) == (Crowd(1, "FRA", (4, 5), 1),)


@given(
    st.integers(1, 9).flatmap(lambda groups: st.tuples(st.just(groups), st.integers(2 * groups, 6 * groups + 3))),
    st.data(),
    st.one_of(st.none(), st.integers(0, 10**6)),
)
def test_no_country_has_more_in_a_group_than_it_must(shape, data, lot):
    groups, n = shape
    names = data.draw(st.lists(st.sampled_from(["", "A", "B", "C", "D", "E"]), min_size=n, max_size=n))
    seeds = list(range(11, 11 + n))
    countries = dict(zip(seeds, names, strict=True))
    drawn = draw_groups(seeds, groups, lot=lot, countries=countries)
    assert crowds(drawn.groups, countries) == ()
    assert sorted(seed for group in drawn.groups for seed in group) == seeds
    assert all(list(group) == sorted(group) for group in drawn.groups)
    sizes = {len(group) for group in drawn.groups}
    assert max(sizes) - min(sizes) <= 1
    for band in drawn.bands:
        assert max(len(set(band) & set(group)) for group in drawn.groups) == 1
    plain = draw_groups(seeds, groups, lot=lot)
    assert [group[0] for group in drawn.groups] == [group[0] for group in plain.groups]
    redone = [list(group) for group in plain.groups]
    for swap in drawn.swaps:
        redone[swap.from_group].remove(swap.moved)
        redone[swap.to_group].append(swap.moved)
        if swap.with_seed is not None:
            redone[swap.to_group].remove(swap.with_seed)
            redone[swap.from_group].append(swap.with_seed)
    assert [sorted(group) for group in redone] == [list(group) for group in drawn.groups]


@pytest.mark.parametrize(
    ("n", "size", "count"), [(10, 5, 2), (11, 5, 3), (3, 2, 1), (2, 9, 1), (168, 4, 42), (9, 4, 3)]
)
def test_how_many_groups(n, size, count):
    assert group_count(n, size) == count


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: draw_groups([1, 2, 3], 2, lot=None), "too_few"),
        (lambda: draw_groups([1, 2, 3], 0, lot=None), "too_few"),
        (lambda: draw_groups([1, 2, 2], 1, lot=None), "entry_twice"),
        (lambda: group_count(4, 1), "bad_group_size"),
    ],
)
def test_impossible_draws_are_refused(call, code):
    with pytest.raises(SeedingError) as refused:
        call()
    assert refused.value.code == code
