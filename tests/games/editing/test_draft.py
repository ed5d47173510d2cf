"""Drafts as values: laying tiles, going back, taking kept moves up again; and what is offered next."""

import random
from typing import Any

import pytest

from games.editing.draft import drop_kept, finished, game_of, go_back, new_draft, put, take_kept, with_setup
from games.editing.offer import Wish, offer
from games.engine.errors import IllegalMove, SetupFault
from games.engine.game import Move
from games.engine.hexes import ORIGIN, Hex
from games.engine.random_games import random_record
from games.engine.replay import position, verify
from games.engine.setup import MalformedPart
from tests.games.samples import illegal_record, legal_record


def start(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "moves": []}


def move_of(raw: dict[str, Any]) -> Move:
    return Move(raw["player"], raw["tile"], Hex(raw["q"], raw["r"]), raw["rotation"], raw.get("drawn"))


def without_draws(record: dict[str, Any], *, hands: bool = False) -> dict[str, Any]:
    found = {**record, "draws": "unknown"}
    found["moves"] = [{key: value for key, value in move.items() if key != "drawn"} for move in record["moves"]]
    if not hands:
        found["players"] = [{"colour": player["colour"]} for player in record["players"]]
    return found


@pytest.mark.parametrize("index", [0, 1, 5, 60, 120])
@pytest.mark.parametrize("known", [True, False])
def test_a_game_written_move_by_move_is_the_game(index: int, known: bool) -> None:
    record = legal_record(index)
    if not known:
        record = without_draws(record)
    draft = new_draft(start(record))
    for raw in record["moves"]:
        draft = put(draft, move_of(raw))
    result = finished(draft, deadlock=record["result"]["outcome"] == "deadlock")
    verdict = verify(result)
    assert verdict.ok
    assert result["result"]["scores"] == verdict.scores
    assert list(game_of(draft).board) == list(position(record).board)


def test_a_tile_against_the_rules_is_refused_and_nothing_changes() -> None:
    record, expect = illegal_record("restriction_1")
    draft = new_draft({**record, "moves": record["moves"][: expect["index"]]})
    with pytest.raises(IllegalMove) as caught:
        put(draft, move_of(record["moves"][expect["index"]]))
    assert caught.value.fault.code == "restriction_1"
    assert len(draft.moves) == expect["index"]


@pytest.mark.parametrize("move", [Move(9, 1, ORIGIN, 0), Move(0, 1, ORIGIN, 6)])
def test_what_is_no_move_is_refused(move: Move) -> None:
    with pytest.raises(MalformedPart):
        put(new_draft(without_draws(start(legal_record(1)))), move)


def test_going_back_keeps_the_moves_and_they_can_be_taken_up_again() -> None:
    whole = new_draft(legal_record(1))
    back = go_back(whole, 20)
    assert (len(back.moves), len(back.kept)) == (20, 36)
    again, objection = take_kept(back)
    assert objection is None
    assert again == whole


def test_a_new_move_replaces_the_first_kept_one() -> None:
    back = go_back(new_draft(legal_record(1)), 20)
    same = put(back, move_of(back.kept[0]))
    assert (len(same.moves), same.kept) == (21, back.kept[1:])


def test_kept_moves_are_taken_up_to_the_first_that_is_not_legal() -> None:
    back = go_back(new_draft(legal_record(1)), 20)
    without = drop_kept(back, 1)
    taken, objection = take_kept(without)
    assert objection is not None
    assert len(taken.moves) + len(taken.kept) == 55
    assert drop_kept(without).kept == ()


@pytest.mark.parametrize("code", ["colour_mismatch", "restriction_3", "occupied", "wrong_player", "draw_not_in_bag"])
def test_a_faulty_record_opens_before_its_fault(code: str) -> None:
    record, _ = illegal_record(code)
    verdict = verify(record)
    draft = new_draft(record)
    assert len(draft.moves) == verdict.index
    assert len(draft.kept) == len(record["moves"]) - verdict.index


def test_a_faulty_move_is_put_right_and_the_rest_follows() -> None:
    good = legal_record(1)
    bad = legal_record(1)
    bad["moves"][17]["rotation"] = (bad["moves"][17]["rotation"] + 1) % 6
    draft = new_draft(bad)
    assert len(draft.moves) == 17
    draft, objection = take_kept(put(draft, move_of(good["moves"][17])))
    assert objection is None
    assert [move_of(move) for move in finished(draft)["moves"]] == [move_of(move) for move in good["moves"]]


def test_the_encyclopedias_numbers_become_official() -> None:
    swap = {25: 28, 28: 25}
    record = legal_record(1)
    record["numbering"] = "encyclopedia"
    for player in record["players"]:
        player["hand"] = [swap.get(tile, tile) for tile in player["hand"]]
    for move in record["moves"]:
        move["tile"] = swap.get(move["tile"], move["tile"])
        move["drawn"] = swap.get(move.get("drawn"), move.get("drawn"))
    record["start_tiles"] = [28, 3]
    draft = new_draft(record)
    assert draft.kept == ()
    assert "numbering" not in draft.record
    assert draft.record["start_tiles"] == [25, 3]
    assert verify(finished(draft)).ok


def test_another_set_up_keeps_what_is_legal_under_it() -> None:
    draft = new_draft(legal_record(1))
    open_draft = with_setup(draft, without_draws(start(legal_record(1))))
    assert len(open_draft.moves) + len(open_draft.kept) == 56
    assert game_of(open_draft).draws_known is False
    with pytest.raises(SetupFault):
        with_setup(draft, {**start(legal_record(1)), "players": [{"colour": "red"}]})


# Offers


def test_the_first_tile_goes_to_the_middle_in_any_rotation() -> None:
    game = game_of(new_draft(start(legal_record(1))))
    hand = game.players[0].hand
    found = offer(game, Wish(tile=hand[0]))
    assert found.tiles == tuple(sorted(hand))
    assert (found.spaces, found.space) == ((ORIGIN,), ORIGIN)
    assert found.rotations == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_is_legal_and_all_that_is_legal_is_offered(seed: int) -> None:
    record = random_record(random.Random(seed))
    for ply in (1, 9, 23, 41, 53):
        game = position(record, ply)
        legal = set(game.legal_moves)
        offered = set()
        for tile in offer(game, Wish()).tiles:
            for space in offer(game, Wish(tile=tile)).spaces:
                found = offer(game, Wish(tile=tile, space=space))
                offered |= {(tile, space, rotation) for rotation in found.rotations}
        assert offered == legal
        assert offer(game, Wish()).fitting == {placed.tile for placed in legal}


def test_any_place_says_which_rule_is_broken() -> None:
    record, expect = illegal_record("restriction_2")
    game = position(record)
    wrong = move_of(record["moves"][expect["index"]])
    strict = offer(game, Wish(tile=wrong.tile, space=wrong.hex, rotation=wrong.rotation))
    assert strict.space != wrong.hex
    loose = offer(game, Wish(tile=wrong.tile, space=wrong.hex, rotation=wrong.rotation, any_place=True))
    assert loose.fault is not None
    assert loose.fault.code == "restriction_2"
    assert set(loose.spaces) == set(game.board.open_spaces)
    assert sorted(loose.rotations) == [0, 1, 2, 3, 4, 5]


def test_a_place_first_narrows_the_tiles() -> None:
    game = position(legal_record(1), 12)
    space = offer(game, Wish()).spaces[0]
    found = offer(game, Wish(space=space))
    assert found.space == space
    assert found.fitting == {placed.tile for placed in game.legal_moves if placed.hex == space}


def test_where_draws_are_unknown_the_turn_may_pass_or_go_on() -> None:
    record = without_draws(legal_record(1))
    game = position(record, 1)
    found = offer(game, Wish())
    assert found.movers == (1, 0)
    assert found.player == 1
    assert offer(game, Wish(player=0)).player == 0
    assert offer(game, Wish(player=7)).player == 1
    assert len(found.tiles) == 55


def test_after_the_end_nothing_is_offered() -> None:
    found = offer(position(legal_record(1)), Wish(tile=3))
    assert (found.player, found.tiles, found.spaces, found.complete) == (None, (), (), False)


def test_the_bag_is_offered_for_the_draw() -> None:
    game = position(legal_record(1), 10)
    assert offer(game, Wish()).draws == tuple(sorted(game.bag))
    assert offer(position(legal_record(1), 50), Wish()).draws == ()
