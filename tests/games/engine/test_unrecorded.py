import copy
import json

import pytest

from games.engine import SetupFault, position, verify
from games.engine.game import Move
from games.engine.hexes import Hex
from games.engine.report import position_row
from tests.speed.mutations import mutated_records

from .records import as_move, legal_record, legal_rows, without_draws


@pytest.mark.parametrize("row", legal_rows()[::5], ids=lambda row: row["id"])
@pytest.mark.parametrize("hands", [True, False], ids=["hands", "no hands"])
def test_a_table_game_is_accepted_but_never_as_complete(row, hands):
    verdict = verify(without_draws(row["record"], hands=hands))
    assert verdict.ok, verdict.message
    assert not verdict.complete
    assert {"draws", "forced_spaces"} <= set(verdict.unchecked)
    assert ("hands" in verdict.unchecked) != hands
    assert (verdict.scores, verdict.outcome) == (row["expect"]["scores"], row["expect"]["outcome"])


@pytest.mark.parametrize("row", legal_rows()[::20], ids=lambda row: row["id"])
def test_moves_are_taken_back_exactly(row):
    record = without_draws(row["record"], hands=True)
    game = position(record, 0)
    states = []
    for raw in record["moves"]:
        states.append(state(game))
        game.push(as_move(raw))
    while states:
        game.pop()
        assert state(game) == states.pop()


def state(game):
    return game.to_move, game.free_move_used, set(game.bag), [(list(seat.hand), seat.unseen) for seat in game.players]


def first_index(record, wanted):
    """The first move for which ``wanted(game, move)`` holds, with the game before it."""
    game = position(record, 0)
    for index, raw in enumerate(record["moves"]):
        move = as_move(raw)
        if wanted(game, move):
            return index
        game.push(move)
    pytest.skip("no such move in this game")
    return -1


def test_colours_and_places_are_checked():
    record = without_draws(legal_record(), hands=False)
    record["moves"][6]["rotation"] = (record["moves"][6]["rotation"] + 1) % 6
    assert (verify(record).code, verify(record).index) == ("colour_mismatch", 6)
    record["moves"][6]["q"] = 30
    assert (verify(record).code, verify(record).index) == ("not_adjacent", 6)


def test_restrictions_hold_as_far_as_the_number_of_tiles_tells():
    record = without_draws(legal_record(), hands=False)
    game = position(record, 43)
    assert game.restrictions_hold
    game.push(as_move(record["moves"][43]))
    assert not game.restrictions_hold
    full = position(legal_record(), 20)
    partial = position(record, 20)
    assert partial.controlled_sides() == full.controlled_sides()


def test_a_tile_comes_once_only():
    record = without_draws(legal_record(), hands=False)
    record["moves"][9]["tile"] = record["moves"][3]["tile"]
    assert verify(record).codes == ("duplicate_tile", "tile_not_in_hand")


def test_a_tile_comes_once_in_the_endgame_too():
    found = 0
    for row in legal_rows()[:12]:
        record = without_draws(row["record"], hands=True)
        last = len(record["moves"]) - 1
        before = next(
            move for move in reversed(record["moves"][:last]) if move["player"] == record["moves"][last]["player"]
        )
        for rotation in range(6):
            record["moves"][last] |= {"tile": before["tile"], "rotation": rotation}
            verdict = verify(record)
            assert not verdict.ok, row["id"]
            found += verdict.code == "duplicate_tile"
    assert found


def test_a_tile_of_another_known_hand_cannot_be_played():
    record = without_draws(legal_record(), hands=True)
    mover = record["moves"][0]["player"]
    other = record["players"][1 - mover]["hand"]
    record["moves"][0]["tile"] = other[0]
    assert (verify(record).code, verify(record).index) == ("tile_not_in_hand", 0)


def test_a_turn_has_one_free_move():
    record = without_draws(legal_record(), hands=False)
    index = first_index(
        record, lambda game, move: game.ply > 3 and move.player != game.to_move and game.board.sides(move.hex) < 3
    )
    record["moves"][index]["player"] = 1 - record["moves"][index]["player"]
    verdict = verify(record)
    assert (verdict.code, verdict.index) == ("second_free_move", index)


def test_nobody_may_pass():
    record = without_draws(legal_record(3), hands=False)
    record["moves"][0]["player"] = 1
    assert (verify(record).code, verify(record).index) == ("wrong_player", 0)


def test_a_duty_to_fill_is_checked_where_the_tile_is_certainly_held():
    found = 0
    for row in legal_rows():
        record = without_draws(row["record"], hands=True)
        game = position(record, 0)
        for raw in record["moves"][:40]:
            if game.must_fill:
                legal = set(game.legal_moves)
                free = [space for space in game.board.open_spaces if game.board.sides(space) < 3]
                hand = game.players[game.to_move].hand
                wrong = next(
                    (
                        Move(game.to_move, placement.tile, placement.hex, placement.rotation)
                        for space in free
                        for placement in game.placements_at(space, hand)
                    ),
                    None,
                )
                assert all(game.board.sides(placement.hex) >= 3 for placement in legal)
                if wrong:
                    assert game.fault_of(wrong).code == "forced_space_skipped"
                    found += 1
            game.push(as_move(raw))
        if found > 5:
            return
    assert found


def test_in_the_endgame_everything_is_known_and_checked():
    """Once the bag is empty, who plays what from then on tells the hands, and with them every duty to fill."""
    refused = 0
    for row in legal_rows()[::4]:
        record = without_draws(row["record"], hands=False)
        if len(record["moves"]) < 56:
            continue
        full = position(row["record"], 0)
        for index, raw in enumerate(row["record"]["moves"][:-1]):
            full.push(as_move(raw))
            following = record["moves"][index + 1]
            if full.bag or not full.must_fill or index > 53:
                continue
            broken = copy.deepcopy(record)
            free = [
                placement
                for space in full.board.open_spaces
                if full.board.sides(space) < 3
                for placement in full.placements_at(space, [following["tile"]])
            ]
            if not free:
                continue
            space = free[0].hex
            broken["moves"][index + 1] |= {"q": space.q, "r": space.r, "rotation": free[0].rotation}
            verdict = verify(broken)
            assert (verdict.code, verdict.index) == ("forced_space_skipped", index + 1)
            refused += 1
            break
    assert refused > 3


def test_draws_that_are_written_down_are_used():
    record = legal_record()
    record["draws"] = "unknown"
    assert verify(record).ok
    record["moves"][2]["drawn"] = record["moves"][0]["tile"]
    assert (verify(record).code, verify(record).index) == ("draw_not_in_bag", 2)


def test_a_deadlock_is_taken_as_said_only_where_it_can_be_true():
    row = next(row for row in legal_rows() if row["expect"]["outcome"] == "deadlock")
    record = without_draws(row["record"], hands=False)
    verdict = verify(record)
    assert verdict.ok
    assert verdict.outcome == "deadlock"
    assert "deadlock" in verdict.unchecked
    del record["result"]
    assert verify(record).code == "incomplete"
    early = without_draws(legal_record(), hands=False)
    early["moves"] = early["moves"][:5]
    early["result"] = {"outcome": "deadlock"}
    assert verify(early).code == "incomplete"


def test_the_next_player_may_move_while_the_turn_is_open():
    game = position(without_draws(legal_record(), hands=False), 1)
    assert game.to_move == 0
    assert game.turn_may_pass_to == 1
    assert list(game.legal_moves) == []
    assert list(game.legal_moves_for(1))
    assert game.to_move == 0
    first = next(game.legal_moves_for(1))
    game.push(Move(1, first.tile, Hex(*first.hex), first.rotation))
    assert game.to_move == 1


def test_whatever_is_wrong_there_is_a_verdict_and_a_position():
    for number, record in enumerate(mutated_records(120, seed=11)):
        record["draws"] = "unknown"
        for move in record["moves"][number % 5 :]:
            move.pop("drawn", None)
        for player in record["players"][number % 3 :]:
            player.pop("hand", None)
        json.dumps(verify(record).as_dict())
        try:
            game = position(record)
        except SetupFault:
            continue
        json.dumps(position_row(game))
        assert game.ply <= len(record["moves"])
        assert len(game.bag) + sum(len(seat.hand) for seat in game.players) + game.ply == 56
