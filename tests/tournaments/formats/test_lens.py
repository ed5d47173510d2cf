import re
from itertools import pairwise

import pytest

from tests.tournaments.formats.playing import beats, play_out, seeded
from tournaments.formats.bracket import bracket_view
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.lens import Join, columns, strip

ROW, GAP = 40, 20


def view_of(n, facts=None):
    structure = knockout(n)
    return bracket_view(fold(structure, facts or seeded(n)))


def tops_and_middles(column):
    """The top and the middle of each cell, as a browser stacks them."""
    y, found = 0, []
    for cell in column.cells:
        y += GAP * cell.starts_part
        height = ROW * cell.span + GAP * cell.gaps
        found.append((y, y + height / 2))
        y += height
    return found, y


@pytest.mark.parametrize("n", [2, 3, 8, 16, 20, 32, 47, 64, 100, 128])
def test_columns_are_equally_high_and_each_match_stands_between_those_that_feed_it(n):
    view = view_of(n)
    for part in (None, *range(1, view.parts + 1)):
        for active in range(1, len(view.rounds) + 1):
            found = columns(view, active=active, part=part)
            assert [column.round for column in found] == list(range(active, len(view.rounds) + 1))
            assert [column.has_feeders for column in found] == [False, *[True] * (len(found) - 1)]
            layout = [tops_and_middles(column) for column in found]
            assert len({height for _, height in layout}) == 1
            for (before, _), (now, _) in pairwise(layout):
                if len(before) == 2 * len(now):
                    middles = [(before[2 * i][1] + before[2 * i + 1][1]) / 2 for i in range(len(now))]
                    assert [middle for _, middle in now] == middles
                else:
                    assert len(before) == len(now) == 1


def test_a_quarter_of_128_stands_on_one_screen():
    found = columns(view_of(128), part=2)
    assert [len(column.cells) for column in found] == [16, 8, 4, 2, 1, 1, 1]
    assert [column.cells[0].span for column in found] == [1, 2, 4, 8, 16, 16, 16]
    assert [cell.box.match for cell in found[0].cells] == list(range(17, 33))
    assert not any(cell.gaps or cell.starts_part or cell.over_gap for column in found for cell in column.cells)


def test_gaps_stand_between_the_quarters_of_the_whole_draw():
    found = columns(view_of(128))
    starts = [[cell.box.position for cell in column.cells if cell.starts_part] for column in found]
    assert starts == [[16, 32, 48], [8, 16, 24], [4, 8, 12], [2, 4, 6], [1, 2, 3], [1], []]
    assert [column.cells[0].gaps for column in found] == [0, 0, 0, 0, 0, 1, 3]
    assert [column.cells[0].over_gap for column in found] == [False] * 4 + [True, True, False]
    assert [cell.join for cell in found[4].cells] == [Join.UPPER, Join.LOWER, Join.UPPER, Join.LOWER]
    assert found[6].cells[0].join is Join.NONE


def test_a_later_round_may_be_the_first_shown():
    found = columns(view_of(128), active=3, part=1)
    assert [column.key for column in found] == ["r32", "r16", "quarter", "semi", "final"]
    assert [column.cells[0].span for column in found] == [1, 2, 4, 4, 4]


def test_rounds_and_parts_that_do_not_exist():
    view = view_of(128)
    for wrong in ({"active": 0}, {"active": 8}, {"part": 0}, {"part": 5}):
        with pytest.raises(IndexError):
            columns(view, **wrong)


# The strip


def test_the_strip_of_128():
    structure = knockout(128)
    facts = beats(structure, seeded(128), 1, 228)
    found = strip(bracket_view(fold(structure, facts)), follow=101)
    lines = re.findall(r"M[^M]+", found.won + found.still)
    assert len(lines) == 254
    assert found.won == "M15 78V66H10"  # the lower line of the first match
    assert found.followed == "M5 78V66H10"
    assert "M320 15V7H640" in found.still
    assert found.parts == ((0, 320), (320, 320), (640, 320), (960, 320))


@pytest.mark.parametrize("n", [2, 3, 16, 40])
def test_strips_of_other_sizes_fill_the_same_box(n):
    structure = knockout(n)
    found = strip(bracket_view(fold(structure, play_out(structure, seeded(n)))), follow=101)
    levels = {float(value) for value in re.findall(r"V([\d.]+)", found.won + found.still)}
    assert min(levels) == 7
    assert max(levels) < 78
    assert max(float(value) for value in re.findall(r"[MH]([\d.]+)", found.won + found.still)) < 1280
    assert found.followed.count("M") == len(bracket_view(fold(structure, seeded(n))).rounds)
    assert set(re.findall("M[^M]+", found.followed)) <= set(re.findall("M[^M]+", found.won))
    assert found.won.count("M") == len(structure.matches)


def test_nobody_is_followed_unless_asked():
    assert strip(view_of(8)).followed == ""
