import contextlib
import copy
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import MalformedRecord, load_record, read_record_text, verify, write_record_text
from games.engine.files import read_rows
from games.engine.notation import looks_like_notation
from games.engine.record import MAX_BYTES
from tests.effort import times

from .records import legal_record, legal_rows, mutated_rows, position_rows, without_draws


@pytest.mark.parametrize("row", [*legal_rows()[::4], *position_rows()[::10]], ids=lambda row: row["id"])
def test_text_and_json_are_two_forms_of_one_record(row):
    record = row["record"]
    text = write_record_text(record)
    assert same(read_record_text(text), record)
    assert write_record_text(read_record_text(text)) == text
    assert len(text) < len(json.dumps(record))


def test_records_with_faults_are_written_too_as_long_as_their_form_is_right():
    written = 0
    for row in mutated_rows():
        try:
            text = write_record_text(row["record"])
        except MalformedRecord:
            assert row["expect"]["code"] in ("malformed", "bad_colours")
            continue
        written += 1
        assert same(read_record_text(text), row["record"])
    assert written > 230


def test_a_game_looks_like_this():
    text = write_record_text(legal_record() | {"event": "Spring Open", "round": 3, "date": "2026-11-30"})
    lines = text.splitlines()
    assert lines[0] == '[Format "tantrix-record/1"]'
    assert '[Event "Spring Open"]' in lines
    assert "[Round 3]" in lines
    assert lines[lines.index("") + 1].startswith("1. P1 ")
    assert lines[-1].startswith("= win, scores ")


def test_forced_fills_are_marked_and_each_turn_has_its_line():
    for row in legal_rows()[::16]:
        text = write_record_text(row["record"])
        assert text.count("*") == row["expect"]["forced_moves"]
        turns = [line for line in text.splitlines() if line[:1].isdigit()]
        # A player who plays on alone makes turn after turn; where one of them begins is not always to be seen.
        assert abs(len(turns) - row["expect"]["turns"]) <= 3


def test_marks_and_turn_numbers_are_for_the_eye():
    record = legal_record()
    text = write_record_text(record)
    bare = "\n".join(line.replace("*", "").partition(". ")[2] or line for line in text.splitlines())
    assert same(read_record_text(bare), record)


def test_a_deadlock_and_a_record_without_draws():
    row = next(row for row in legal_rows() if row["expect"]["outcome"] == "deadlock")
    text = write_record_text(row["record"])
    assert "\n= deadlock" in text
    record = without_draws(row["record"], hands=False)
    text = write_record_text(record)
    assert "+" not in text
    assert same(read_record_text(text), record)
    assert verify(read_record_text(text)).ok


def test_a_draw_left_out_and_one_that_is_null_are_told_apart():
    for change in ({}, {"draws": "unknown"}):
        record = legal_record() | change
        record["moves"][-1]["drawn"] = None
        del record["moves"][-2]["drawn"]
        assert same(read_record_text(write_record_text(record)), record)


def test_comments_and_times_belong_to_their_move():
    record = legal_record()
    record["comment"] = "before the game"
    record["moves"][0]["seconds"] = 12.5
    record["moves"][1] |= {"comment": "a {good} one; \\ and\n two  \n\n lines\n", "seconds": 3}
    record["moves"][2]["comment"] = ""
    record["moves"][3]["comment"] = "with \r in it"
    assert same(read_record_text(write_record_text(record)), record)
    text = "\n".join([*write_record_text(legal_record()).splitlines()[:-1], "; a remark", "{last {word}"])
    assert read_record_text(text)["moves"][-1]["comment"] == "last {word"


def test_what_the_notation_has_no_form_for_is_carried_along():
    record = legal_record()
    record |= {"site": {"a/b": [1, {"~": None}]}, "": 1, "a b": "x", "é\n": True, "doubles": 0, "round": None}
    record["players"][0] |= {"rating": 900, "name": None}
    record["moves"][4] |= {"note": ["x"], "seconds": "slow"}
    record["result"]["by"] = "arbiter"
    text = write_record_text(record)
    assert "%/players/0/rating 900" in text
    assert same(read_record_text(text), record)
    for result in (None, 5, {}, {"outcome": 3}, {"winner": "?"}, {"scores": {"red": "x"}}):
        record["result"] = result
        assert same(read_record_text(write_record_text(record)), record)
    assert read_record_text('[Site "home"]\n' + text)["Site"] == "home"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
encodable = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(
    number=st.integers(0, 20),
    top=st.dictionaries(encodable, json_values, max_size=3),
    player=st.dictionaries(encodable, json_values, max_size=3),
    move=st.dictionaries(encodable, json_values, max_size=3),
    result=st.dictionaries(encodable, json_values, max_size=3),
    name=encodable,
    comment=encodable,
)
@settings(max_examples=times(50), deadline=None)
def test_any_keys_and_texts_survive(number, top, player, move, result, name, comment):
    record = copy.deepcopy(legal_rows()[number]["record"])
    record = {**top, **record, "event": name}
    record["players"][0] = {**player, **record["players"][0], "name": name}
    record["moves"][7] = {**move, **record["moves"][7], "comment": comment}
    record["result"] = {**result, **record.get("result", {})}
    try:
        text = write_record_text(record)
        json_text = json.dumps(record, ensure_ascii=False).encode()
    except (MalformedRecord, UnicodeEncodeError):
        return
    if len(text.encode()) <= MAX_BYTES and len(json_text) <= MAX_BYTES:
        assert same(read_record_text(text), record)


def same(one, other):
    """Equal in value and in type: 5 is not 5.0 and 1 is not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


# What is no record

HEAD = '[Format "tantrix-record/1"]\n[Colour1 "red"]\n[Colour2 "blue"]\n\n'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "begins with"),
        ('[Event "x"]', 1, "begins with"),
        (HEAD + "1. P1 46", 5, "is not a move"),
        (HEAD + "1. P1 46@0,0", 5, "is not a move"),
        (HEAD + "1. P1 46@0,0/2+x", 5, "is not a move"),
        (HEAD + "1. 46@0,0/2", 5, "stands before the first move"),
        (HEAD + "1. P1 46@0,0/2 {open", 5, "not closed"),
        (HEAD + "nonsense", 5, "is not a move"),
        (HEAD + f"1. P1 {'9' * 5000}@0,0/2", 5, "too long"),
        (HEAD + "[Event]", 5, "A tag is written"),
        (HEAD + "[Event x]", 5, "A tag is written"),
        (HEAD + '[Event "x" "y"]', 5, "A tag is written"),
        (HEAD + "[Event 5]", 5, "in quotes"),
        (HEAD + '[Event "a"]\n[Event "b"]', 6, "comes twice"),
        (HEAD + '[Colour1 "red"]', 5, "comes twice"),
        (HEAD + '[Rating1 "5"]', 5, "no tag Rating for a player"),
        (HEAD + '[Doubles "maybe"]', 5, '"yes" or "no"'),
        (HEAD + '[Hand1 "1 2 x"]', 5, "numbers with spaces"),
        (HEAD + '[StartTiles "1, 2"]', 5, "numbers with spaces"),
        (HEAD + "= win\n= win", 6, "result comes twice"),
        (HEAD + "= win, draw", 5, "outcome twice"),
        (HEAD + "= scores red", 5, "A result is written"),
        (HEAD + "= scores red x", 5, "A result is written"),
        (HEAD + "= scores red 1 red 2", 5, "A result is written"),
        (HEAD + "= won by red", 5, "A result is written"),
        (HEAD + "%/a {", 5, "Not JSON"),
        (HEAD + "%/a NaN", 5, "not a number"),
        (HEAD + '%/a {"b": 1, "b": 2}', 5, "comes twice"),
        (HEAD + "%/a/b 1", 5, "no such place"),
        (HEAD + "%/players/7/name 1", 5, "no such place"),
        (HEAD + "%/players/0 1", 5, "no such place"),
        (HEAD + "%/format 1", 5, "given twice"),
        (HEAD + "%/a 1\n%/a 2", 6, "given twice"),
        (HEAD + "%/a " + "[" * 15 + "]" * 15 + "\n%/b " + "[" * 16 + "]" * 16, 6, "nested"),
    ],
    ids=lambda value: value.removeprefix(HEAD)[:24] if isinstance(value, str) else value,
)
def test_anything_else_is_refused_with_its_line(text, line, reason):
    with pytest.raises(MalformedRecord, match=reason) as caught:
        read_record_text(text)
    assert caught.value.place in (f"line {line}", "")


def test_the_size_and_the_encoding_are_checked_as_for_json():
    with pytest.raises(MalformedRecord, match="65536"):
        read_record_text(HEAD + "; " + "x" * MAX_BYTES)
    with pytest.raises(MalformedRecord, match="UTF-8"):
        read_record_text(HEAD.encode() + b"\xff")


pieces = st.sampled_from(
    [
        *("[", "]", '"', "{", "}", "\\", "%", "/", "=", ";", "\n", " ", "*", "@", ",", "+", "~", "P1", "1.", "é"),
        *('[Format "tantrix-record/1"]\n', '[Colour1 "red"]\n', '[Hand1 "1 2"]\n', "46@0,0/2+52", "-", "?", "9"),
        *("%/a 1\n", "%/moves/0/x {}\n", "= win\n", "winner", "scores", "red", "\r\n", "\x00", "\ud800"),
    ]
)


@given(st.lists(pieces | st.text(max_size=5), max_size=40).map("".join))
@settings(max_examples=times(100), deadline=None)
def test_any_text_is_read_or_refused_and_never_breaks(text):
    for read in (read_record_text, load_record):
        try:
            record = read(text)
        except MalformedRecord:
            continue
        assert verify(record) is not None
    looks_like_notation(text)


@given(place=st.integers(0, 2000), removed=st.integers(0, 5), added=st.lists(pieces, max_size=3).map("".join))
@settings(max_examples=times(50), deadline=None)
def test_a_damaged_text_is_read_or_refused(place, removed, added):
    text = write_record_text(legal_record())
    place %= len(text)
    damaged = text[:place] + added + text[place + removed :]
    try:
        record = read_record_text(damaged)
    except MalformedRecord:
        return
    assert verify(record) is not None


@pytest.mark.parametrize(
    "lines", ["{" + "\n" * MAX_BYTES, "1. {\n" * MAX_BYTES, "1. P1 {" + "{;\\\n" * MAX_BYTES, "{}" * MAX_BYTES]
)
def test_a_long_text_takes_no_longer_than_its_length(lines):
    # each of these took minutes when every line of a comment was read again for the next
    text = ('[Format "tantrix-record/1"]\n' + lines)[:MAX_BYTES]
    with contextlib.suppress(MalformedRecord):
        read_record_text(text)


# Accepted wherever JSON is


def test_the_content_tells_the_form():
    record = legal_record()
    text, data = write_record_text(record), json.dumps(record)
    for content_type, filename in (("", ""), ("application/json", "x.json"), ("text/plain; charset=utf-8", "x.txt")):
        assert load_record(text.encode(), content_type=content_type, filename=filename) == record
        assert load_record("\n" + data, content_type=content_type, filename=filename) == record
    assert load_record("; a remark\n\n" + text) == record
    with pytest.raises(MalformedRecord, match="begins with"):
        load_record("P1 3@0,0/1", filename="x.txt")
    with pytest.raises(MalformedRecord, match="Not JSON"):
        load_record("P1 3@0,0/1")


def test_a_file_may_hold_many_games():
    records = [row["record"] for row in legal_rows()[:5]]
    text = "; five games\n\n" + "\n\n".join(map(write_record_text, records))
    for name in ("games.txt", "", "games.txt.gz"):
        assert list(read_rows(io.BytesIO(text.encode()), name)) == records
    broken = text.replace("1. P1", "1. Px", 1)
    rows = list(read_rows(io.BytesIO(broken.encode()), "games.txt"))
    assert [isinstance(row, MalformedRecord) for row in rows] == [True, False, False, False, False]
    long = write_record_text(records[0]) + "; " + "x" * MAX_BYTES + "\n" + write_record_text(records[1])
    rows = list(read_rows(io.BytesIO(long.encode()), "games.txt"))
    assert [isinstance(row, MalformedRecord) for row in rows] == [True, False]
