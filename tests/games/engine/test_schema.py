import json
import re
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator, meta

import games.engine
from games.engine import Code, read_record, read_record_text, verify
from games.engine.errors import RULES

from .records import legal_record, legal_rows, mutated_rows, position_rows, without_draws

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((Path(games.engine.__file__).parent / "data" / "tantrix-record-1.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
FORMAT_PAGE = (ROOT / "docs" / "record-format.md").read_text()
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text()


def test_the_schema_is_one():
    meta.validate(SCHEMA)


def test_records_of_the_right_form_are_valid():
    for row in (*legal_rows()[::5], *position_rows()[::5]):
        VALIDATOR.validate(row["record"])
        VALIDATOR.validate(without_draws(row["record"], hands=False))
    full = legal_record() | {
        "event": "x",
        "round": 1,
        "date": "2026-11-30",
        "game_code": "y",
        "comment": "z",
        "more": {},
    }
    full["moves"][0] |= {"seconds": 1.5, "comment": "c", "more": []}
    VALIDATOR.validate(full | {"numbering": "encyclopedia"})
    VALIDATOR.validate(full | {"start_tiles": None, "result": None})


def test_what_the_schema_refuses_the_engine_refuses_too():
    refused = 0
    for row in mutated_rows():
        if not VALIDATOR.is_valid(row["record"]):
            refused += 1
            assert row["expect"]["code"] in (
                "malformed",
                "bad_players",
                "bad_colours",
                "bad_hand",
                "unknown_tile",
                "duplicate_tile",
            )
        elif row["expect"]["code"] == "malformed":
            pytest.fail(f"{row['id']} is malformed and the schema does not say so")
    assert refused > 40


def test_a_hand_may_be_left_out_only_where_draws_are_unknown():
    record = legal_record()
    del record["players"][0]["hand"]
    assert not VALIDATOR.is_valid(record)
    assert VALIDATOR.is_valid(record | {"draws": "unknown"})


def example(start):
    """The example on the page that begins in a certain way."""
    return next(block for block in re.split(r"```\w*\n", FORMAT_PAGE) if block.startswith(start))


def test_the_examples_in_the_documentation_are_legal_as_far_as_they_go():
    record = read_record(example("{"))
    VALIDATOR.validate(record)
    assert verify(record).code == "incomplete"
    record = read_record_text(example("[Format"))
    assert verify(record).code == "incomplete"
    assert record["moves"][2]["comment"] == "covers the blue end"
    assert record["moves"][3]["seconds"] == 12.5


def test_every_code_and_its_rule_is_in_the_documentation():
    for code in Code:
        lines = [line for line in RULES_PAGE.splitlines() if line.startswith(f"| `{code.value}` |")]
        assert lines, code
        rule = RULES.get(code)
        assert all(str(rule) in line.split("|")[2] for line in lines if rule), code
    for number in range(1, 37):
        assert re.search(rf"^{number}\. ", RULES_PAGE, re.MULTILINE)
