import json
from functools import cache

from games.engine import Colour, position
from tests.games.engine.records import legal_record, position_rows

from .record_commands import RECORDS, run, run_process


@cache
def inspected():
    return run_process("inspect_records", RECORDS / "positions.jsonl.gz")


def test_the_state_after_the_last_move_is_the_one_expected():
    rows, status, _ = inspected()
    assert status == 0
    assert len(rows) == len(position_rows())
    for row, line in zip(rows, position_rows(), strict=True):
        assert {key: row[key] for key in line["expect"]} == line["expect"]


def test_the_best_line_of_each_colour_in_play_is_given():
    rows, _, _ = inspected()
    for row, line in zip(rows, position_rows(), strict=True):
        game = position(line["record"])
        assert set(row["lines"]) == set(row["scores"])
        for colour, best in row["lines"].items():
            assert len(best["cells"]) * (2 if best["loop"] else 1) == row["scores"][colour] == best["score"]
            assert [tuple(cell) for cell in best["cells"]] == list(game.best_line(Colour(colour)).cells)


def test_a_finished_game_has_nobody_to_move():
    (row,), status, _ = run("inspect_records", "-", stdin=json.dumps(legal_record()).encode())
    assert status == 0
    assert (row["player"], row["must_fill"], row["legal_moves"]) == (None, False, [])


def test_an_illegal_move_shows_the_last_legal_state_and_the_fault():
    record = legal_record()
    record["moves"][10]["rotation"] = (record["moves"][10]["rotation"] + 1) % 6
    broken_setup = {**legal_record(), "players": []}
    data = "\n".join([json.dumps(record), "{", json.dumps(broken_setup)]).encode()
    rows, status, _ = run("inspect_records", "-", stdin=data)
    assert status == 1
    assert [row["ok"] for row in rows] == [False, False, False]
    assert (rows[0]["code"], rows[0]["index"]) == ("colour_mismatch", 10)
    assert rows[0]["legal_moves"]
    assert [row["code"] for row in rows[1:]] == ["malformed", "bad_players"]
