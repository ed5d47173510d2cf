"""What one casual game makes of rankings: each branch with numbers worked out by hand, and what always holds."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.casual import PlayedGame, rate_lobby_game, rate_margin_game
from ratings.maths.elo import Standing

A, B, C, D = 1, 2, 3, 4
margins = st.integers(-60, 60)
rankings = st.floats(10, 1000)


def test_two_newcomers_start_at_500():
    left, right = rate_lobby_game(PlayedGame((A,), (B,), 16), {})
    assert (left.before, left.own, left.opponent) == (Standing(500, 0), 500, 500)
    # 3·√16·√1·1, and 3·√16·√1·500/1000
    assert left.after == Standing(512, 1)
    assert right.after == Standing(494, 1)
    assert (left.margin, right.margin, left.tp, right.tp) == (16, -16, 173, 27)


def test_the_side_does_not_matter():
    standings = {A: Standing(640, 10), B: Standing(400, 3)}
    there = rate_lobby_game(PlayedGame((A,), (B,), -9), standings)
    back = rate_lobby_game(PlayedGame((B,), (A,), 9), standings)
    assert there == back[::-1]
    assert there[0].difference == pytest.approx(-9 * sqrt(640 / 400) * 0.64)
    assert there[1].difference == pytest.approx(9 * sqrt(640 / 400))


def test_a_draw_counts_as_a_game_and_moves_nothing():
    for change in rate_lobby_game(PlayedGame((A,), (B,), 0), {A: Standing(800, 7)}):
        assert change.difference == 0
        assert change.after.games == change.before.games + 1


@pytest.mark.parametrize(
    ("own", "robot", "margin", "difference"),
    [
        (300, 300, 9, 4.5),  # half of 9
        (600, 301, 9, 4.5 * sqrt(301 / 600) * 0.8),  # 299 above: still something
        (600, 300, 9, 0.0),  # 300 above: nothing
        (600, 300, -9, -4.5 * sqrt(2) * 0.6),  # but a loss is one
        (500, 550, 0, 0.0),
    ],
)
@pytest.mark.parametrize("side", ["left", "right"])
def test_robots(own, robot, margin, difference, side):
    standings = {A: Standing(own, 30)}
    if side == "right":
        game = PlayedGame((A,), (B,), margin, "right", robot)
    else:
        game = PlayedGame((B,), (A,), -margin, "left", robot)
    (change,) = rate_lobby_game(game, standings)
    assert (change.player, change.opponent, change.margin) == (A, robot, margin)
    assert change.difference == pytest.approx(difference)


@given(rankings, rankings, margins, st.sampled_from(["", "left", "right"]))
def test_lobby_rankings_keep_their_bounds_and_their_symmetry(a, b, margin, robot):
    standings = {A: Standing(a, 5), B: Standing(b, 5)}
    known = {"": 0.0, "left": a, "right": b}[robot]
    changes = rate_lobby_game(PlayedGame((A,), (B,), margin, robot, known), standings)
    turned = {"": "", "left": "right", "right": "left"}[robot]
    assert rate_lobby_game(PlayedGame((B,), (A,), -margin, turned, known), standings) == changes[::-1]
    for change in changes:
        assert 10 <= change.after.rating <= 1000
        assert change.difference * change.margin >= 0


def test_masters_play_for_the_share_of_tp():
    left, right = rate_margin_game(PlayedGame((A,), (B,), 16), {})
    # 17.3 of 20 expected 10: 40·(0.865 − 0.5)
    assert left.after.rating == pytest.approx(1500 + 14.6)
    assert right.after.rating == pytest.approx(1500 - 14.6)
    later = rate_margin_game(PlayedGame((A,), (B,), 16), {A: Standing(1500, 20), B: Standing(1500, 19)})
    assert [change.difference for change in later] == pytest.approx([7.3, -14.6])


def test_a_pair_counts_with_its_mean():
    standings = {A: Standing(1700, 30), B: Standing(1300, 5), C: Standing(1600, 30), D: Standing(1400, 30)}
    changes = rate_margin_game(PlayedGame((A, B), (C, D), 36), standings)
    assert [change.own for change in changes] == [1500] * 4
    assert [change.difference for change in changes] == pytest.approx([10, 20, -10, -10])


@given(st.lists(st.floats(500, 3000), min_size=4, max_size=4), margins)
def test_pairs_are_symmetric(ratings, margin):
    standings = {player: Standing(rating, 40) for player, rating in zip((A, B, C, D), ratings, strict=True)}
    changes = rate_margin_game(PlayedGame((A, B), (C, D), margin), standings)
    assert sum(change.difference for change in changes) == pytest.approx(0, abs=1e-9)
    back = rate_margin_game(PlayedGame((C, D), (A, B), -margin), standings)
    assert [c.after.rating for c in back] == pytest.approx([c.after.rating for c in changes[2:] + changes[:2]])
