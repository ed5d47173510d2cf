from itertools import pairwise

import pytest

from tests.tournaments.formats.playing import played_through, seeded
from tournaments.formats.bracket import Target, bracket_view, round_keys
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.later_entry import Step
from tournaments.formats.layout import lay_out
from tournaments.formats.path import path_of
from tournaments.formats.plate import with_plate
from tournaments.formats.seeding import draw

STEPPED = draw(96, lot=1, steps=(Step(16, 3), Step(32, 2)))
EARLY = draw(19, lot=1, main=16)
STRUCTURES = {
    "knockout": knockout(100, third_place=True),
    "places": knockout(27, places_to=27),
    "later entry": with_plate(knockout(96, lines=STEPPED.lines), lot=1).structure,
    "preliminary": with_plate(knockout(19, lines=EARLY.lines, preliminary=EARLY.preliminary), lot=1).structure,
    "feed-in": with_plate(knockout(64), lot=1, every_loser=True, through_round=4).structure,
    **{f"double {n}": double_elimination(n) for n in (2, 3, 7, 23, 128)},
}
BRACKETS = [(name, b) for name, s in STRUCTURES.items() for b in dict.fromkeys(node.bracket for node in s.matches)]


def view_of(structure, bracket):
    return bracket_view(fold(structure, seeded(len(structure.seeds()))), bracket)


@pytest.mark.parametrize(("name", "bracket"), BRACKETS)
def test_boxes_stand_between_those_that_feed_them_and_a_row_apart(name, bracket):
    view = view_of(STRUCTURES[name], bracket)
    found = lay_out(view)
    assert [r.number for r in found.rounds] == list(range(1, len(found.rounds) + 1))
    assert {p.box.match for r in found.rounds for p in r.boxes} == {b.match for r in view.rounds for b in r.boxes}
    own_rows = []
    for round_ in found.rounds:
        assert all(b.y - a.y >= 1 for a, b in pairwise(round_.boxes))
        for placed in round_.boxes:
            known = {y for y in placed.feeders if y is not None}
            if known:
                assert placed.y == sum(known) / len(known)
            else:
                own_rows.append(placed.y)
            upper, lower = placed.feeders
            assert upper is None or lower is None or upper <= lower
    assert sorted(own_rows) == list(range(found.rows))


def test_lines_do_not_cross():
    for name, bracket in BRACKETS:
        for round_ in lay_out(view_of(STRUCTURES[name], bracket)).rounds:
            coming = [y for placed in round_.boxes for y in dict.fromkeys(placed.feeders) if y is not None]
            assert coming == sorted(coming)


def test_drop_in_rounds_of_a_losers_bracket_run_straight():
    found = lay_out(view_of(double_elimination(8), "losers"))
    assert [[p.y for p in r.boxes] for r in found.rounds] == [[0, 1], [0, 1], [0.5], [0.5]]
    assert [r.key for r in found.rounds] == ["round_1", "round_2", "round_3", "round_4"]
    assert [p.feeders for p in found.rounds[1].boxes] == [(0.0, None), (1.0, None)]


def test_what_is_said_of_dropping_in():
    structure = double_elimination(8)
    boxes = view_of(structure, "main").boxes
    target = structure[structure.loser_to[5][0]]
    assert boxes[5].loser_to == Target(target.id, target.number, "losers")
    assert boxes[7].winner_to == Target(14, 14, "final")
    assert boxes[1].winner_to == Target(5, 5, "main")
    slot = view_of(structure, "losers").boxes[target.id].slots[1]
    assert (slot.fed_by, slot.fed_from, slot.takes_loser) == (5, "main", True)
    final = view_of(structure, "final")
    assert final.boxes[14].loser_to == Target(15, 15, "final")
    assert final.boxes[15].winner_to is None
    assert final.neighbours(14).left is None
    assert view_of(structure, "main").neighbours(7).right is None


def test_round_keys():
    def keys(name, bracket):
        return list(round_keys(STRUCTURES[name], bracket).values())

    assert keys("later entry", "main") == ["round_1", "round_2", "round_3", "r32", "r16", "quarter", "semi", "final"]
    assert keys("places", "places_9") == ["places_9_16", "places_9_12", "places_9_10"]
    assert keys("places", "places_7") == ["places_7_8"]
    assert keys("feed-in", "plate") == [*(f"round_{r}" for r in range(1, 6)), "quarter", "semi", "final"]
    assert keys("double 128", "final") == ["round_1", "round_2"]
    assert keys("double 128", "main")[0] == "r128"
    assert not view_of(STRUCTURES["later entry"], "main").is_regular
    assert view_of(STRUCTURES["later entry"], "main").parts == 1
    assert view_of(STRUCTURES["knockout"], "main").is_regular


def test_parts_and_paths_of_what_is_no_regular_tree():
    structure = STRUCTURES["later entry"]
    folded = played_through(structure, seeded(96))
    view = bracket_view(folded)
    assert {tuple(view.parts_of(box)) for box in view.boxes.values()} == {(1,)}
    assert view.part_of(101) == 1
    assert [row.key for row in path_of(folded, 101)] == ["r32", "r16", "quarter", "semi", "final"]
    assert path_of(folded, 196)[0].key == "round_1"
    double = double_elimination(8)
    folded = played_through(double, seeded(8))
    assert [row.key for row in path_of(folded, 102)] == ["quarter", "semi", "final", "round_4", "round_1"]
