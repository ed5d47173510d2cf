"""The boards of the rules pages really show what is written under them."""

import pytest

from games.engine.board import Placement
from games.engine.game import Game
from games.engine.hexes import Hex
from games.engine.replay import verify
from games.engine.scoring import lines
from games.engine.tiles import Colour
from games.lessons import LESSONS, lesson_view
from games.views.rules import CAPTIONS

FAULTS = {
    "golden": "colour_mismatch",
    "restriction_1": "restriction_1",
    "restriction_2": "restriction_2",
    "restriction_3": "restriction_3",
    "corner": "restriction_3",
    "pair_block": "restriction_1",
}


def faulty_placement(name: str) -> tuple[Game, Placement]:
    lesson = LESSONS[name]
    move = lesson.record["moves"][lesson.ply]
    return lesson.game(), Placement(move["tile"], Hex(move["q"], move["r"]), move["rotation"])


@pytest.mark.parametrize("name", LESSONS)
def test_positions_are_legal_up_to_the_fault_they_show(name: str) -> None:
    lesson = LESSONS[name]
    verdict = verify(lesson.record)
    if name in FAULTS:
        assert lesson.fault
        assert (verdict.code, verdict.index) == (FAULTS[name], lesson.ply)
    else:
        assert not lesson.fault
        assert verdict.code in (None, "incomplete")
        assert verdict.moves >= lesson.ply


@pytest.mark.parametrize("name", LESSONS)
def test_pictures_show_the_position_of_the_engine(name: str) -> None:
    lesson, view = LESSONS[name], lesson_view(name)
    game = lesson.game()
    laid = {(tile.tile, tile.hex, tile.rotation) for tile in view.tiles if tile.span.shows(view.ply)}
    assert laid == {tuple(placement) for placement in game.board}
    if not lesson.line:
        assert {mark.hex for mark in view.sides} == game.controlled_sides()
        assert {mark.hex for mark in view.forced} == {space.hex for space in game.forced_spaces()}


def test_every_caption_has_its_board() -> None:
    assert set(CAPTIONS) <= set(LESSONS)


def test_forced_blue_must_fill_and_then_has() -> None:
    game = LESSONS["forced"].game()
    (space,) = game.forced_spaces()
    assert game.must_fill
    assert [game.players[seat].colour for seat in space.fillers] == [Colour.BLUE]
    assert game.players[game.to_move or 0].colour is Colour.BLUE
    assert space.hex in LESSONS["filled"].game().board


def test_nobody_can_fill() -> None:
    game = LESSONS["nobody"].game()
    assert [space.fillers for space in game.forced_spaces()] == [()]
    assert not game.must_fill


def test_the_turn_has_fill_free_move_and_fill() -> None:
    view = lesson_view("turn")
    last = [tile for tile in view.tiles if tile.turn_end == view.ply]
    assert len(last) >= 3


def test_golden_one_pair_of_edges_differs() -> None:
    game, placement = faulty_placement("golden")
    assert not game.board.matches(placement)
    assert game.board.sides(placement.hex) == 2


def test_the_pair_block_fits_by_colour_and_is_not_a_duty() -> None:
    game, placement = faulty_placement("pair_block")
    assert game.board.sides(placement.hex) == 3
    assert game.board.matches(placement)
    assert not game.must_fill


def test_the_corner_touches_one_tile_and_the_side_two() -> None:
    game, placement = faulty_placement("corner")
    assert game.board.sides(placement.hex) == 1
    assert placement.hex in game.controlled_sides()
    game, placement = faulty_placement("restriction_3")
    assert game.board.sides(placement.hex) == 2
    assert placement.hex in game.controlled_sides()


def test_restriction_2_is_about_the_neighbour_of_a_forced_space() -> None:
    game, placement = faulty_placement("restriction_2")
    assert any(space.hex in placement.hex.neighbours() for space in game.forced_spaces())


def test_controlled_one_space_two_sides() -> None:
    game = LESSONS["controlled"].game()
    assert len(game.forced_spaces()) == 1
    assert len(game.controlled_sides()) >= 5


def test_endgame_a_space_of_many_sides_must_be_filled() -> None:
    game = LESSONS["endgame"].game()
    assert not game.restrictions_hold
    assert game.must_fill
    assert any(space.fillers and 6 - space.edges.count(".") >= 4 for space in game.forced_spaces())


def test_dead_a_space_asks_for_three_equal_colours() -> None:
    game = LESSONS["dead"].game()
    assert not game.restrictions_hold
    assert any(max(space.edges.count(letter) for letter in "RYGB") >= 3 for space in game.forced_spaces())


def test_deadlock_blue_is_stuck() -> None:
    game = LESSONS["deadlock"].game()
    assert game.is_deadlock
    assert game.players[game.to_move or 0].colour is Colour.BLUE


def test_line_of_33_and_loop_of_12() -> None:
    line = LESSONS["line"].game().best_line(Colour.RED)
    assert (len(line.cells), line.loop, line.score) == (33, False, 33)
    game = LESSONS["loop"].game()
    loop = game.best_line(Colour.RED)
    assert (len(loop.cells), loop.loop, loop.score) == (12, True, 24)
    open_lines = [len(other.cells) for other in lines(game.board, Colour.RED) if not other.loop]
    assert 12 < max(open_lines) < 24
