"""Line-ups and substitutes (`docs/regulations.md` 6.1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.errors import LineUpError
from tournaments.formats.teams.line_up import (
    Squad,
    TeamPlayer,
    check_line_up,
    default_line_up,
    possible_substitutes,
    substitute,
)

# 1 to 5 are the regular players, 6 to 8 the substitutes
SQUAD = Squad(
    tuple(
        TeamPlayer(entry, points, is_substitute=entry > 5)
        for entry, points in enumerate((2000, 1900, 1800, 1700, 1600, 1950, 1750, 1500), start=1)
    ),
    boards=5,
)


def fault(line_up) -> str:
    with pytest.raises(LineUpError) as refused:
        check_line_up(line_up, SQUAD)
    return refused.value.code


def test_the_captain_orders_the_regular_players_as_he_likes():
    assert check_line_up([5, 3, 1, 2, 4], SQUAD) == (5, 3, 1, 2, 4)
    assert check_line_up([5, None, 1, 2, None], SQUAD) == (5, None, 1, 2, None)


@pytest.mark.parametrize(
    ("line_up", "code"),
    [
        ([1, 2, 3, 4], "line_up_length"),
        ([1, 2, 3, 4, 9], "not_in_team"),
        ([1, 2, 3, 4, 4], "player_twice"),
        ([1, None, None, 4, None], "too_few_players"),
        ([2, 6, 3, 4, 5], "too_strong"),  # 1950 below 1900
        ([2, None, 6, 4, 5], "too_strong"),  # the empty board between does not help
    ],
)
def test_line_ups_that_may_not_be_played(line_up, code):
    assert fault(line_up) == code


def test_a_substitute_takes_the_board_of_the_absentee():
    order = (1, 2, 3, 4, 5)
    assert substitute(order, SQUAD, 4, 7) == (1, 2, 3, 7, 5)
    assert substitute(order, SQUAD, 4, None) == (1, 2, 3, None, 5)
    assert substitute(order, SQUAD, 1, 6) == (6, 2, 3, 4, 5)
    assert substitute((1, 2, 3, None, 5), SQUAD, 4, 4) == order
    with pytest.raises(LineUpError, match="stronger"):
        substitute((2, 3, 4, 5, None), SQUAD, 5, 1)  # who steps in counts as a substitute, be it one of the first five
    for board, replacement, code in ((4, 6, "too_strong"), (6, 7, "no_such_board"), (4, 5, "already_seated")):
        with pytest.raises(LineUpError) as refused:
            substitute(order, SQUAD, board, replacement)
        assert refused.value.code == code
    assert possible_substitutes(order, SQUAD, 4) == (7, 8)
    assert possible_substitutes(order, SQUAD, 4, away=[7]) == (8,)


def test_without_a_word_from_the_captain_the_last_order_stands():
    assert default_line_up(SQUAD) == (1, 2, 3, 4, 5)
    assert default_line_up(SQUAD, (5, 4, 3, 2, 1)) == (5, 4, 3, 2, 1)
    # 9 is gone; who sits nowhere fills the board
    assert default_line_up(SQUAD, (5, 9, 3, 2, 1)) == (5, 4, 3, 2, 1)
    assert default_line_up(Squad(SQUAD.players[:3], 5)) == (1, 2, 3, None, None)


squads = st.lists(st.integers(1000, 2200), min_size=3, max_size=9).map(
    lambda points: Squad(tuple(TeamPlayer(n, p, is_substitute=n > 5) for n, p in enumerate(points, start=1)), 5)
)


@settings(max_examples=40)
@given(squads, st.data())
def test_whatever_is_substituted_is_legal_and_moves_nobody_else(squad, data):
    order = default_line_up(squad)
    for _turn in range(3):
        board = data.draw(st.integers(1, 5))
        choices = possible_substitutes(order, squad, board)
        if not choices:
            break
        chosen = data.draw(st.sampled_from(choices))
        after = substitute(order, squad, board, chosen)
        assert check_line_up(after, squad) == after
        assert [a for a, b in zip(after, order, strict=True) if a != b] == [chosen]
        above = [squad.player(entry) for entry in after[: after.index(chosen)] if entry is not None]
        player = squad.player(chosen)
        assert not (above and player.points > above[-1].points)
        order = after
