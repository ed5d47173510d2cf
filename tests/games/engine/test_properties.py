"""What must hold for every game, tried on random ones."""

import copy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Game, Move, Placement, verify_by_spec
from games.engine.game import HAND_SIZE
from games.engine.random_games import play, random_placement, random_record
from games.engine.tiles import TILES, Colour
from tests.effort import times

seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 4)
few = settings(max_examples=times(12), deadline=None)


def begun(seed, players, moves):
    """A game after some random moves, and the tiles left to draw."""
    rng = Random(seed)
    tiles = list(TILES)
    rng.shuffle(tiles)
    hands = [tiles[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(players)]
    bag = tiles[players * HAND_SIZE :]
    return play(rng, Game(list(Colour)[:players], hands), bag, moves=moves), bag, rng


def snapshot(game):
    return (
        game.to_move,
        game.free_move_used,
        set(game.bag),
        [list(seat.hand) for seat in game.players],
        dict(game.board.tiles),
        dict(game.board.open_spaces),
        sorted(game.legal_moves),
        game.scores(),
    )


@given(seed=seeds, players=seat_counts, moves=st.integers(0, 55))
@few
def test_pop_undoes_push(seed, players, moves):
    game, bag, rng = begun(seed, players, moves)
    placement = random_placement(rng, game)
    if placement is None:
        return
    before = snapshot(game)
    game.push(Move(game.to_move, *placement, bag[-1] if bag else None))
    assert snapshot(game) != before
    game.pop()
    assert snapshot(game) == before


@given(seed=seeds, players=seat_counts, moves=st.integers(0, 55))
@settings(max_examples=times(5), deadline=None)
def test_exactly_the_legal_moves_are_accepted(seed, players, moves):
    """Every placement of a tile in hand, on some of the spaces, is legal if it is listed, and refused if it is not.

    Late in a game there are thousands on all spaces, and each is judged for itself.
    """
    game, bag, rng = begun(seed, players, moves)
    if game.to_move is None:
        return
    drawn = bag[-1] if bag else None
    legal = set(game.legal_moves)
    around = list(game.board.open_spaces)
    near = [*rng.sample(around, min(len(around), 8)), *list(game.board.tiles)[:2]]
    spaces = near or [placement.hex for placement in legal]
    for space in spaces:
        for tile in game.players[game.to_move].hand:
            for rotation in range(6):
                placement = Placement(tile, space, rotation)
                found = game.fault_of(Move(game.to_move, *placement, drawn))
                assert (found is None) == (placement in legal)
                assert (placement in game.legal_moves) == (placement in legal)


@given(seed=seeds, players=seat_counts, doubles=st.booleans())
@few
def test_random_games_reach_an_end_and_verify(seed, players, doubles):
    players = 4 if doubles else players
    record = random_record(Random(seed), players=players, doubles=doubles)
    assert record == random_record(Random(seed), players=players, doubles=doubles)
    verdict = verify_by_spec(record)
    assert verdict.ok, verdict.message
    assert verdict.outcome == record["result"]["outcome"]
    assert verdict.moves == 56 or verdict.outcome == "deadlock"


@given(seed=seeds, players=seat_counts, turn=st.integers(1, 5), change=st.integers(0, 3))
@few
def test_a_verdict_does_not_depend_on_how_the_table_is_turned(seed, players, turn, change):
    record = random_record(Random(seed), players=players)
    if change:
        move = record["moves"][seed % len(record["moves"])]
        move["rotation"] = (move["rotation"] + change) % 6
    turned = copy.deepcopy(record)
    for move in turned["moves"]:
        for _ in range(turn):
            move["q"], move["r"] = -move["r"], move["q"] + move["r"]
        move["rotation"] = (move["rotation"] + turn) % 6
    one, other = verify_by_spec(record), verify_by_spec(turned)
    assert (one.codes, one.index, one.scores, one.outcome, one.winner) == (
        other.codes,
        other.index,
        other.scores,
        other.outcome,
        other.winner,
    )


@given(seed=seeds, moves=st.integers(1, 44), dq=st.integers(-9, 9), dr=st.integers(-9, 9))
@few
def test_the_board_does_not_depend_on_where_it_lies(seed, moves, dq, dr):
    game, _, _ = begun(seed, 2, moves)
    moved = Game([seat.colour for seat in game.players], [seat.hand for seat in game.players])
    for tile, space, rotation in game.board:
        moved.board.place(Placement(tile, space.translated(dq, dr), rotation))
    moved.bag, moved.to_move, moved.free_move_used = set(game.bag), game.to_move, game.free_move_used
    assert moved.scores() == game.scores()
    assert sorted(moved.legal_moves) == sorted(
        Placement(tile, space.translated(dq, dr), rotation) for tile, space, rotation in game.legal_moves
    )
    assert moved.controlled_sides() == {space.translated(dq, dr) for space in game.controlled_sides()}


@given(seed=seeds, players=seat_counts, moves=st.integers(0, 56))
@few
def test_what_follows_from_the_restrictions(seed, players, moves):
    """Rule 25: while they hold there are no bays, no forced neighbours, and tiles round a space lie side by side."""
    game, _, _ = begun(seed, players, moves)
    if not game.restrictions_hold:
        return
    board = game.board
    for space, sides in board.open_spaces.items():
        pattern = board.pattern(space)
        assert sides <= 3
        changes = sum((pattern[side] == ".") != (pattern[side - 1] == ".") for side in range(6))
        assert changes == 2
        if sides == 3:
            assert all(board.sides(neighbour) < 3 for neighbour in space.neighbours())
            assert len(set(pattern.replace(".", ""))) > 1


@given(seed=seeds, players=seat_counts, moves=st.integers(0, 56))
@few
def test_tiles_are_neither_lost_nor_made(seed, players, moves):
    game, bag, _ = begun(seed, players, moves)
    held = [tile for seat in game.players for tile in seat.hand]
    lying = [placed.tile for placed in game.board]
    assert sorted([*held, *lying, *game.bag]) == list(range(1, 57))
    assert game.bag == set(bag)
    assert all(len(seat.hand) == HAND_SIZE for seat in game.players) or not game.bag
