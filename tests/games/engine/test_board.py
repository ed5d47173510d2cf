import random

import pytest

from games.engine import Hex
from games.engine.board import Board, Placement
from games.engine.tiles import TURNED

from .records import legal_rows, position_rows, started


def row(*cells):
    """A board of tiles whose colours play no part, for the restrictions that look at places only."""
    return Board(Placement(number, Hex(*cell), 0) for number, cell in enumerate(cells, start=1))


def showing(tile, space, direction, letter):
    """A placement of a tile that turns a colour in a direction."""
    return Placement(tile, space, next(k for k in range(6) if TURNED[tile][k][direction] == letter))


def test_sides_count_the_tiles_that_an_open_space_touches():
    board = row((0, 0), (1, 0))
    assert board.sides(Hex(1, -1)) == 2
    assert board.sides(Hex(0, -1)) == 1
    assert board.sides(Hex(5, 5)) == 0
    assert Hex(0, 0) not in board.open_spaces


def test_lifting_the_last_tile_undoes_placing_it():
    board = row((0, 0), (1, 0), (0, 1))
    before = (dict(board.tiles), dict(board.open_spaces))
    board.place(Placement(9, Hex(1, 1), 4))
    assert board.lift(Hex(1, 1)) == Placement(9, Hex(1, 1), 4)
    assert (board.tiles, board.open_spaces) == before


def test_the_pattern_of_a_space_names_the_colours_coming_in():
    board = Board([Placement(1, Hex(0, 0), 0)])  # RYYBRB
    assert board.pattern(Hex(0, -1)) == "...R.."
    assert board.pattern(Hex(1, 0)) == ".....Y"
    assert board.pattern(Hex(0, 1)) == "B....."


def test_restriction_1_refuses_a_space_that_asks_for_three_equal_colours():
    # Red comes into the space 1,-1 from the south-west and the south; the third tile lies to its north-west.
    board = Board([showing(1, Hex(0, 0), 1, "R"), showing(7, Hex(1, 0), 0, "R")])
    assert board.breaks_restriction_1(showing(8, Hex(0, -1), 2, "R"))
    assert not board.breaks_restriction_1(showing(8, Hex(0, -1), 2, "B"))
    # Two equal colours and a space with two sides are no matter.
    assert not Board([showing(1, Hex(0, 0), 1, "R")]).breaks_restriction_1(showing(8, Hex(0, -1), 2, "R"))


def test_restriction_2_refuses_a_tile_next_to_a_forced_space():
    board = row((0, 0), (1, 0), (0, -1))
    forced = Hex(1, -1)
    assert board.forced_spaces() == [forced]
    assert board.breaks_restriction_2(Hex(2, -1))
    assert not board.breaks_restriction_2(Hex(-1, 0))


def test_restriction_3_controls_the_side_up_to_and_including_the_corner():
    # A row of four with a tile on top of its left end: the space right of that tile is forced.
    board = row((0, 0), (1, 0), (2, 0), (3, 0), (0, -1))
    assert board.forced_spaces() == [Hex(1, -1)]
    assert Hex(4, -1) in board.open_spaces  # the corner touches one tile only
    assert board.sides(Hex(4, -1)) == 1
    for space in (Hex(2, -1), Hex(3, -1), Hex(4, -1)):
        assert board.breaks_restriction_3(space)
    # Past the corner nothing is controlled: the row itself may be made longer (rule 23).
    assert not board.breaks_restriction_3(Hex(4, 0))
    # The other side of the row is not disturbed (rule 26).
    assert not board.breaks_restriction_3(Hex(2, 1))
    assert board.controlled_sides() == {Hex(2, -1), Hex(3, -1), Hex(4, -1), Hex(1, -2)}


def test_filling_a_forced_space_breaks_neither_restriction_2_nor_3():
    for line in legal_rows()[:25]:
        game = started(line["record"], 30)
        for space in game.board.forced_spaces():
            if game.restrictions_hold:
                assert not game.board.breaks_restriction_2(space)
                assert not game.board.breaks_restriction_3(space)


@pytest.mark.parametrize("number", range(0, 150, 7))
def test_the_walk_along_the_edge_and_the_imagined_filling_agree(number):
    """Rules 22 and 24 say the same thing twice."""
    line = position_rows()[number]
    game = started(line["record"], None)
    if not game.restrictions_hold:
        return
    board = game.board
    closed = {
        space
        for space, sides in board.open_spaces.items()
        if sides < 3 and (board.breaks_restriction_2(space) or board.breaks_restriction_3(space))
    }
    assert board.controlled_sides() - set(board.forced_spaces()) == closed


# One space at a time


def imagined(board, extra, rng):
    """The imagined filling in any order: the largest number of sides ever seen, and the filled spaces."""
    lying = {*board.tiles, extra}
    most = max((count(lying, space) for space in around(lying)), default=0)
    while forced := [space for space in sorted(around(lying)) if count(lying, space) >= 3]:
        lying.add(rng.choice(forced))
        most = max([most, *(count(lying, space) for space in around(lying))])
    return most, frozenset(lying)


def imagined_all_at_once(board, extra):
    """The wrong reading: every space of three sides in a round is filled together."""
    lying = {*board.tiles, extra}
    most = 0
    while forced := [space for space in around(lying) if count(lying, space) >= 3]:
        most = max([most, *(count(lying, space) for space in forced)])
        lying.update(forced)
    return most


def around(lying):
    return {neighbour for space in lying for neighbour in space.neighbours()} - lying


def count(lying, space):
    return sum(neighbour in lying for neighbour in space.neighbours())


def candidate_spaces():
    for line in position_rows()[::6]:
        game = started(line["record"], None)
        if game.restrictions_hold:
            for space in game.board.open_spaces:
                yield game.board, space


def test_the_order_of_the_imagined_fills_plays_no_part():
    rng = random.Random(7)
    for board, space in candidate_spaces():
        verdicts = {imagined(board, space, rng) for _ in range(2)}
        assert len({most >= 4 for most, _ in verdicts}) == 1
        assert len({lying for _, lying in verdicts}) == 1
        expected = board.breaks_restriction_2(space) or board.breaks_restriction_3(space)
        assert (verdicts.pop()[0] >= 4) == expected


def test_filling_a_whole_round_at_once_is_a_different_and_wrong_rule():
    wrong = total = 0
    for board, space in candidate_spaces():
        right = board.breaks_restriction_2(space) or board.breaks_restriction_3(space)
        wrong += (imagined_all_at_once(board, space) >= 4) != right
        total += 1
    assert total > 200
    assert wrong > total // 50, "the two readings must be told apart by these positions"
