"""Groups in opposite halves, as where a knockout follows a group stage."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import times
from tournaments.formats.seeding import bracket_size, draw, places


def halves(lines):
    half = len(lines) // 2
    return {seed: line >= half for line, seed in enumerate(lines) if seed is not None}


def together(lines, group):
    count = Counter((group[seed], side) for seed, side in halves(lines).items() if seed in group)
    return sum(k * (k - 1) // 2 for k in count.values())


def qualifiers(groups, each):
    """Seed numbers of the first, then the second … of all groups, and their group."""
    return {rank * groups + g + 1: "ABCDEFGHIJKLMNOP"[g] for rank in range(each) for g in range(groups)}


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_winners_meet_runners_up_of_other_groups_from_the_other_half(groups):
    for lot in [None, *range(8)]:
        group = qualifiers(groups, 2)
        drawn = draw(2 * groups, lot=lot, seeds=groups, halves=group)
        assert together(drawn.lines, group) == 0
        for a, b in zip(drawn.lines[::2], drawn.lines[1::2], strict=True):
            assert min(a, b) <= groups < max(a, b)
            assert group[a] != group[b]
        assert drawn.clashes == ()


@pytest.mark.parametrize(("groups", "each"), [(3, 2), (5, 2), (6, 2), (7, 2), (3, 3), (4, 3), (4, 4), (6, 4), (12, 2)])
def test_members_of_a_group_are_spread_evenly_over_both_halves(groups, each):
    for lot in [None, *range(5)]:
        group = qualifiers(groups, each)
        drawn = draw(groups * each, lot=lot, seeds=groups, halves=group)
        even = (each // 2) * (each // 2 - 1) // 2 + (each - each // 2) * (each - each // 2 - 1) // 2
        assert together(drawn.lines, group) == groups * even
        assert drawn.clashes == ()


@given(st.integers(4, 8), st.integers(0, 1000), st.booleans(), st.data())
@settings(max_examples=times(20), deadline=None)
def test_as_few_in_one_half_as_any_draw_with_these_bands(n, lot, by_lot, data):
    group = {seed: data.draw(st.sampled_from("ABC")) for seed in range(1, n + 1)}
    drawn = draw(n, lot=lot if by_lot else None, seeds=2, halves=group)
    order = places(bracket_size(n))
    closed = {order.index(len(order) + 1 - order[line]) for line, seed in enumerate(drawn.lines) if seed in drawn.byes}
    fixed = {line: seed for line, seed in enumerate(drawn.lines) if seed in (1, 2)}
    byes = {line: seed for line, seed in enumerate(drawn.lines) if seed in drawn.byes and seed > 2}
    free = [line for line in range(len(order)) if line not in closed and line not in fixed and line not in byes]

    def lines(exempt, others):
        at = fixed | dict(zip(byes, exempt, strict=True)) | dict(zip(free, others, strict=True))
        return [at.get(line) for line in range(len(order))]

    rest = [seed for seed in range(3, n + 1) if seed not in drawn.byes]
    best = min(
        together(lines(exempt, others), group)
        for exempt in permutations(byes.values())
        for others in permutations(rest)
    )
    assert together(drawn.lines, group) == best


def test_countries_are_mended_without_leaving_the_half():
    group = qualifiers(8, 2)
    country = {seed: "NZL" if seed in (1, 2, 9, 10) else "GBR" if seed in (3, 11, 12) else "" for seed in range(1, 17)}
    for lot in range(20):
        drawn = draw(16, lot=lot, seeds=8, halves=group, apart=[country])
        assert together(drawn.lines, group) == 0
        assert all(drawn.lines[line ^ 1] not in (9, 10) for line in (0, 15))
        assert drawn.clashes == ()


def test_exchanges_name_the_group():
    group = qualifiers(4, 2)
    swaps = [swap for lot in range(20) for swap in draw(8, lot=lot, seeds=4, halves=group).swaps]
    assert swaps
    assert {group[swap.moved] for swap in swaps} == {swap.shared for swap in swaps}
