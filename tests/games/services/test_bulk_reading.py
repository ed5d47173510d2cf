"""Uploads of many records: what their rows are, and what is refused before anything is stored."""

import gzip
import io
import random
import struct
import zipfile

import pytest

from games.services import MAX_RECORD_BYTES
from games.services.bulk_reading import MOST_BYTES, MOST_ENTRIES, MOST_RECORDS, Upload
from games.services.bulk_rows import BulkRow, in_batches, pack, unpack
from tantrix_site.errors import InvalidInput, TooLarge


def lines(data: bytes) -> list[BulkRow]:
    return list(Upload(io.BytesIO(data), "application/jsonl").rows())


def zipped(entries: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", compression) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return kept.getvalue()


def archive(data: bytes) -> list[BulkRow]:
    return list(Upload(io.BytesIO(data), "application/zip").rows())


def code_of(refused: pytest.ExceptionInfo) -> str:
    return refused.value.code


def test_one_row_a_line_with_its_number() -> None:
    rows = lines(b'\xef\xbb\xbf{"a": 1}\r\n\r\n  \n{"b": 2}\nnonsense\n{"c": 3}')
    assert [(row.line, row.data) for row in rows] == [
        (1, b'{"a": 1}'),
        (4, b'{"b": 2}'),
        (5, b"nonsense"),
        (6, b'{"c": 3}'),
    ]


def test_a_line_may_be_as_long_as_a_record() -> None:
    whole = b"{}" + b"x" * (MAX_RECORD_BYTES - 2)
    rows = lines(whole + b"\r\n" + whole + b"x\n" + whole + b"x" * 200_000 + b"\n{}\n" + whole + b"xx")
    assert [(row.line, len(row.data), bool(row.fault)) for row in rows] == [
        (1, MAX_RECORD_BYTES, False),
        (2, 0, True),
        (3, 0, True),
        (4, 2, False),
        (5, 0, True),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_upload"),
        (b"\n \n\r\n", "empty_upload"),
        (b'[{"format": 1}]', "json_array"),
        (b" \n [\n", "json_array"),
        (b'{\n"format": 1\n}', "not_json_lines"),
        (zipped({"a.json": b"{}"}), "not_json_lines"),
        (gzip.compress(b"{}", mtime=0), "not_json_lines"),
    ],
)
def test_what_is_no_list_of_lines(data: bytes, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        lines(data)
    assert code_of(refused) == code


def test_ten_thousand_records_and_no_more() -> None:
    assert len(lines(b"{}\n" * MOST_RECORDS)) == 10_000
    with pytest.raises(TooLarge) as refused:
        lines(b"{}\n" * (MOST_RECORDS + 1))
    assert code_of(refused) == "too_many_records"


def test_no_more_bytes_than_stated() -> None:
    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.given = 0

        def readline(self, size: int = -1) -> bytes:
            self.given += 60_000
            return b"x" * 59_999 + b"\n"

    endless = Endless()
    with pytest.raises(TooLarge) as refused:
        list(Upload(endless, "application/jsonl").rows())
    assert code_of(refused) == "upload_too_large"
    assert endless.given <= MOST_BYTES + 60_000


def test_other_types_are_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        Upload(io.BytesIO(b"{}"), "text/csv")
    assert code_of(refused) == "unsupported_media_type"


def test_an_archive_in_its_own_order() -> None:
    data = zipped(
        {
            "z/first.json": b'{"a": 1}',
            "a.jsonl": b'{"b": 2}\n{"c": 3}\n',
            "__MACOSX/z/._first.json": b"\x00",
            "z/.DS_Store": b"\x00",
            "notes/": b"",
            "text.TXT": b"[event]",
            "big.json": b" " * (MAX_RECORD_BYTES + 1),
        }
    )
    rows = archive(data)
    assert [(row.entry, row.line, row.content_type, row.data) for row in rows] == [
        ("z/first.json", None, "application/json", b'{"a": 1}'),
        ("a.jsonl", 1, "application/json", b'{"b": 2}'),
        ("a.jsonl", 2, "application/json", b'{"c": 3}'),
        ("text.TXT", None, "text/plain", b"[event]"),
        ("big.json", None, "application/json", b""),
    ]
    assert rows[-1].fault


@pytest.mark.parametrize(
    "name",
    ["../up.json", "/absolute.json", "a//b.json", "c:/x.json", "back\\slash.json", "x" * 300 + ".json",
     "a/b/c/d/e/f/g/h/i/j.json", "bell\x07.json", "nested.zip", "picture.png", "noending"],
)  # fmt: skip
def test_odd_entries_are_refused_by_name(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        archive(zipped({"good.json": b"{}", name: b"{}"}))
    assert code_of(refused) == "zip_entry"
    assert refused.value.field.startswith(name[:5].replace("\x07", "\ufffd"))


def test_an_archive_that_swells_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        archive(zipped({f"{index}.json": b" " * 65_000 for index in range(100)}))
    assert code_of(refused) == "zip_ratio"


def test_an_archive_that_is_too_large_unpacked_is_refused() -> None:
    with pytest.raises(TooLarge) as refused:
        archive(zipped({f"{index}.jsonl": b" " * 9_000_000 for index in range(8)}))
    assert code_of(refused) == "upload_too_large"


def test_an_archive_with_too_many_entries_is_refused() -> None:
    with pytest.raises(TooLarge) as refused:
        archive(zipped({f"{index}.json": b"{}" for index in range(MOST_RECORDS + 1)}, zipfile.ZIP_STORED))
    assert code_of(refused) == "too_many_records"


def test_an_archive_with_too_many_folders_is_refused_before_its_directory_is_read() -> None:
    with pytest.raises(TooLarge) as refused:
        archive(zipped({f"{index}/": b"" for index in range(MOST_ENTRIES + 1)}, zipfile.ZIP_STORED))
    assert code_of(refused) == "too_many_records"


def test_an_archive_that_lies_about_sizes_is_refused() -> None:
    """The true size is beyond what the directory says."""
    data = bytearray(zipped({"a.json": b'{"a": 1}' + b" " * 60_000}))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.index(signature) + offset
        data[at : at + 4] = struct.pack("<I", 8)
    with pytest.raises(InvalidInput) as refused:
        archive(bytes(data))
    assert code_of(refused) == "bad_zip"


def test_an_encrypted_entry_is_refused() -> None:
    data = bytearray(zipped({"a.json": b"{}"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(InvalidInput) as refused:
        archive(bytes(data))
    assert code_of(refused) == "zip_entry"


def test_an_entry_packed_in_another_way_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        archive(zipped({"a.json": b"{}"}, zipfile.ZIP_BZIP2))
    assert code_of(refused) == "zip_entry"


def test_an_array_inside_an_archive_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput) as refused:
        archive(zipped({"good.json": b"{}", "all.jsonl": b"[{}]"}))
    assert (code_of(refused), refused.value.field) == ("json_array", "all.jsonl")


def test_damaged_archives_are_always_refused_politely() -> None:
    whole = zipped({f"{index}.json": b'{"a": %d}' % index for index in range(5)})
    rng = random.Random(4)
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            archive(bytes(damaged[: rng.randint(1, len(damaged))] if rng.random() < 0.3 else damaged))
        except (InvalidInput, TooLarge):
            continue


def test_size_and_digest_are_those_of_the_upload() -> None:
    upload = Upload(io.BytesIO(b"{}\n\n{}"), "application/x-ndjson")
    assert len(list(upload.rows())) == 2
    assert upload.size == 6
    assert upload.sha256 == "1e176615e0eff93136e3b96e79a6cbce781c60b72d0cca6ffbb04662b21d52d3"


def test_rows_survive_packing() -> None:
    rows = [
        BulkRow(3, data=b"{}"),
        BulkRow(None, "a/b.json", "text/plain", data=bytes(range(256))),
        BulkRow(4, fault="Too long."),
    ]
    assert unpack(pack(rows)) == rows
    assert [row.label for row in rows] == ["3", "a/b.json", "4"]


def test_batches_are_bounded_in_rows_and_bytes() -> None:
    rows = [BulkRow(index, data=b"x" * 10) for index in range(7)]
    batches = list(in_batches(rows, most_rows=3, most_bytes=25))
    assert [len(batch) for batch in batches] == [2, 2, 2, 1]
    assert [row for batch in batches for row in batch] == rows
    assert [len(batch) for batch in in_batches(rows, most_rows=3, most_bytes=1000)] == [3, 3, 1]
    assert [len(batch) for batch in in_batches(rows[:1], most_rows=3, most_bytes=1)] == [1]
