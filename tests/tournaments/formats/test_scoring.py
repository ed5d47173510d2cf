import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import ScoringError
from tournaments.formats.scoring import (
    DOUBLES_LIMIT,
    after_penalties,
    full_minutes,
    game_points,
    time_penalty,
    tournament_points,
)

TABLE = Path(__file__).parents[2] / "data" / "tournaments" / "tp_table.csv"


def tenths(text: str) -> int:
    whole, tenth = text.split(".")
    return 10 * int(whole) + int(tenth)


def test_the_published_table():
    rows = list(csv.DictReader(TABLE.open(encoding="utf-8")))
    assert len(rows) == 37
    for row in rows:
        expected = (tenths(row["winner_tp"]), tenths(row["loser_tp"]))
        assert tournament_points(int(row["margin_tiles"])) == expected


@pytest.mark.parametrize(
    ("tiles", "tp"),
    [((19, 19), (100, 100)), ((22, 17), (150, 50)), ((42, 12), (193, 7)), ((22, 36), (30, 170)), ((60, 0), (200, 0))],
)
def test_points_of_a_game(tiles, tp):
    assert game_points(tiles) == tp


def test_a_deadlocked_game_is_a_draw():
    assert game_points((20, 3), deadlock=True) == (100, 100)
    assert game_points((20, 3, 9), deadlock=True) == (200, 200, 200)


def test_three_and_four_players_share_the_sums_of_the_pairs():
    # 20 beats 11 by 9 (16.0) and 15 by 5 (15.0); 15 beats 11 by 4 (14.7).
    assert game_points((20, 15, 11)) == (310, 50 + 147, 40 + 53)
    assert sum(game_points((20, 15, 11, 3))) == 1200


@given(st.lists(st.integers(0, 120), min_size=2, max_size=4))
def test_all_points_are_shared_and_more_tiles_never_give_fewer(tiles):
    points = game_points(tiles)
    pairs = len(tiles) * (len(tiles) - 1) // 2
    assert sum(points) == 200 * pairs
    assert [p for _, p in sorted(zip(tiles, points, strict=True))] == sorted(points)


@pytest.mark.parametrize(("seconds", "tp"), [(899, 0), (900, 10), (959, 10), (960, 20), (24 * 60, 100)])
def test_time_penalty_of_a_player(seconds, tp):
    assert time_penalty(full_minutes(seconds)) == tp


def test_time_penalty_of_a_pair_counts_both_clocks():
    assert time_penalty(23, DOUBLES_LIMIT) == 0
    assert time_penalty(24, DOUBLES_LIMIT) == 10


def test_penalties_are_netted_and_stay_within_the_game():
    assert after_penalties((133, 67), (time_penalty(15), time_penalty(16))) == (143, 57)
    assert after_penalties((200, 0), (0, time_penalty(17))) == (200, 0)
    assert after_penalties((30, 170), (100, 0)) == (0, 200)


@given(st.integers(0, 200), st.integers(0, 400), st.integers(0, 400))
def test_penalties_keep_the_sum(left, a, b):
    tp = after_penalties((left, 200 - left), (a, b))
    assert sum(tp) == 200
    assert min(tp) >= 0
    assert after_penalties((200 - left, left), (b, a)) == tp[::-1]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: tournament_points(-1), "bad_margin"),
        (lambda: game_points((5,)), "bad_sides"),
        (lambda: game_points((5, 4, 3, 2, 1)), "bad_sides"),
        (lambda: game_points((5, -1)), "bad_tiles"),
        (lambda: full_minutes(-1), "bad_time"),
        (lambda: time_penalty(-1), "bad_time"),
        (lambda: time_penalty(3, 0), "bad_time"),
        (lambda: after_penalties((100, 90), (0, 0)), "bad_tp"),
        (lambda: after_penalties((100, 100), (-10, 0)), "bad_penalty"),
    ],
)
def test_nonsense_is_refused(call, code):
    with pytest.raises(ScoringError) as caught:
        call()
    assert caught.value.code == code
