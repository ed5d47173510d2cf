"""Waves give the very floats that one game after the other gives (`docs/regulations.md` 9.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.maths.errors import RatingError
from ratings.maths.lobby import lobby_change
from ratings.maths.sequence import lobby_sequence

PLAYERS = 6
GAMES = st.lists(
    st.tuples(st.permutations(range(PLAYERS)).map(lambda order: order[:2]), st.integers(0, 60)), max_size=60
)


@given(
    rankings=st.lists(st.floats(10, 1000), min_size=PLAYERS, max_size=PLAYERS),
    games=GAMES,
    robots=st.sampled_from([(), (0,), (1, 3)]),
)
def test_the_same_as_game_by_game(rankings, games, robots):
    expected = list(rankings)
    for (winner, loser), margin in games:
        if winner in robots and loser in robots:
            continue
        robot = "winner" if winner in robots else "loser" if loser in robots else ""
        expected[winner], expected[loser] = lobby_change(expected[winner], expected[loser], margin, robot=robot)
    pairs = [pair for pair, _margin in games]
    found = lobby_sequence(
        rankings, [w for w, _l in pairs], [x for _w, x in pairs], [m for _p, m in games], robots=robots
    )
    assert found == expected


@pytest.mark.parametrize(
    ("code", "games"),
    [
        ("bad_game", ([0], [0], [1])),
        ("bad_game", ([0], [1], [1, 2])),
        ("bad_margin", ([0], [1], [-1])),
        ("bad_ranking", ([0], [2], [1])),
    ],
)
def test_games_that_cannot_be(code, games):
    rankings = [500.0, 600.0, 1001.0 if code == "bad_ranking" else 700.0]
    with pytest.raises(RatingError) as refused:
        lobby_sequence(rankings, *games)
    assert refused.value.code == code
