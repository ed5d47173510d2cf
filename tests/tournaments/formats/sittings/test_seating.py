"""Who sits with whom in a round."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import PairingError
from tournaments.formats.sittings.seating import (
    Seating,
    draw_doubles,
    draw_tables,
    partners_at,
    seats_of_game,
    table_sizes,
)


@pytest.mark.parametrize(
    ("players", "size", "sizes"),
    [
        (2, 4, ()), (3, 4, (3,)), (4, 4, (4,)), (5, 4, (4,)), (6, 4, (3, 3)), (7, 4, (4, 3)), (8, 4, (4, 4)),
        (9, 4, (3, 3, 3)), (10, 4, (4, 3, 3)), (16, 4, (4, 4, 4, 4)), (5, 3, (4,)), (8, 3, (4, 4)), (10, 3, (3, 3, 4)),
    ],
)  # fmt: skip
def test_sizes_of_tables(players, size, sizes):
    assert table_sizes(players, size) == sizes


@given(st.integers(3, 40), st.integers(0, 2**32), st.sampled_from([3, 4]))
def test_everybody_sits_once_or_sits_out(count, lot, size):
    players = list(range(100, 100 + count))
    seating = draw_tables(players, (), lot, size)
    assert sorted([*(entry for table in seating.tables for entry in table), *seating.out]) == players
    assert all(len(table) in (3, 4) for table in seating.tables)
    assert seating == draw_tables(list(reversed(players)), (), lot, size)


def test_sixteen_meet_fifteen_others_in_five_rounds_or_nearly():
    history: list[Seating] = []
    for number in range(5):
        history.append(draw_tables(range(16), history, 40 + number))
    met = Counter(pair for seating in history for table in seating.tables for pair in combinations(sorted(table), 2))
    # 150 seats beside somebody for 120 twos: a fifth is left over whatever one does, chance alone leaves a third
    assert len(met) >= 90
    assert max(met.values()) <= 3


def test_the_opener_changes_between_rounds_and_games():
    history: list[Seating] = []
    for number in range(4):
        history.append(draw_tables(range(4), history, number))
    assert sorted(seating.tables[0][0] for seating in history) == [0, 1, 2, 3]
    assert [seats_of_game((7, 8, 9), game)[0] for game in (1, 2, 3, 4)] == [7, 8, 9, 7]


def test_one_of_five_sits_out_in_turn():
    history: list[Seating] = []
    for number in range(5):
        history.append(draw_tables(range(5), history, number))
    assert sorted(entry for seating in history for entry in seating.out) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("count", [4, 8, 12])
@pytest.mark.parametrize("lot", [1, 2])
def test_no_partner_twice_while_there_are_others(count, lot):
    history: list[Seating] = []
    for number in range(count - 1):
        history.append(draw_doubles(range(count), history, 1000 * lot + number))
    partners = Counter(pair for seating in history for table in seating.tables for pair in partners_at(table))
    assert set(partners.values()) == {1}
    assert len(partners) == count * (count - 1) // 2
    again = draw_doubles(range(count), history, 5)
    assert len(again.tables) == count // 4


def test_opponents_change_where_partners_leave_a_choice():
    history: list[Seating] = []
    for number in range(3):
        history.append(draw_doubles(range(16), history, number))
    met = Counter(
        frozenset((one, other))
        for seating in history
        for table in seating.tables
        for one in table[::2]
        for other in table[1::2]
    )
    # 48 meetings; four pairs against four by chance alone would repeat about nine of them
    assert sum(times - 1 for times in met.values()) <= 2


@given(st.integers(4, 23), st.integers(0, 2**32))
def test_doubles_are_drawn_again_from_the_lot(count, lot):
    one = draw_doubles(range(count), (), lot)
    assert one == draw_doubles(list(range(count))[::-1], (), lot)
    assert len(one.out) == count % 4
    assert sorted([*(entry for table in one.tables for entry in table), *one.out]) == list(range(count))


def test_too_few():
    with pytest.raises(PairingError):
        draw_tables([1, 2], (), 1)
    with pytest.raises(PairingError):
        draw_doubles([1, 2, 3], (), 1)
