"""What rounds and matches are called, for every kind of match."""

import pytest
from django.utils import translation

from tournaments.formats.bracket import round_keys
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.knockout import knockout
from tournaments.formats.plate import with_plate
from tournaments.formats.round_robin import round_robin
from tournaments.formats.seeding import draw
from tournaments.models import Match, Stage
from tournaments.selectors.pages.round_names import match_round, nth, round_name, tree_round


def stage_of(kind, structure) -> Stage:
    """A stage as it is stored after the draw."""
    brackets = dict.fromkeys(node.bracket for node in structure.matches)
    return Stage(kind=kind, rounds={b: list(round_keys(structure, b).values()) for b in brackets})


EARLY = draw(19, lot=1, main=16)
PLAYED_OUT = stage_of("knockout", knockout(12, places_to=12))
PLATE = stage_of(
    "knockout",
    with_plate(knockout(19, lines=EARLY.lines, preliminary=EARLY.preliminary), lot=1, every_loser=True).structure,
)
DOUBLE = stage_of("double_elimination", double_elimination(8))
GROUPS = stage_of("groups", round_robin([(1, 2, 3), (4, 5, 6)]))
ALL_PLAY_ALL = stage_of("groups", round_robin([(1, 2, 3, 4)]))
SWISS = Stage(kind="swiss", rounds={})


@pytest.mark.parametrize(
    ("stage", "bracket", "number", "names"),
    [
        (PLAYED_OUT, "main", 1, ("Round of 16", "round of 16", "R16")),
        (PLAYED_OUT, "main", 4, ("Final", "final", "F")),
        (PLAYED_OUT, "places_5", 1, ("Places 5–8", "places 5–8", "5–8")),
        (PLAYED_OUT, "places_5", 2, ("Match for 5th place", "match for 5th place", "5th")),
        (PLAYED_OUT, "places_9", 1, ("Places 9–12", "places 9–12", "9–12")),
        (PLATE, "preliminary", 1, ("Preliminary round", "preliminary round", "Pre")),
        (PLATE, "plate", 1, ("Plate, round 1", "plate, round 1", "Plate R1")),
        (PLATE, "plate", 5, ("Plate, final", "plate, final", "Plate F")),
        (DOUBLE, "main", 1, ("Winners’ quarter-final", "winners’ quarter-final", "W QF")),
        (DOUBLE, "losers", 2, ("Losers’ round 2", "losers’ round 2", "L2")),
        (DOUBLE, "losers", 4, ("Losers’ final", "losers’ final", "LF")),
        (DOUBLE, "final", 1, ("Grand final", "grand final", "GF")),
        (DOUBLE, "final", 2, ("Grand final, second match", "second match of the grand final", "GF 2")),
    ],
)
def test_rounds_of_trees(stage, bracket, number, names):
    found = round_name(stage, bracket, number)
    assert (found.title, found.word, found.tab) == names


def test_the_plate_is_not_named_again_inside_it():
    assert round_name(PLATE, "plate", 5, inside=True).title == "Final"
    assert round_name(DOUBLE, "main", 1, inside=True).title == "Quarter-finals"


def test_third_place():
    assert round_name(DOUBLE, "main", 3, label="third_place").title == "Match for third place"


@pytest.mark.parametrize(
    ("match", "title", "word"),
    [
        (Match(stage=GROUPS, table="B", bracket="B", round=2, position=0), "Group B, round 2", "group B, round 2"),
        (Match(stage=ALL_PLAY_ALL, table="A", bracket="A", round=2, position=0), "Round 2", "round 2"),
        (Match(stage=SWISS, table="S", bracket="S", round=3, position=4), "Round 3, table 5", "round 3, table 5"),
    ],
)
def test_matches_of_tables(match, title, word):
    assert (match_round(match).title, match_round(match).word) == (title, word)


def test_a_round_of_a_swiss_stands_over_all_its_tables():
    assert round_name(SWISS, "S", 3, table="S").title == "Round 3"


def test_the_number_of_a_round_is_that_of_its_matches_in_french_and_russian():
    with translation.override("fr"):
        assert tree_round(1024).title == "512es de finale"
        assert round_name(PLATE, "plate", 5).title == "Consolante, finale"
        assert round_name(PLAYED_OUT, "places_5", 2).title == "Match pour la 5e place"
    with translation.override("ru"):
        assert tree_round(32).word == "1/16 финала"
        assert round_name(PLAYED_OUT, "places_5", 2).title == "Матч за 5-е место"


@pytest.mark.parametrize(
    ("place", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (5, "5th"), (11, "11th"), (21, "21st")]
)
def test_ordinals(place, text):
    assert nth(place) == text
