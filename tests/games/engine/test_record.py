import json

import pytest

from games.engine import MalformedRecord, read_record
from games.engine.record import MAX_BYTES, MAX_DEPTH

from .records import legal_record, legal_rows


@pytest.mark.parametrize("row", legal_rows()[:20], ids=lambda row: row["id"])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_record_is_read_as_it_was_written(row, indent):
    record = {**row["record"], "event": "Spring: Open", "more": {"nested": [1, {"deep": None}]}}
    assert read_record(json.dumps(record, indent=indent).encode()) == record
    assert read_record(json.dumps(record, indent=indent)) == record


@pytest.mark.parametrize("number", [10**15, 10**16, -(10**18), 2**63, 2**64, 10**30, -(10**40), 0.1, 1e16, 1.5e300])
def test_numbers_keep_their_kind_and_value(number):
    (value,) = read_record(json.dumps({"a": number})).values()
    assert (type(value), value) == (type(number), number)


def test_a_byte_order_mark_is_allowed():
    assert read_record(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "Not JSON"),
        (b"{", "Not JSON"),
        (b'{"format": "tantrix-record/1",}', "Not JSON"),
        (b"[]", "must be an object"),
        (b"null", "must be an object"),
        (b"3", "must be an object"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": [Infinity]}', "Infinity is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"a": 1, "a": 1}', "key 'a' comes twice"),
        (b'{"moves": [{"tile": 1, "tile": 2}]}', "key 'tile' comes twice"),
        (b'{"moves": [{"q": 1, "q": 2, "note": "x"}], "players": []}', "key 'q' comes twice"),
        (b'{"x": {"y": {"z": 1, "z": 1}}}', "key 'z' comes twice"),
        (b'{"result": {"scores": {"red": 1, "red": 2}}}', "key 'red' comes twice"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"\\udfff": 1}', "half a character"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "nested more than"),
        (b'{"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}", "nested more than"),
        (b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "nested more than"),
        (b'{"a": "' + b"x" * MAX_BYTES + b'"}', "at most 65536 bytes"),
        (b'{"a": "\x01"}', "Not JSON"),
    ],
    ids=lambda value: value[:24].decode("ascii", "replace") if isinstance(value, bytes) else "",
)
def test_anything_else_is_refused_with_a_reason(data, reason):
    with pytest.raises(MalformedRecord, match=reason):
        read_record(data)


def test_the_deepest_nesting_allowed_is_read():
    data = b'{"a": ' + b"[" * (MAX_DEPTH - 1) + b"]" * (MAX_DEPTH - 1) + b"}"
    assert read_record(data)


def test_a_colon_in_a_text_hides_no_duplicate_key():
    record = legal_record()
    record["players"][0]["name"] = "A:B"
    text = json.dumps(record)
    assert read_record(text) == record
    with pytest.raises(MalformedRecord, match="comes twice"):
        read_record(text.replace('"doubles": false', '"doubles": false, "doubles": false'))


def test_every_duplicate_key_of_a_record_is_found():
    text = json.dumps(legal_record(), separators=(",", ":"))
    for member in (
        '"format":"tantrix-record/1"',
        '"doubles":false',
        '"rotation":',
        '"hand":',
        '"winner":',
        '"scores":',
    ):
        place = text.index(member)
        key = member.partition(":")[0]
        with pytest.raises(MalformedRecord, match="comes twice"):
            read_record(f"{text[:place]}{key}:0,{text[place:]}")


def test_the_place_of_a_syntax_error_is_named():
    with pytest.raises(MalformedRecord) as caught:
        read_record('{\n "format": oops}')
    assert caught.value.place == "line 2, column 12"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a": NaN}', "a"),
        (b'{"moves": [{"q": 0}, {"q": 1e999}]}', "moves[1].q"),
        (b'{"moves": [' + b"9" * 5000 + b"]}", "moves[0]"),
        (b'{"moves": [{"tile": 1, "q": 2, "tile": 1}]}', "moves[0].tile"),
        (b'{"x": {"y": [{"z": 1, "z": {"z": NaN}}]}}', "x.y[0].z"),
        (b'{"players": [{"name": "\\ud800"}]}', "players[0].name"),
        (b'{"\\udfff": 1}', "\\udfff"),
        (b'{"' + b"k" * 200 + b'": NaN}', "k" * 40),
        (b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "a" + "[0]" * (MAX_DEPTH - 1)),
        (b'{"a": "[",\n "b": ' + b"[" * 20_000, f"line 2, column {6 + MAX_DEPTH}"),
    ],
    ids=lambda value: value[:24].decode("ascii", "replace") if isinstance(value, bytes) else "",
)
def test_the_place_of_every_other_fault_is_named(data, place):
    with pytest.raises(MalformedRecord) as caught:
        read_record(data)
    assert caught.value.place == place


def test_text_that_cannot_be_encoded_is_refused():
    with pytest.raises(MalformedRecord, match="half a character"):
        read_record('{"a": "\ud800"}')
