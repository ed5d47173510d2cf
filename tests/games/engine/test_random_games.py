from random import Random

import pytest

from games.engine import Colour
from games.engine.random_games import random_record


def test_colours_and_names_may_be_given():
    record = random_record(Random(1), players=3, colours=["green", Colour.RED, "blue"], names=["Ann", "Bo", "Cy"])
    assert [player["colour"] for player in record["players"]] == ["green", "red", "blue"]
    assert [player["name"] for player in record["players"]] == ["Ann", "Bo", "Cy"]


def test_doubles_take_the_colours_of_two_teams_or_of_four_seats():
    for colours in (["red", "blue"], ["red", "blue", "red", "blue"]):
        record = random_record(Random(1), players=4, doubles=True, colours=colours)
        assert [player["colour"] for player in record["players"]] == ["red", "blue", "red", "blue"]
    assert set(record["result"]["scores"]) == {"red", "blue"}


@pytest.mark.parametrize(
    ("players", "doubles", "colours"),
    [(1, False, None), (5, False, None), (3, True, None), (2, False, ["red", "red"]), (4, True, ["red", "red"])],
)
def test_what_cannot_be_is_refused(players, doubles, colours):
    with pytest.raises(ValueError, match=r"cannot play|do not suit"):
        random_record(Random(1), players=players, doubles=doubles, colours=colours)


def test_the_first_player_drew_the_highest_start_tile():
    for seed in range(10):
        start_tiles = random_record(Random(seed), players=4)["start_tiles"]
        assert start_tiles[0] == max(start_tiles)
