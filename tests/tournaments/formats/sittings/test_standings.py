"""Points of three and four players, and of drawn partners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import ScoringError
from tournaments.formats.sittings.standings import (
    bye_result,
    missed_result,
    most_points,
    seat_points,
    seat_results,
    seat_standings,
    shared_points,
)


@given(st.lists(st.integers(0, 60), min_size=3, max_size=4), st.booleans())
def test_the_points_of_all_pairs_are_shared(tiles, deadlock):
    tp = seat_points(tiles, pairs=False, deadlock=deadlock)
    assert sum(tp) == shared_points(len(tiles), pairs=False) == {3: 600, 4: 1200}[len(tiles)]
    assert max(tp) <= most_points(len(tiles), pairs=False)


def test_both_of_a_pair_have_its_points():
    assert seat_points((22, 17), pairs=True) == (150, 50, 150, 50)
    with pytest.raises(ScoringError):
        seat_points((1, 2, 3), pairs=True)
    with pytest.raises(ScoringError):
        seat_points((1, 2), pairs=False)


def test_a_game_counts_wins_and_tiles_over_each_opponent():
    tiles = (30, 20, 20, 10)
    rows = seat_results((1, 2, 3, 4), seat_points(tiles, pairs=False), tiles, pairs=False)
    assert [row.wins for row in rows] == [6, 3, 3, 0]
    assert [row.tiles for row in rows] == [40, 0, 0, -40]
    ruled = seat_results((1, 2, 3), (400, 200, 0), None, pairs=False)
    assert [(row.tp, row.wins) for row in ruled] == [(400, 0), (200, 0), (0, 0)]
    doubles = seat_results((1, 2, 3, 4), seat_points((22, 17), pairs=True), (22, 17), pairs=True)
    assert [(row.entry, row.tp, row.possible, row.wins, row.tiles) for row in doubles] == [
        (1, 150, 200, 2, 5), (2, 50, 200, 0, -5), (3, 150, 200, 2, 5), (4, 50, 200, 0, -5),
    ]  # fmt: skip


def test_the_order_is_by_share_so_that_tables_of_three_and_four_compare():
    three = seat_results((1, 2, 3), (300, 200, 100), None, pairs=False)  # 75, 50, 25 of 100
    four = seat_results((4, 5, 6, 7), (420, 360, 240, 180), None, pairs=False)  # 70, 60, 40, 30 of 100
    rows = seat_standings(range(1, 9), (*three, *four, bye_result(8, 1, 4, pairs=False)))
    assert [row.entry for row in rows] == [1, 4, 5, 8, 2, 6, 7, 3]
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 6, 7, 8]
    assert (rows[3].byes, rows[3].games) == (1, 0)


def test_a_round_missed_counts_nothing_of_what_could_be_had():
    played = seat_results((1, 2, 3), (250, 200, 150), None, pairs=False)
    rows = seat_standings((1, 2, 3), (*played, *played[1:], missed_result(1, 1, 3, pairs=False)))
    assert [(row.entry, row.games, row.tp, row.possible) for row in rows] == [
        (2, 2, 400, 800), (3, 2, 300, 800), (1, 1, 250, 800),
    ]  # fmt: skip


def test_level_ones_share_a_place_and_who_has_not_played_is_last():
    level = seat_results((1, 2, 3), (200, 200, 200), (15, 15, 15), pairs=False)
    rows = seat_standings((1, 2, 3, 4), level)
    assert [(row.entry, row.place) for row in rows] == [(1, 1), (2, 1), (3, 1), (4, 4)]
    assert seat_standings((), ()) == ()
