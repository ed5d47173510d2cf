"""Typing and moving the order of a team."""

import pytest

from tournaments.forms.teams import OrderForm

PLAYERS = (11, 12, 13, 14)


def form(*numbers: str) -> OrderForm:
    return OrderForm(PLAYERS, 3, dict(zip(PLAYERS, numbers, strict=True)))


def test_numbers_are_boards_and_a_player_without_one_does_not_play():
    typed = form("2", "1", " 3 ", "")
    assert (typed.order, typed.empty, typed.errors) == ((12, 11, 13), (), {})
    assert typed.shown == (12, 11, 13, 14)
    assert OrderForm.of(PLAYERS, (12, None, 13)).empty == (2,)


@pytest.mark.parametrize("wrong", ["0", "4", "-1", "x", "1.5", "9999", "²", "1", "01"])
def test_what_is_no_board_or_given_twice_is_said_beside_its_player(wrong):
    typed = form("1", "2", wrong, "")
    assert list(typed.errors) == [13]
    assert typed.order == (11, 12, None)


def test_moves_exchange_neighbours_and_bring_in_who_waits():
    start = form("1", "2", "3", "")
    assert start.moved(12, -1).order == (12, 11, 13)
    assert start.moved(12, 1).order == (11, 13, 12)
    assert start.moved(11, -1).order == (11, 12, 13)  # nothing is above board 1
    assert start.moved(14, -1).order == (11, 12, 14)  # who came up takes the last board
    assert start.moved(13, 1).order == (11, 12, 14)
    assert start.moved(14, 1).order == start.moved(99, 1).order == (11, 12, 13)
    assert OrderForm.of(PLAYERS[:3], (11, 12, 13)).moved(13, 1).order == (11, 12, None)
