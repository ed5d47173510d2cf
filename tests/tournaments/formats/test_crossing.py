"""Knockouts fed by groups: who can meet whom, and when."""

from itertools import combinations

import pytest

from tournaments.formats.crossing import cross_lines
from tournaments.formats.errors import SeedingError
from tournaments.formats.knockout import knockout


def names(lines, groups):
    return [None if seed is None else "ABCDEFGH"[(seed - 1) % groups] + str((seed - 1) // groups + 1) for seed in lines]


def test_winners_meet_runners_up_of_the_neighbour():
    assert names(cross_lines(2, 2), 2) == ["A1", "B2", "A2", "B1"]
    assert names(cross_lines(4, 2), 4) == ["A1", "B2", "C2", "D1", "C1", "D2", "A2", "B1"]
    lines = names(cross_lines(8, 2), 8)
    for winner, second in ("AB", "BA", "CD", "DC", "EF", "FE", "GH", "HG"):
        assert lines.index(f"{winner}1") ^ 1 == lines.index(f"{second}2")


def test_with_three_groups_two_winners_have_the_byes():
    assert names(cross_lines(3, 2), 3) == ["A1", None, "B2", "C2", "C1", "A2", None, "B1"]


@pytest.mark.parametrize("lot", [None, 4])
@pytest.mark.parametrize("first", range(1, 5))
def test_entries_of_a_group_meet_as_late_as_they_can(first, lot):
    for groups in range(1 + (first == 1), 17):
        lines = cross_lines(groups, first, lot=lot)
        line = {seed: i for i, seed in enumerate(lines) if seed is not None}
        assert sorted(line) == list(range(1, groups * first + 1))
        # two in opposite halves, three or four in different quarters
        latest = len(lines).bit_length() - (first - 1).bit_length()
        for group in range(1, groups + 1):
            for one, other in combinations(range(group, groups * first + 1, groups), 2):
                assert (line[one] ^ line[other]).bit_length() >= latest
        free = {lines[i ^ 1] for i, seed in enumerate(lines) if seed is None}
        ranks = {seed: (seed - 1) // groups for seed in line}
        assert not free or max(ranks[s] for s in free) <= min((ranks[s] for s in line if s not in free), default=first)
        if first == 2 and 2 * groups == len(lines):
            assert all(min(pair) <= groups < max(pair) for pair in zip(lines[::2], lines[1::2], strict=True))


def test_a_lot_draws_again_and_differently():
    assert cross_lines(8, 2, lot=1) == cross_lines(8, 2, lot=1)
    assert len({cross_lines(8, 2, lot=lot) for lot in range(10)}) > 5


def test_the_best_of_the_others_come_behind():
    lines = cross_lines(6, 2, extra=4)
    assert sorted(lines) == list(range(1, 17))
    assert knockout(16, lines=lines).seeds() == tuple(range(1, 17))


@pytest.mark.parametrize(("groups", "first"), [(0, 2), (1, 1), (3, 0)])
def test_no_field(groups, first):
    with pytest.raises(SeedingError) as refused:
        cross_lines(groups, first)
    assert refused.value.code == "too_few"
