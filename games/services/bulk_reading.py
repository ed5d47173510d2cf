"""From an upload to its rows. Whatever is wrong with the upload as a whole is said here, before anything is stored.

A row that is no record is not among that: it gets its own row in the result.
"""

import hashlib
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Protocol

from django.utils.translation import gettext as _

from games.models import ContentType
from games.services.bulk_rows import BulkRow
from games.services.reading import MAX_RECORD_BYTES
from tantrix_site.errors import InvalidInput, TooLarge

MOST_RECORDS = 10_000
#: of JSON lines, and of an archive unpacked
MOST_BYTES = 64 * 1024 * 1024
MOST_ARCHIVE_BYTES = 32 * 1024 * 1024
#: an archive may not unpack to more than this many times its size; records come to about ten
MOST_RATIO = 100
MOST_NAME = 255
MOST_FOLDERS = 8
#: of all entries, folders and those passed over included; a directory of many takes long to read
MOST_ENTRIES = 2 * MOST_RECORDS
_BOM = b"\xef\xbb\xbf"
_ENTRY_SIGNATURE = b"PK\x01\x02"
#: how packed data begin: zip, gzip
_PACKED = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b")

JSON_LINES_TYPES = frozenset({"application/jsonl", "application/x-ndjson", "application/x-jsonlines"})
ZIP_TYPES = frozenset({"application/zip", "application/x-zip-compressed"})
ENDINGS = {".json": ContentType.JSON, ".txt": ContentType.TEXT}


class Readable(Protocol):
    """What is read of a request or a file."""

    def read(self, size: int, /) -> bytes: ...

    def readline(self, size: int, /) -> bytes: ...


class Metered:
    """A stream that counts and digests what is read of it, and raises `TooLarge` beyond its limit."""

    def __init__(self, stream: Readable, limit: int) -> None:
        self._stream = stream
        self._limit = limit
        self._digest = hashlib.sha256()
        self.size = 0

    def read(self, size: int, /) -> bytes:
        return self._counted(self._stream.read(size))

    def readline(self, size: int, /) -> bytes:
        return self._counted(self._stream.readline(size))

    def _counted(self, data: bytes) -> bytes:
        self.size += len(data)
        if self.size > self._limit:
            raise TooLarge(
                "upload_too_large",
                _("An upload may have at most %(limit)d bytes.") % {"limit": self._limit},
                {"limit": self._limit},
            )
        self._digest.update(data)
        return data

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


class Upload:
    """The rows of an upload, read once, in order; `size` and `sha256` are known when the last has been read."""

    def __init__(self, stream: Readable, content_type: str) -> None:
        self._archive = content_type in ZIP_TYPES
        if not self._archive and content_type not in JSON_LINES_TYPES | {"application/json"}:
            raise InvalidInput("unsupported_media_type", _("Send JSON lines or a zip archive."))
        self._stream = Metered(stream, MOST_ARCHIVE_BYTES if self._archive else MOST_BYTES)

    @property
    def size(self) -> int:
        return self._stream.size

    @property
    def sha256(self) -> str:
        return self._stream.sha256

    def rows(self) -> Iterator[BulkRow]:
        """Raises `TooLarge` (`upload_too_large`, `too_many_records`) or `InvalidInput` (`empty_upload`, `json_array`,
        `not_json_lines`, and for archives `bad_zip`, `zip_ratio`, `zip_entry`, naming the entry)."""
        count = 0
        for count, row in enumerate(self._rows(), start=1):
            if count > MOST_RECORDS:
                raise _too_many_records()
            yield row
        if not count:
            raise InvalidInput("empty_upload", _("The upload has no record in it."))

    def _rows(self) -> Iterator[BulkRow]:
        if not self._archive:
            yield from json_lines(self._stream)
            return
        with tempfile.SpooledTemporaryFile(max_size=1024 * 1024) as kept:
            entries = 0
            while part := self._stream.read(64 * 1024):
                kept.write(part)
                entries += part.count(_ENTRY_SIGNATURE)
            if entries > MOST_ENTRIES:
                raise _too_many_records()
            yield from archive_rows(kept, self._stream.size)


def _too_many_records() -> TooLarge:
    return TooLarge(
        "too_many_records",
        _("An upload may have at most %(limit)d records.") % {"limit": MOST_RECORDS},
        {"limit": MOST_RECORDS},
    )


def json_lines(stream: Readable, entry: str = "") -> Iterator[BulkRow]:
    """One row a line; blank lines count as lines but are no rows. A line that is too long keeps only its place."""
    number, first = 0, True
    while line := stream.readline(MAX_RECORD_BYTES + 3):  # a line of the greatest length and its end
        number += 1
        if number == 1:
            line = line.removeprefix(_BOM)
        rest = line
        while rest and not rest.endswith(b"\n"):  # the end of a line that is too long, or of the upload
            rest = stream.readline(MAX_RECORD_BYTES)
        data = line.rstrip(b"\r\n")
        if not data.strip():
            continue
        if first:
            _refuse_other_forms(data, entry)
            first = False
        if len(data) > MAX_RECORD_BYTES:
            fault = _("A game record may have at most %(limit)d bytes.") % {"limit": MAX_RECORD_BYTES}
            yield BulkRow(number, entry, fault=fault)
        else:
            yield BulkRow(number, entry, data=data)


def _refuse_other_forms(first_line: bytes, entry: str) -> None:
    start = first_line.strip()
    if start.startswith(b"["):
        raise InvalidInput(
            "json_array",
            _("The upload is a JSON array. Send JSON lines instead: one record a line, without brackets and commas."),
            field=entry,
        )
    if start == b"{" or start.startswith(_PACKED):
        raise InvalidInput(
            "not_json_lines",
            _("The first line is not a whole record. Send JSON lines: every record on one line of its own."),
            field=entry,
        )


def archive_rows(packed: IO[bytes], size: int) -> Iterator[BulkRow]:
    """The records of an archive in its own order: a `.json` (or `.txt`) entry is one, a `.jsonl` entry one a line.

    Folders and the files that systems add by themselves are passed over; anything else is refused by its name.
    """
    try:
        with zipfile.ZipFile(packed) as archive:
            entries = [entry for entry in archive.infolist() if not _is_passed_over(entry)]
            _refuse_bombs(entries, size)
            for entry in entries:
                _refuse_odd_entry(entry)
            for entry in entries:
                yield from _entry_rows(archive, entry)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise InvalidInput("bad_zip", _("The zip archive cannot be read; it may be damaged.")) from error


def _is_passed_over(entry: zipfile.ZipInfo) -> bool:
    parts = entry.filename.split("/")
    return entry.is_dir() or parts[0] == "__MACOSX" or parts[-1] in {".DS_Store", "Thumbs.db", "desktop.ini"}


def _refuse_bombs(entries: list[zipfile.ZipInfo], size: int) -> None:
    if len(entries) > MOST_RECORDS:
        raise _too_many_records()
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MOST_BYTES:
        raise TooLarge(
            "upload_too_large",
            _("Unpacked, an upload may have at most %(limit)d bytes.") % {"limit": MOST_BYTES},
            {"limit": MOST_BYTES, "size": unpacked},
        )
    if unpacked > MOST_RATIO * size:
        raise InvalidInput(
            "zip_ratio",
            _("The archive unpacks to more than %(ratio)d times its size.") % {"ratio": MOST_RATIO},
            {"limit": MOST_RATIO},
        )


def _refuse_odd_entry(entry: zipfile.ZipInfo) -> None:
    name = entry.filename
    parts = name.split("/")
    shown = "".join(char if char.isprintable() else "\ufffd" for char in name)[:MOST_NAME]
    reason = ""
    if len(name) > MOST_NAME or len(parts) > MOST_FOLDERS or not name.isprintable():
        reason = _("The name of the entry is too long or has odd characters.")
    elif ".." in parts or "" in parts or "\\" in name or ":" in name:
        reason = _("The name of the entry is not a plain path.")
    elif entry.flag_bits & 0x1:
        reason = _("The entry is encrypted.")
    elif entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        reason = _("The entry is compressed in a way that is not supported.")
    elif not name.lower().endswith((".jsonl", *ENDINGS)):
        reason = _("The entry is no game record; its name must end in .json, .txt or .jsonl.")
    if reason:
        raise InvalidInput("zip_entry", f"{shown}: {reason}", field=shown)


def _entry_rows(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[BulkRow]:
    name = entry.filename
    with archive.open(entry) as opened:
        if name.lower().endswith(".jsonl"):
            yield from json_lines(opened, name)
            return
        data = opened.read(MAX_RECORD_BYTES + 1)
    content_type = str(ENDINGS[name[name.rindex(".") :].lower()])
    if len(data) > MAX_RECORD_BYTES:
        fault = _("A game record may have at most %(limit)d bytes.") % {"limit": MAX_RECORD_BYTES}
        yield BulkRow(entry=name, content_type=content_type, fault=fault)
    else:
        yield BulkRow(entry=name, content_type=content_type, data=data)
