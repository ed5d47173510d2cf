import pytest

from games.engine.hexes import ORIGIN, Hex


def test_neighbours_go_clockwise_from_the_top():
    assert ORIGIN.neighbours() == (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def test_the_opposite_direction_leads_back():
    for direction in range(6):
        assert Hex(3, -2).neighbour(direction).neighbour(direction + 3) == Hex(3, -2)


def test_turning_moves_each_neighbour_one_direction_on():
    for direction in range(6):
        assert ORIGIN.neighbour(direction).rotated(1) == ORIGIN.neighbour(direction + 1)
    assert Hex(4, -1).rotated(6) == Hex(4, -1)
    assert Hex(4, -1).rotated(-1).rotated(1) == Hex(4, -1)


def test_the_text_form_round_trips():
    assert Hex.parse(str(Hex(-3, 12))) == Hex(-3, 12)


@pytest.mark.parametrize("text", ["", "1", "1;2", "a,b", "1,"])
def test_other_text_is_refused(text):
    with pytest.raises(ValueError, match=r"not a place|invalid literal"):
        Hex.parse(text)
