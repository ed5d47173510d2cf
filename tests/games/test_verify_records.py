import gzip
import json

from games.engine import write_record_text
from tests.games.engine.records import legal_record, legal_rows, mutated_rows, without_draws

from .record_commands import RECORDS, run, run_process

KEYS = {"ok", "code", "codes", "index", "scores", "outcome", "winner", "message"}


def test_files_are_verified_in_order():
    rows, status, err = run("verify_records", RECORDS / "legal.jsonl.gz", RECORDS / "mutated.jsonl.gz")
    assert status == 1
    assert all(set(row) >= KEYS for row in rows)
    legal, mutated = rows[:160], rows[160:]
    assert all(row["ok"] for row in legal)
    assert [row["scores"] for row in legal] == [row["expect"]["scores"] for row in legal_rows()]
    assert [(row["code"], row["index"]) for row in mutated] == [
        (row["expect"]["code"], row["expect"]["index"]) for row in mutated_rows()
    ]
    assert "408 records, 248 not ok" in err


def test_standard_input_is_read_and_a_broken_line_is_a_row():
    good = json.dumps(legal_record()).encode()
    rows, status, _ = run("verify_records", "-", stdin=good + b"\n{broken\n" + good + b"\n")
    assert status == 1
    assert [(row["ok"], row["code"]) for row in rows] == [(True, None), (False, "malformed"), (True, None)]
    rows, status, _ = run_process(
        "verify_records", "-", stdin=gzip.compress(write_record_text(legal_record()).encode())
    )
    assert (status, len(rows)) == (0, 1)


def test_files_that_cannot_be_read_give_status_2_and_the_others_are_still_verified(tmp_path):
    damaged = tmp_path / "damaged.jsonl.gz"
    damaged.write_bytes(gzip.compress(b"x" * 10_000)[:30])
    good = tmp_path / "good.json"
    good.write_text(json.dumps(legal_record(), indent=1))
    rows, status, err = run("verify_records", damaged, tmp_path / "missing.json", tmp_path, good)
    assert status == 2
    assert [row["ok"] for row in rows if row["code"] != "malformed"] == [True]
    assert "missing.json: No such file" in err
    assert "damaged" in err


def test_an_incomplete_record_is_marked(tmp_path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(without_draws(legal_record(), hands=False)))
    (row,), status, _ = run("verify_records", "--quiet", file)
    assert status == 0
    assert (row["ok"], row["complete"]) == (True, False)
    assert "draws" in row["unchecked"]


def test_no_file_or_an_empty_one_gives_no_row(tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert run("verify_records", empty)[:2] == ([], 0)
    assert run("verify_records")[1] == 2
