import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Code, game_key, position, verify
from games.engine.errors import RULES
from games.engine.replay import verify_by_spec
from tests.effort import times

from .records import legal_record, legal_rows, mutated_rows, position_rows

SWAP = {25: 28, 28: 25}


def test_legal_games_are_legal_with_the_expected_end():
    for row in legal_rows():
        verdict, expect = verify_by_spec(row["record"]), row["expect"]
        assert verdict.ok, (row["id"], verdict.message)
        assert verdict.complete
        end = verdict.scores, verdict.outcome, verdict.winner, verdict.moves
        assert end == (expect["scores"], expect["outcome"], expect["winner"], len(row["record"]["moves"])), row["id"]


def test_mutated_games_are_refused_for_the_right_reason_at_the_right_place():
    for row in mutated_rows():
        verdict, expect = verify_by_spec(row["record"]), row["expect"]
        assert (verdict.ok, verdict.code, verdict.index) == (False, expect["code"], expect["index"]), row["id"]
        assert set(verdict.codes) == set(expect["codes"]), row["id"]
        assert verdict.codes[0] == verdict.code
        assert (verdict.rule is None) == (verdict.code == "malformed")
        assert verdict.message.endswith(".")
        json.dumps(verdict.as_dict())


@pytest.mark.parametrize("row", position_rows()[::10], ids=lambda row: row["id"])
def test_an_unfinished_record_is_incomplete_and_tells_what_could_follow(row):
    verdict = verify_by_spec(row["record"])
    assert (verdict.code, verdict.index, verdict.rule) == ("incomplete", row["after_moves"], 31)
    assert verdict.scores == row["expect"]["scores"]
    assert len(verdict.legal) == min(64, len(row["expect"]["legal_moves"]))


def test_every_code_but_malformed_names_a_rule():
    assert set(RULES) == set(Code) - {Code.MALFORMED}


# Set-up


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"format": None}, ["malformed"]),
        ({"format": 1}, ["malformed"]),
        ({"format": ["tantrix-record/1"]}, ["malformed"]),
        ({"players": None}, ["malformed"]),
        ({"players": {}}, ["malformed"]),
        ({"players": ["A", "B"]}, ["malformed"]),
        ({"players": [], "start_tiles": None}, ["bad_players"]),
        ({"doubles": 0}, ["malformed"]),
        ({"doubles": None}, ["malformed"]),
        ({"doubles": True}, ["bad_players"]),
        ({"moves": None}, ["malformed"]),
        ({"moves": "none"}, ["malformed"]),
        ({"moves": {}}, ["malformed"]),
        ({"start_tiles": 5}, ["malformed"]),
        ({"start_tiles": [5.0, 3]}, ["malformed"]),
        ({"start_tiles": [True, 3]}, ["malformed"]),
        ({"start_tiles": [5]}, ["wrong_start"]),
        ({"start_tiles": [5, 3, 2]}, ["wrong_start"]),
        ({"start_tiles": []}, ["wrong_start"]),
        ({"start_tiles": [3, 5]}, ["wrong_start"]),
        ({"start_tiles": [5, 5]}, ["duplicate_tile"]),
        ({"start_tiles": [57, 5]}, ["unknown_tile"]),
        ({"start_tiles": [0, 57]}, ["unknown_tile", "wrong_start"]),
        ({"draws": "guess"}, ["malformed"]),
        ({"draws": []}, ["malformed"]),
        ({"numbering": "mine"}, ["malformed"]),
        ({"numbering": {}}, ["malformed"]),
        ({"event": 7}, ["malformed"]),
        ({"round": 1.5}, ["malformed"]),
        ({"date": "yesterday"}, ["malformed"]),
        ({"date": 20261130}, ["malformed"]),
        ({"game_code": []}, ["malformed"]),
    ],
    ids=str,
)
def test_faults_of_the_set_up(change, codes):
    verdict = verify({**legal_record(), **change})
    assert (verdict.ok, verdict.index, list(verdict.codes)) == (False, -1, codes)


def test_more_tiles_than_there_are_cost_no_time():
    # a list compared with itself tile by tile would take minutes
    many = list(range(1, 100_000))
    assert verify({**legal_record(), "start_tiles": many}).codes == ("unknown_tile", "wrong_start")
    record = legal_record()
    record["players"][0]["hand"] = many
    assert verify(record).codes == ("bad_hand", "unknown_tile", "duplicate_tile")


@pytest.mark.parametrize("key", ["format", "players", "moves"])
def test_what_a_record_must_have(key):
    record = legal_record()
    del record[key]
    verdict = verify(record)
    assert (verdict.code, verdict.index) == ("malformed", -1)
    assert key in verdict.message


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"hand": None}, ["malformed"]),
        ({"hand": "1 2 3 4 5 6"}, ["malformed"]),
        ({"hand": [1, 2, 3, 4, 5, 6.0]}, ["malformed"]),
        ({"hand": [1, 2, 3, 4, 5, None]}, ["malformed"]),
        ({"hand": [True, 2, 3, 4, 5, 6]}, ["malformed"]),
        ({"hand": []}, ["bad_hand"]),
        ({"hand": [1, 1, 1, 1, 1]}, ["bad_hand", "duplicate_tile"]),
        ({"colour": None}, ["malformed"]),
        ({"colour": 1}, ["malformed"]),
        ({"colour": "Red"}, ["bad_colours"]),
        ({"colour": ""}, ["bad_colours"]),
        ({"name": 5}, ["malformed"]),
    ],
    ids=str,
)
def test_faults_of_a_player(change, codes):
    record = legal_record()
    record.pop("start_tiles", None)
    record["players"][1].update(change)
    verdict = verify(record)
    assert (verdict.index, list(verdict.codes)) == (-1, codes)


def test_doubles_need_partners_of_one_colour():
    record = legal_record(4, doubles=True)
    colours = [player["colour"] for player in record["players"]]
    for order in ([0, 0, 1, 1], [0, 1, 1, 0], [0, 0, 0, 0]):
        for player, index in zip(record["players"], order, strict=True):
            player["colour"] = colours[index]
        assert verify(record).code == "bad_colours"


@pytest.mark.parametrize("record", [None, [], "text", 5, True, {}, {"format": "tantrix-record/1"}], ids=str)
def test_what_is_no_record_is_malformed(record):
    assert (verify(record).code, verify(record).index) == ("malformed", -1)


def test_optional_tags_and_unknown_keys_change_nothing():
    record = legal_record()
    record |= {"event": "Open", "round": 3, "date": "2026-11-30", "game_code": "x-1", "site": {"any": ["thing"]}}
    record["moves"][3] |= {"seconds": 12.5, "comment": "well"}
    record["players"][0] |= {"rating": 900, "name": None}
    assert verify(record).ok
    record["date"] = "2026-11-30T10:00:00+00:00"
    record["start_tiles"] = record["result"] = record["numbering"] = None
    assert verify(record).ok


# Moves

BAD_VALUES = [True, False, 5.0, "5", None, [], {}, [5], 1e400]


@pytest.mark.parametrize("key", ["player", "tile", "q", "r", "rotation", "drawn"])
@pytest.mark.parametrize("value", BAD_VALUES, ids=repr)
def test_a_move_with_a_value_of_the_wrong_type_is_malformed(key, value):
    record = legal_record()
    record["moves"][7][key] = value
    verdict = verify(record)
    if key == "drawn" and value is None:
        assert verdict.code == "missing_draw"
    else:
        assert (verdict.code, verdict.index) == ("malformed", 7)
        assert f"moves[7].{key}" in verdict.message


@pytest.mark.parametrize("key", ["player", "tile", "q", "r", "rotation"])
def test_a_move_without_one_of_its_parts_is_malformed(key):
    record = legal_record()
    del record["moves"][2][key]
    verdict = verify(record)
    assert (verdict.code, verdict.index) == ("malformed", 2)
    assert "missing" in verdict.message


@pytest.mark.parametrize("move", [None, [], 3, "move", True])
def test_a_move_that_is_no_object_is_malformed(move):
    record = legal_record()
    record["moves"][4] = move
    assert (verify(record).code, verify(record).index) == ("malformed", 4)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"player": 2}, "malformed"),
        ({"player": -1}, "malformed"),
        ({"rotation": 6}, "malformed"),
        ({"rotation": -1}, "malformed"),
        ({"rotation": 10**30}, "malformed"),
        ({"tile": 10**30}, "unknown_tile"),
        ({"tile": -(10**30)}, "unknown_tile"),
        ({"tile": 0}, "unknown_tile"),
        ({"tile": 64}, "unknown_tile"),
        ({"q": 10**30}, "not_adjacent"),
        ({"r": -(10**30)}, "not_adjacent"),
        ({"drawn": 10**30}, "draw_not_in_bag"),
        ({"drawn": 0}, "draw_not_in_bag"),
        ({"drawn": -3}, "draw_not_in_bag"),
        ({"seconds": -1}, "malformed"),
        ({"seconds": "3"}, "malformed"),
        ({"seconds": True}, "malformed"),
    ],
    ids=str,
)
def test_values_out_of_range(change, code):
    record = legal_record()
    record["moves"][9].update(change)
    assert (verify(record).code, verify(record).index) == (code, 9)


def test_the_drawn_tile_may_not_be_the_one_just_played():
    record = legal_record()
    record["moves"][0]["drawn"] = record["moves"][0]["tile"]
    assert verify(record).code == "draw_not_in_bag"


def test_a_malformed_move_after_the_end_is_malformed_first():
    record = legal_record()
    record["moves"].append({"player": 0})
    verdict = verify(record)
    assert (verdict.code, verdict.index) == ("malformed", len(record["moves"]) - 1)


def test_only_the_first_fault_counts():
    record = legal_record()
    record["moves"][20]["q"] = "far"
    record["moves"][8]["tile"] = 99
    record["result"] = "won"
    assert (verify(record).code, verify(record).index) == ("unknown_tile", 8)


# The result


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        ("red", ["malformed"]),
        ([], ["malformed"]),
        (True, ["malformed"]),
        ({"scores": None}, ["malformed"]),
        ({"scores": [1, 2]}, ["malformed"]),
        ({"scores": {"red": 5.0}}, ["malformed"]),
        ({"scores": {"red": True}}, ["malformed"]),
        ({"scores": {"red": "5"}}, ["malformed"]),
        ({"scores": {"red": None}}, ["malformed"]),
        ({"scores": {"purple": 5}}, ["malformed"]),
        ({"outcome": "victory"}, ["malformed"]),
        ({"outcome": None}, ["malformed"]),
        ({"outcome": ["win"]}, ["malformed"]),
        ({"winner": "purple"}, ["malformed"]),
        ({"winner": 1}, ["malformed"]),
        ({"winner": ["red"]}, ["malformed"]),
        ({"outcome": "draw"}, ["outcome_mismatch"]),
        ({"outcome": "deadlock", "winner": None}, ["outcome_mismatch"]),
        ({"winner": None}, ["outcome_mismatch"]),
    ],
    ids=str,
)
def test_faults_of_the_claimed_result(result, codes):
    record = legal_record()
    assert record["result"]["outcome"] == "win"
    record["result"] = result
    verdict = verify(record)
    assert (verdict.index, list(verdict.codes)) == (len(record["moves"]), codes)


def test_a_claim_may_leave_fields_out():
    record = legal_record()
    full = record["result"]
    for result in ({}, {"winner": full["winner"]}, {"outcome": "win"}, {"scores": {}}, None):
        record["result"] = result
        assert verify(record).ok
    record["result"] = {"scores": dict(list(full["scores"].items())[:1])}
    assert verify(record).ok
    del record["result"]
    assert verify(record).ok


def test_a_wrong_score_and_a_wrong_winner_are_both_named():
    record = legal_record()
    loser = next(colour for colour in record["result"]["scores"] if colour != record["result"]["winner"])
    record["result"] = {"scores": {loser: 50}, "winner": loser}
    assert verify(record).codes == ("score_mismatch", "outcome_mismatch")


def test_a_score_for_a_colour_nobody_played_is_a_mismatch():
    record = legal_record()
    idle = ({"red", "yellow", "green", "blue"} - {player["colour"] for player in record["players"]}).pop()
    record["result"] = {"scores": {idle: 4}}
    assert verify(record).code == "score_mismatch"


# Numbering


def renumbered(record):
    record = copy.deepcopy(record)
    for player in record["players"]:
        player["hand"] = [SWAP.get(tile, tile) for tile in player["hand"]]
    for move in record["moves"]:
        move["tile"] = SWAP.get(move["tile"], move["tile"])
        move["drawn"] = SWAP.get(move["drawn"], move["drawn"])
    record.pop("start_tiles", None)
    return record


def test_the_encyclopedia_numbering_exchanges_25_and_28():
    for row in legal_rows()[::16]:
        record = renumbered(row["record"])
        record["numbering"] = "encyclopedia"
        assert verify(record).ok
        assert game_key(record) == game_key(row["record"])


def test_a_mismatch_that_the_other_numbering_would_cure_says_so():
    hints = 0
    for row in legal_rows()[::8]:
        verdict = verify(renumbered(row["record"]))
        assert not verdict.ok
        if verdict.code == "colour_mismatch":
            hints += "other numbering" in verdict.message
    assert hints > 5
    record = legal_record()
    record["moves"][1]["rotation"] = (record["moves"][1]["rotation"] + 1) % 6
    assert "numbering" not in verify(record).message


# Positions and keys


def test_the_position_after_some_moves():
    record = legal_record()
    assert position(record, 0).ply == 0
    assert position(record, 12).ply == 12
    assert position(record).ply == len(record["moves"])
    record["moves"][30]["tile"] = 99
    assert position(record).ply == 30
    record["moves"][20] = None
    assert position(record, 40).ply == 20


def test_the_key_is_that_of_the_game_not_of_its_record():
    record = legal_record()
    key = game_key(record)
    other = copy.deepcopy(record)
    other["players"][0]["name"] = "someone else"
    other["event"] = "another event"
    del other["result"]
    for move in other["moves"]:
        del move["drawn"]
    other["draws"] = "unknown"
    assert game_key(other) == key
    other["moves"].pop()
    assert game_key(other) != key
    assert len({game_key(row["record"]) for row in legal_rows()}) == len(legal_rows())


def test_the_key_does_not_depend_on_where_one_sat():
    record = legal_record()
    turned = copy.deepcopy(record)
    for move in turned["moves"]:
        move["q"], move["r"] = -move["r"], move["q"] + move["r"]
        move["rotation"] = (move["rotation"] + 1) % 6
    assert verify(turned).ok
    assert game_key(turned) == game_key(record)


# Anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
paths = st.lists(st.integers(0, 60), min_size=1, max_size=4)


@given(path=paths, value=json_values, remove=st.booleans(), number=st.integers(0, 159))
@settings(max_examples=times(60), deadline=None)
def test_a_record_with_anything_put_anywhere_gets_a_verdict(path, value, remove, number):
    record = copy.deepcopy(legal_rows()[number]["record"])
    holder = record
    for step in path[:-1]:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        inner = holder[keys[step % len(keys)]] if keys else None
        if not isinstance(inner, dict | list) or not inner:
            break
        holder = inner
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    key = keys[path[-1] % len(keys)]
    if remove:
        del holder[key]
    else:
        holder[key] = value
    verdict = verify(record)
    assert verdict.ok or (verdict.codes and verdict.message and verdict.index is not None)
    json.dumps(verdict.as_dict(), allow_nan=False)
