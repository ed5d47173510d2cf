import pytest

from tests.tournaments.formats.playing import played_through, seeded
from tournaments.formats.knockout import THIRD_PLACE, knockout
from tournaments.formats.seeding import draw


def test_all_places_can_be_played_off():
    for n in [*range(2, 34), 64, 100, 128]:
        structure = knockout(n, places_to=n)
        folded = played_through(structure, seeded(n))
        assert folded.is_finished
        assert sorted(folded.places.values()) == list(range(1, n + 1))


@pytest.mark.parametrize("n", [5, 6, 7, 8, 11, 16, 27])
@pytest.mark.parametrize("places_to", [2, 3, 5, 7, 9])
def test_only_down_to_the_place_asked_for(n, places_to):
    structure = knockout(n, lines=draw(n, lot=n).lines, places_to=places_to)
    folded = played_through(structure, seeded(n))
    for rank in folded.ranking():
        assert len(rank.entries) == 1 or rank.place > places_to
    assert {node.bracket for node in structure.matches} <= {"main", "places_5", "places_7", "places_9"}


def test_play_offs_are_trees_of_their_own_after_the_final():
    structure = knockout(8, places_to=8, games=(4, 5, 6), third_place_games=7)
    assert [(m.number, m.bracket, m.label) for m in structure.matches[6:]] == [
        (7, "main", THIRD_PLACE), (8, "main", ""), (9, "places_5", ""), (10, "places_5", ""), (11, "places_5", ""),
        (12, "places_7", ""),
    ]  # fmt: skip
    assert [m.games for m in structure.matches[6:]] == [7, 6, 4, 4, 4, 4]
    assert {m.ranking for m in structure.matches} == {"main"}
    assert (structure[11].winner_place, structure[11].loser_place) == (5, 6)
    assert (structure[12].winner_place, structure[12].loser_place) == (7, 8)


def test_nobody_plays_off_alone():
    assert len(knockout(5, places_to=5).matches) == 7 + 1  # one loser in the first round: fifth without a match
    assert len(knockout(6, places_to=6).matches) == 7 + 1 + 1
