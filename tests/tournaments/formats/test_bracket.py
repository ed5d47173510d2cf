import pytest

from tests.tournaments.formats.playing import beats, decide, double_of_four, leave, play_out, seeded
from tournaments.formats.bracket import bracket_view, round_name
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.facts import Decision, DecisionKind
from tournaments.formats.fold import MatchState, fold
from tournaments.formats.graph import BYE
from tournaments.formats.knockout import THIRD_PLACE, knockout
from tournaments.formats.path import PathStep, path_of
from tournaments.formats.plate import with_plate

EIGHT = knockout(8)


def view_of(structure, facts=None):
    return bracket_view(fold(structure, facts or seeded(len(structure.seeds()))))


@pytest.mark.parametrize(
    ("players", "name"),
    [(2, "final"), (4, "semi"), (8, "quarter"), (16, "r16"), (32, "r32"), (64, "r64"), (128, "r128")],
)
def test_round_names(players, name):
    assert round_name(players) == name


def test_every_draw_has_a_regular_shape():
    for n in [*range(2, 36), 48, 63, 64, 65, 96, 97, 127, 128]:
        view = view_of(knockout(n, third_place=True))
        assert view.size >= n > view.size // 2
        assert [len(r.boxes) for r in view.rounds] == [view.size >> k for k in range(1, len(view.rounds) + 1)]
        assert view.rounds[-1].key == "final"
        assert sum(r.total for r in view.rounds) == n - 1
        assert (view.third_place is not None) == (n > 2)
        for round_ in view.rounds:
            assert [box.position for box in round_.boxes] == list(range(len(round_.boxes)))
            covered = [part for box in round_.boxes for part in view.parts_of(box)]
            assert set(covered) == set(range(1, view.parts + 1))
            assert covered == sorted(covered)


def test_a_box_of_a_played_match():
    facts = seeded(8).with_decision(Decision(1, DecisionKind.PLAYED, (101, 108), 0, tp=(207, 193)))
    box = view_of(EIGHT, facts).boxes[1]
    assert (box.number, box.state, box.kind, box.next_match, box.next_slot) == (
        1, MatchState.DECIDED, DecisionKind.PLAYED, 5, 0,
    )  # fmt: skip
    left, right = box.slots
    assert (left.occupant, left.seed, left.tp, left.is_winner, left.is_out) == (101, 1, 207, True, False)
    assert (right.occupant, right.seed, right.tp, right.is_winner, right.is_out) == (108, 8, 193, False, True)


def test_a_box_that_waits_says_who_may_come():
    facts = beats(EIGHT, seeded(8), 1, 101)
    box = view_of(EIGHT, facts).boxes[5]
    assert box.slots[1].possible == (105, 104)
    assert box.slots[1].fed_by == 2
    assert not box.slots[1].takes_loser
    assert box.slots[0].possible == ()
    assert box.feeders == (1, 2)


def test_byes_are_boxes_and_no_matches_to_play():
    view = view_of(knockout(5))
    assert [box.is_to_play for box in view.rounds[0].boxes] == [False, True, False, False]
    assert view.rounds[0].boxes[0].slots[1].is_bye
    assert (view.rounds[0].settled, view.rounds[0].total) == (0, 1)
    assert view.rounds[0].boxes[0].slots[0].is_winner


def test_third_place_stands_beside_the_tree():
    view = view_of(knockout(8, third_place=True))
    assert view.third_place.label == THIRD_PLACE
    assert view.third_place.slots[0].takes_loser
    assert view.third_place.slots[0].fed_by == 5
    assert [box.match for box in view.rounds[-1].boxes] == [8]
    assert view.neighbours(7).left == 5
    assert view.neighbours(7).up is None


def test_parts():
    assert [view_of(knockout(n)).parts for n in (2, 16, 17, 32, 33, 64, 65, 128)] == [1, 1, 4, 4, 4, 4, 4, 4]
    view = view_of(knockout(128))
    assert [list(view.parts_of(view.boxes[m])) for m in (1, 16, 17, 64, 121, 124, 125, 126, 127)] == [
        [1], [1], [2], [4], [1], [4], [1, 2], [3, 4], [1, 2, 3, 4],
    ]  # fmt: skip
    assert view.part_of(101) == 1
    assert view.part_of(102) == 4
    assert view.part_of(999) is None


def test_the_current_round_and_the_busiest_part():
    structure = knockout(128)
    facts = seeded(128)
    assert view_of(structure, facts).current_round == 1
    for match in range(1, 17):
        facts = beats(structure, facts, match, fold(structure, facts)[match].occupants[0])
    view = view_of(structure, facts)
    assert view.current_round == 1
    assert view.busiest_part(1) == 2
    assert view.busiest_part(2) == 1
    over = view_of(EIGHT, play_out(EIGHT, seeded(8)))
    assert over.current_round == 3
    assert [r.settled for r in over.rounds] == [4, 2, 1]


def test_arrow_keys():
    view = view_of(knockout(128))
    match = 1
    for key, expected in (("down", 2), ("right", 65), ("right", 97), ("left", 65)):
        match = getattr(view.neighbours(match), key)
        assert match == expected
    assert view.neighbours(1).up is None
    assert view.neighbours(64).down is None
    assert view.neighbours(127).right is None
    assert view.neighbours(1).left is None


def test_no_such_bracket():
    with pytest.raises(KeyError):
        bracket_view(fold(EIGHT, seeded(8)), "plate")


def test_brackets_of_one_structure_are_separate():
    folded = fold(double_of_four(), seeded(4))
    assert [box.match for r in bracket_view(folded).rounds for box in r.boxes] == [1, 2, 3]


# The path of an entry


def steps(rows):
    return [(row.key, row.match, row.step) for row in rows]


def test_the_path_ahead_of_an_unplayed_entry():
    rows = path_of(fold(knockout(128), seeded(128)), 101)
    assert [row.key for row in rows] == ["r128", "r64", "r32", "r16", "quarter", "semi", "final"]
    assert [row.step for row in rows] == [PathStep.NEXT, *[PathStep.AHEAD] * 6]
    assert rows[0].opponent == 228
    assert [len(row.possible) for row in rows] == [0, 2, 4, 8, 16, 32, 64]


def test_the_path_of_a_champion_and_of_who_lost():
    structure = knockout(8, third_place=True)
    folded = fold(structure, play_out(structure, seeded(8)))
    assert steps(path_of(folded, 101)) == [
        ("quarter", 1, PathStep.WON), ("semi", 5, PathStep.WON), ("final", 8, PathStep.WON),
    ]  # fmt: skip
    assert steps(path_of(folded, 104)) == [
        ("quarter", 2, PathStep.WON), ("semi", 5, PathStep.LOST), (THIRD_PLACE, 7, PathStep.LOST),
    ]  # fmt: skip
    assert steps(path_of(folded, 108)) == [("quarter", 1, PathStep.LOST)]
    assert path_of(folded, 999) == ()


def test_byes_and_double_defaults_on_a_path():
    structure = knockout(5)
    assert steps(path_of(fold(structure, seeded(5)), 101))[0] == ("quarter", 1, PathStep.BYE)
    facts = decide(structure, seeded(5), 2, DecisionKind.DOUBLE_DEFAULT)
    folded = fold(structure, facts)
    assert steps(path_of(folded, 101)) == [
        ("quarter", 1, PathStep.BYE), ("semi", 5, PathStep.BYE), ("final", 7, PathStep.NEXT),
    ]  # fmt: skip
    assert path_of(folded, 101)[1].opponent is BYE
    assert steps(path_of(folded, 104)) == [("quarter", 2, PathStep.LOST)]


def test_who_left_has_nothing_ahead():
    facts = leave(EIGHT, beats(EIGHT, seeded(8), 1, 101), 101)
    assert steps(path_of(fold(EIGHT, facts), 101)) == [("quarter", 1, PathStep.WON), ("semi", 5, PathStep.NEXT)]


def test_a_path_leads_on_into_the_plate():
    structure = with_plate(EIGHT, lot=1).structure
    facts = beats(structure, seeded(8), 1, 101)
    folded = fold(structure, facts)
    assert [row.step for row in path_of(folded, 108)] == [PathStep.LOST, PathStep.NEXT, PathStep.AHEAD, PathStep.AHEAD]
    assert [row.step for row in path_of(folded, 101)] == [PathStep.WON, PathStep.NEXT, PathStep.AHEAD]


def test_a_path_through_a_double_elimination_ends_with_the_grand_final_that_is_sure():
    structure = double_elimination(4)
    folded = fold(structure, seeded(4))
    assert [row.match for row in path_of(folded, 101)] == [1, 3, 6]
    unbeaten = play_out(structure, seeded(4))
    assert path_of(fold(structure, unbeaten), 101)[-1].match == 6  # a second one was not needed
