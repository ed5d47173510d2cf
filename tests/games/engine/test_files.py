import gzip
import io
import json

import pytest

from games.engine import MalformedRecord
from games.engine.files import MAX_LINE_BYTES, UnreadableFile, read_rows

from .records import legal_record

RECORD = legal_record()
LINE = json.dumps(RECORD).encode()
WRAPPED = json.dumps({"id": "L1", "record": RECORD, "expect": {"ok": True}}).encode()
PRETTY = json.dumps(RECORD, indent=2).encode()


def rows(data, name=""):
    return list(read_rows(io.BytesIO(data), name))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("data", "name", "count"),
    [
        (LINE, "a.json", 1),
        (PRETTY, "a.json", 1),
        (PRETTY, "", 1),
        (b"[" + LINE + b",\n" + WRAPPED + b"]", "a.json", 2),
        (b"[" + LINE + b",\n" + WRAPPED + b"]", "", 2),
        (LINE + b"\n\n" + WRAPPED + b"\n  \n" + LINE, "a.jsonl", 3),
        (LINE + b"\n" + WRAPPED + b"\r\n" + LINE + b"\n", "", 3),
        (WRAPPED, "", 1),
        (LINE + b"\n" + WRAPPED + b"\n", "a.json", 2),
        (b"\xef\xbb\xbf" + PRETTY, "", 1),
        (b"\xef\xbb\xbf" + LINE + b"\n" + LINE, "", 2),
        (b"", "a.jsonl", 0),
        (b"", "a.json", 0),
        (b"\n \n", "", 0),
    ],
)
def test_records_are_found_in_every_kind_of_file(data, name, count, pack):
    assert rows(pack(data), name) == [RECORD] * count


@pytest.mark.parametrize("line", [b"{", b"nonsense", b'{"a": NaN}', b"[1]", b"7", b'"x"', b"\xff", b'{"record": 5}'])
def test_an_unreadable_line_is_a_row_of_its_own(line):
    found = rows(LINE + b"\n" + line + b"\n" + LINE, "a.jsonl")
    assert [isinstance(row, MalformedRecord) for row in found] == [False, True, False]


@pytest.mark.parametrize("line", [b'{"broken}', b'{"cut": "of', b"nonsense", b"[1]", b"7"])
def test_the_first_line_may_be_the_unreadable_one(line):
    found = rows(line + b"\n" + LINE + b"\n" + LINE)
    assert [isinstance(row, MalformedRecord) for row in found] == [True, False, False]


@pytest.mark.parametrize("name", ["", "a.json"])
def test_a_document_that_is_no_json_is_one_row(name):
    for data in (PRETTY[:-9], b"[\n" + LINE + b",\n" + LINE, PRETTY + b"\n" + PRETTY):
        (row,) = rows(data, name)
        assert isinstance(row, MalformedRecord)


def test_a_line_that_is_too_long_costs_one_row_and_no_memory():
    found = rows(b'"' + b"x" * (3 * MAX_LINE_BYTES) + b'"\n' + LINE, "a.jsonl")
    assert [isinstance(row, MalformedRecord) for row in found] == [True, False]


def test_a_record_that_is_too_long_is_refused_wherever_it_stands():
    long = json.dumps({**RECORD, "note": "x" * 70_000}).encode()
    for data, name in ((long, "a.json"), (long, "a.jsonl"), (b'{"record": ' + long + b"}", "a.jsonl")):
        (row,) = rows(data, name)
        assert "65536" in row.message


def test_what_stands_beside_a_record_does_not_count():
    data = json.dumps({"record": RECORD, "note": "x" * 70_000}).encode()
    assert rows(data, "a.jsonl") == [RECORD]


def test_damaged_packed_data_are_an_error_after_the_rows_before_them():
    packed = gzip.compress(b"\n".join([LINE] * 200), mtime=0)
    found = []
    with pytest.raises(UnreadableFile):
        found.extend(read_rows(io.BytesIO(packed[: len(packed) // 2]), "a.jsonl.gz"))
    with pytest.raises(UnreadableFile):
        rows(b"\x1f\x8bnot really packed", "a.jsonl.gz")
    flipped = bytearray(packed)
    flipped[-6] ^= 255
    with pytest.raises(UnreadableFile):
        rows(bytes(flipped), "a.jsonl.gz")
