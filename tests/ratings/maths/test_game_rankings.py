"""Lobby, Master and doubles rankings, game by game (`docs/regulations.md` 9.1, 9.2)."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.elo import Standing
from ratings.maths.errors import RatingError
from ratings.maths.lobby import lobby_change
from ratings.maths.margin import margin_change, newcomer, pair_change

rankings = st.floats(10, 1000)
margins = st.integers(0, 60)


def test_two_beginners():
    after = lobby_change(500, 500, 4)
    assert after == pytest.approx((500 + 3 * 2 * 1.0, 500 - 3 * 2 * 0.5))


def test_the_ratio_of_the_rankings_counts_by_its_root():
    assert lobby_change(400, 900, 9)[0] == pytest.approx(400 + 9 * sqrt(900 / 400))
    assert lobby_change(900, 400, 9)[0] == pytest.approx(900 + 9 * sqrt(400 / 900) * 0.2)


def test_gains_fall_and_losses_rise_towards_the_top():
    assert lobby_change(750, 750, 1)[0] - 750 == pytest.approx(1.5)
    assert 1000 - lobby_change(500, 1000, 1)[1] == pytest.approx(3 * sqrt(2))
    assert lobby_change(1000, 800, 36)[0] == 1000


def test_robots():
    gain = lobby_change(500, 400, 9)[0] - 500
    assert lobby_change(500, 400, 9, robot="loser") == pytest.approx((500 + gain / 2, 400))
    assert lobby_change(700, 400, 9, robot="loser") == (700, 400)
    loss = 500 - lobby_change(750, 500, 9)[1]
    assert lobby_change(750, 500, 9, robot="winner") == pytest.approx((750, 500 - loss / 2))


@given(rankings, rankings, margins)
def test_rankings_stay_within_bounds_and_move_the_right_way(winner, loser, margin):
    after_winner, after_loser = lobby_change(winner, loser, margin)
    assert winner <= after_winner <= 1000
    assert 10 <= after_loser <= loser
    if margin == 0:
        assert (after_winner, after_loser) == (winner, loser)


@pytest.mark.parametrize("arguments", [(9, 500, 1), (500, 1001, 1), (500, 500, -1)])
def test_impossible_values_are_refused(arguments):
    with pytest.raises(RatingError):
        lobby_change(*arguments)


def test_masters_start_level_and_move_faster_at_first():
    left, right = margin_change(newcomer(), newcomer(), (150, 50))
    assert (left, right) == (Standing(1510, 1), Standing(1490, 1))
    old = Standing(1500, 20)
    assert margin_change(old, old, (150, 50))[0] == Standing(1505, 21)


@given(st.floats(500, 3000), st.floats(500, 3000), st.integers(0, 200))
def test_what_one_wins_the_other_loses(a, b, tp):
    left, right = margin_change(Standing(a, 50), Standing(b, 50), (tp, 200 - tp))
    assert left.rating - a == pytest.approx(b - right.rating, abs=1e-9)
    turned = margin_change(Standing(b, 50), Standing(a, 50), (200 - tp, tp))
    assert [side.rating for side in turned] == pytest.approx([right.rating, left.rating], abs=1e-9)


def test_a_pair_is_rated_at_its_mean_and_both_move():
    left = (Standing(1600, 50), Standing(1400, 50))
    right = (Standing(1500, 50), Standing(1500, 50))
    after_left, after_right = pair_change(left, right, (200, 0))
    assert [s.rating for s in after_left] == [1610, 1410]
    assert [s.rating for s in after_right] == [1490, 1490]
    with pytest.raises(RatingError):
        pair_change(left, right, (200, 10))
