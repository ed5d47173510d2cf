"""Frames of whole games and the pictures made of them."""

import gzip
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.drawing import board_svg, position_view, replay_view
from games.drawing.replay import UNKNOWN_TILE, forced_marks, frames, spans
from games.drawing.view import Span
from games.engine.replay import position
from games.engine.tiles import TILES, Colour

RECORDS = Path(__file__).parents[2] / "data/records/legal.jsonl.gz"


def records(count: int) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDS, "rt") as file:
        for line, _ in zip(file, range(count), strict=False):
            row = json.loads(line)
            yield row.get("record", row)


GAMES = list(records(12))


@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_frames_show_what_the_engine_says_after_every_move(record: dict[str, Any]) -> None:
    shown = frames(position(record))
    assert [frame.ply for frame in shown] == list(range(len(record["moves"]) + 1))
    for ply in random.Random(1).sample(range(len(shown)), 8):
        game = position(record, ply)
        frame = shown[ply]
        assert list(frame.forced) == game.forced_spaces()
        assert frame.sides == game.controlled_sides()
        assert frame.to_move == game.to_move
        assert frame.bag == len(game.bag)
        assert {line.colour.value: line.score for line in frame.lines} == game.scores()
        for seat, slots in zip(game.players, frame.slots, strict=True):
            assert {tile for tile in slots if tile} == set(seat.hand)


@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_a_game_is_left_as_it_was(record: dict[str, Any]) -> None:
    game = position(record)
    before = (list(game.board), [list(seat.hand) for seat in game.players], game.to_move)
    frames(game)
    assert (list(game.board), [list(seat.hand) for seat in game.players], game.to_move) == before


@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_tiles_keep_their_place_in_the_hand_and_a_drawn_one_takes_the_place_of_the_played(
    record: dict[str, Any],
) -> None:
    shown = frames(position(record))
    for before, after in itertools.pairwise(shown):
        assert after.move is not None
        for seat, (old, new) in enumerate(zip(before.slots, after.slots, strict=True)):
            expected = [after.move.drawn if tile == after.move.tile else tile for tile in old]
            assert list(new) == (expected if seat == after.move.player else list(old))


@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_every_turn_has_one_free_move_at_most_and_one_player(record: dict[str, Any]) -> None:
    shown = frames(position(record))[1:]
    for turn in {frame.turn for frame in shown}:
        part = [frame for frame in shown if frame.turn == turn]
        assert len({frame.move.player for frame in part if frame.move}) == 1
        assert sum(not frame.is_fill for frame in part) <= 1


def test_a_table_game_without_draws_shows_unknown_tiles() -> None:
    record = {**GAMES[0], "draws": "unknown"}
    record["players"] = [{key: value for key, value in player.items() if key != "hand"} for player in record["players"]]
    record["moves"] = [{key: value for key, value in move.items() if key != "drawn"} for move in record["moves"][:20]]
    shown = frames(position(record))
    assert len(shown) == 21
    assert set(shown[0].slots[0]) == {UNKNOWN_TILE}
    assert all(len(slots) == 6 for slots in shown[10].slots)
    assert shown[20].bag == len(TILES) - 20 - 6 * len(record["players"])


def test_spans_are_the_unbroken_stretches() -> None:
    seen = [["a"], ["a", "b"], ["b"], ["a", "b"]]
    assert spans(seen) == [("a", Span(0, 1)), ("b", Span(1, 3)), ("a", Span(3, 3))]
    assert spans([]) == []


@pytest.mark.parametrize("ply", [0, 1, 17, 40, 56])
def test_a_still_picture_of_a_move_is_the_replay_stopped_there(ply: int) -> None:
    record = GAMES[1]
    shown = frames(position(record))
    colours = [Colour(player["colour"]) for player in record["players"]]
    still = replay_view(shown, colours, ply, whole=False)
    svg = board_svg(still)
    assert svg.count('href="#Hb"') == ply
    assert svg.count('href="#Hs"') == len(shown[ply].sides)
    marks = forced_marks(shown[ply], colours)
    assert svg.count('href="#Hn"') == sum(not mark.colours for mark in marks)
    assert svg.count('href="#Hf"') == sum(bool(mark.colours) for mark in marks)


def test_all_pictures_of_a_game_have_one_size() -> None:
    shown = frames(position(GAMES[1]))
    boxes = {
        board_svg(replay_view(shown, [Colour.RED, Colour.BLUE], ply)).split('viewBox="')[1].split('"')[0]
        for ply in (0, 20, 56)
    }
    assert len(boxes) == 1


def test_the_best_line_of_a_colour_is_brought_out() -> None:
    shown = frames(position(GAMES[1]))
    colour = shown[-1].lines[0].colour
    view = replay_view(shown, [Colour.RED, Colour.BLUE], 56, line=colour)
    assert view.line is not None
    assert view.line.cells == shown[-1].lines[0].cells


def test_a_position_is_drawn_with_its_marks() -> None:
    game = position(GAMES[1], 25)
    view = position_view(game, title="t")
    assert len(view.tiles) == 25
    assert {mark.hex for mark in view.sides} == game.controlled_sides()
    assert {mark.hex for mark in view.forced} == {space.hex for space in game.forced_spaces()}


def test_a_replay_of_56_tiles_is_small() -> None:
    svg = board_svg(replay_view(frames(position(GAMES[1])), [Colour.RED, Colour.BLUE], 56))
    assert len(gzip.compress(svg.encode())) < 4000
