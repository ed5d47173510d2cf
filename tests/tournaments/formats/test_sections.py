"""Brackets cut into pages."""

import pytest

from tests.tournaments.formats.playing import seeded
from tournaments.formats.bracket import bracket_view
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.layout import lay_out
from tournaments.formats.sections import played, sections


def matches_of(parts):
    return [box.match for part in parts for round_ in part.rounds for box in round_.boxes]


@pytest.mark.parametrize(
    ("entries", "rows"),
    [
        (2, [1]),
        (32, [16]),
        (64, [8, 8, 8, 8, 2]),
        (128, [16, 16, 16, 16, 2]),
        (512, [16] * 16 + [8]),
    ],
)
def test_a_full_tree_is_cut_into_quarters_or_smaller_parts(entries, rows):
    view = played(bracket_view(fold(knockout(entries), seeded(entries)), parts=1))
    parts = sections(view, 16)
    assert [lay_out(part).rows for part in parts] == rows
    assert sorted(matches_of(parts)) == sorted(view.boxes)
    assert len(view.boxes) == entries - 1


@pytest.mark.parametrize("entries", [23, 100])
def test_every_match_of_a_losers_bracket_stands_in_one_part_of_the_wanted_size(entries):
    view = played(bracket_view(fold(double_elimination(entries), seeded(entries)), "losers"))
    parts = sections(view, 8)
    assert sorted(matches_of(parts)) == sorted(box.match for round_ in view.rounds for box in round_.boxes)
    assert max(lay_out(part).rows for part in parts) <= 8


def test_byes_leave_no_box():
    view = played(bracket_view(fold(knockout(5), seeded(5)), parts=1))
    assert [len(round_.boxes) for round_ in view.rounds] == [1, 2, 1]
    assert lay_out(view).rows == 2
