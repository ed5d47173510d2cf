import pytest

from tournaments.formats.colours import COLOURS, ColourRule, Preferences, assign_colours, draw_colours, starting_side
from tournaments.formats.errors import ScoringError

RED = Preferences("red", "blue")


@pytest.mark.parametrize(
    ("left", "right", "yields", "expected"),
    [
        (RED, Preferences("green"), None, ("red", "green", ColourRule.FIRST)),
        (RED, Preferences("blue", "red"), None, ("red", "blue", ColourRule.FIRST)),
        (RED, Preferences("red", "green"), None, ("blue", "green", ColourRule.SECOND)),
        (RED, Preferences("red", "green"), 0, ("blue", "red", ColourRule.YIELDED)),
        (RED, Preferences("red"), 1, ("red", None, ColourRule.YIELDED)),
        (RED, Preferences("red", "blue"), None, (None, None, ColourRule.AGREE)),
        (RED, Preferences("red"), None, (None, None, ColourRule.AGREE)),
        (RED, Preferences(), None, ("red", None, ColourRule.LEFT_OVER)),
        (Preferences(), RED, None, (None, "red", ColourRule.LEFT_OVER)),
        (Preferences(), Preferences(), None, (None, None, ColourRule.LEFT_OVER)),
    ],
)
def test_preferences(left, right, yields, expected):
    answer = assign_colours(left, right, yields=yields)
    assert (answer.left, answer.right, answer.rule) == expected
    assert not {answer.left, answer.right} & set(answer.free)


def test_a_side_without_preference_picks_what_is_left():
    assert assign_colours(RED, Preferences()).free == ("yellow", "green", "blue")


@pytest.mark.parametrize("colours", [("pink", None), (None, "red"), ("red", "red"), ("red", "pink")])
def test_impossible_preferences(colours):
    with pytest.raises(ScoringError):
        Preferences(*colours)


def test_drawn_colours_differ_and_come_from_the_seed():
    drawn = [draw_colours(seed) for seed in range(200)]
    assert all(a != b and {a, b} <= set(COLOURS) for a, b in drawn)
    assert len(set(drawn)) == 12
    assert draw_colours(5) == drawn[5]


def test_each_side_starts_about_as_often():
    assert 400 < sum(starting_side(seed) for seed in range(1000)) < 600
    assert {starting_side(1, game) for game in range(1, 20)} == {0, 1}
