"""What is shown of brackets of any shape."""

import re

import pytest

from tests.tournaments.formats.playing import beats, seeded
from tests.tournaments.formats.test_layout import BRACKETS, STRUCTURES, view_of
from tournaments.formats.bracket import bracket_view
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.layout import lay_out
from tournaments.formats.plate import with_plate
from tournaments.formats.tree import overview, quarters, shown, without_byes


@pytest.mark.parametrize("n", [16, 23, 100, 128])
def test_quarters_of_a_losers_bracket(n):
    view = bracket_view(fold(double_elimination(n), seeded(n)), "losers")
    parts = quarters(view)
    assert len(parts) == 4
    assert len(frozenset.union(*parts)) == sum(map(len, parts))  # nobody is in two
    left = set(view.boxes) - frozenset.union(*parts)
    assert {view.boxes[match].round for match in left} == {r.number for r in view.rounds if len(r.boxes) < 4}


def test_no_quarters_where_no_round_has_four_matches():
    assert quarters(bracket_view(fold(double_elimination(8), seeded(8)), "losers")) == ()


def test_a_quarter_from_a_round_on():
    view = bracket_view(fold(double_elimination(32), seeded(32)), "losers")
    part = quarters(view)[1]
    found = shown(view, active=3, within=part)
    assert [(r.number, len(r.boxes)) for r in found.rounds] == [(3, 1), (4, 1)]
    assert lay_out(found).rows == 1
    assert [len(r.boxes) for r in shown(view, active=5).rounds] == [2, 2, 1, 1]
    assert lay_out(shown(view)).rows == 8


@pytest.mark.parametrize(("name", "bracket"), BRACKETS)
def test_the_strip_has_a_line_for_every_slot_within_its_box(name, bracket):
    view = view_of(STRUCTURES[name], bracket)
    strip = overview(lay_out(view), parts=quarters(view))
    lines = re.findall(r"M([\d.-]+) ([\d.]+)V([\d.]+)H([\d.-]+)", strip.won + strip.still)
    assert len(lines) == 2 * sum(len(r.boxes) for r in view.rounds)
    for start, below, level, end in lines:
        assert 0 <= float(start) <= 1280
        assert 0 <= float(end) <= 1280
        assert float(level) < float(below)  # upwards
    assert all(left >= 0 and left + width <= 1280.01 for left, width in strip.parts)


def test_the_strip_marks_the_way_of_one_entry():
    folded = fold(double_elimination(8), seeded(8))
    assert overview(lay_out(bracket_view(folded, "main")), follow=101).followed.count("M") == 1


def test_a_round_of_nothing_but_byes_is_left_out():
    structure = with_plate(knockout(8), lot=1).structure
    before = bracket_view(fold(structure, seeded(8)), "plate")
    assert [len(r.boxes) for r in without_byes(before).rounds] == [2, 2, 1]
    facts = seeded(8)
    for match, winner in ((1, 101), (2, 104), (3, 103), (4, 102)):  # now no loser of a semi-final lost a first match
        facts = beats(structure, facts, match, winner)
    found = without_byes(bracket_view(fold(structure, facts), "plate"))
    assert [len(r.boxes) for r in found.rounds] == [2, 1]
    layout = lay_out(found)
    assert [placed.y for placed in layout.rounds[1].boxes] == [0.5]
    assert {found.boxes[box.match].next_match for box in found.rounds[0].boxes} == {found.rounds[1].boxes[0].match}
