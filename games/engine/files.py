"""Reading many records from files: a document, lines, packed or not, from disk or from a stream.

A record that cannot be read is a row like any other, so that rows and records correspond one to one. Only a file that
cannot be read at all (not there, packed data damaged) is an error for the caller.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from typing import IO, Any, cast

from .errors import EngineError, MalformedRecord, gettext_noop
from .notation import read_record_text
from .record import MAX_BYTES, parse_json

#: The longest line, or document that holds a single record with what is kept beside it.
MAX_LINE_BYTES = 1024 * 1024
#: The longest document that is a list of records.
MAX_DOCUMENT_BYTES = 64 * 1024 * 1024

Row = dict[str, Any] | MalformedRecord


class UnreadableFile(EngineError):
    """The file cannot be read: its packed data are damaged, or it is too long for a single document."""


def read_rows(stream: IO[bytes], name: str = "") -> Iterator[Row]:
    """The records of a file in order, each as a record or as the reason why it cannot be read.

    The name tells the kind: ``.json`` is one document (a record, or a list of them; lines that are records all the
    same are read), ``.jsonl`` has one record a line, ``.txt`` games in the text notation one after the other; with any
    other name the first line decides. Packed data
    are recognised by themselves. A record may stand alone or be the ``record`` of an object that holds other things
    too. Blank lines count for nothing. Raises :class:`UnreadableFile` or ``OSError`` where the file cannot be read,
    after the rows read so far.
    """
    try:
        yield from _rows(_unpacked(stream), name.lower().removesuffix(".gz"))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        message = f"The packed data are damaged: {error}"
        raise UnreadableFile(message) from error


def _unpacked(stream: IO[bytes]) -> IO[bytes]:
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(cast("io.RawIOBase", stream))
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=buffered))
    return buffered


def _rows(stream: IO[bytes], name: str) -> Iterator[Row]:
    if name.endswith(".json"):
        yield from _document(stream.read(MAX_DOCUMENT_BYTES + 1))
        return
    lines = _lines(stream)
    if not name.endswith(".jsonl"):
        first = next(lines, b"")
        if _opens_notation(first) or (first and name.endswith(".txt")):
            yield from _games(first, stream)
            return
        if _opens_document(first.strip()):
            yield from _document(first + stream.read(MAX_DOCUMENT_BYTES + 1))
            return
        if first:
            yield from _row_or_rows(first)
    for line in lines:
        yield _row(line)


def _opens_document(line: bytes) -> bool:
    """Whether a line is the first of several that together are one document."""
    line = line.removeprefix(b"\xef\xbb\xbf")
    return line.startswith(b"[") or (line.startswith(b"{") and not line.endswith(b"}"))


def _opens_notation(line: bytes) -> bool:
    """Whether a line is the first of games in the text notation: a tag or a remark."""
    return re.match(rb"(\xef\xbb\xbf)?\s*(\[[A-Za-z]|[;%])", line) is not None


def _games(first: bytes, stream: IO[bytes]) -> Iterator[Row]:
    """The games of a text, each of which begins with the tag ``Format``."""
    game, size = [first], len(first)
    begun = _FORMAT_TAG.match(first) is not None
    while line := stream.readline(MAX_LINE_BYTES):
        begins = _FORMAT_TAG.match(line) is not None
        if begins and begun:
            yield _game(b"".join(game))
            game, size = [], 0
        begun = begun or begins
        # What is beyond the limit is not kept; what is kept is enough for the game to be refused.
        if size <= MAX_BYTES:
            game.append(line)
            size += len(line)
    yield _game(b"".join(game))


_FORMAT_TAG = re.compile(rb"\s*\[Format\b")


def _game(text: bytes) -> Row:
    try:
        return read_record_text(text)
    except MalformedRecord as error:
        return error


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines that are not blank; one that is too long comes cut off, just long enough to be refused."""
    while line := stream.readline(MAX_LINE_BYTES + 1):
        rest = line
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_BYTES + 1)
        if line.strip():
            yield line


def _document(data: bytes) -> Iterator[Row]:
    if len(data) > MAX_DOCUMENT_BYTES:
        message = f"A single document may have at most {MAX_DOCUMENT_BYTES} bytes; use one record a line."
        raise UnreadableFile(message)
    if data.strip():
        yield from _row_or_rows(data)


def _row_or_rows(data: bytes) -> Iterator[Row]:
    try:
        value = parse_json(data, MAX_DOCUMENT_BYTES)
    except MalformedRecord as error:
        lines = [line for line in data.split(b"\n") if line.strip()]
        yield from map(_row, lines) if _are_records(lines) else [error]
        return
    for item in value if isinstance(value, list) else [value]:
        yield _unwrapped(item, len(data))


def _are_records(lines: list[bytes]) -> bool:
    """Whether what is no document has a record a line after all: only then does the second begin with a brace below a
    first that is an object, or a list, of its own."""
    if len(lines) < 2 or not lines[1].startswith(b"{"):
        return False
    first = lines[0].removeprefix(b"\xef\xbb\xbf").strip()
    return first.startswith(b"{") or (first.startswith(b"[") and first.endswith(b"]"))


def _row(line: bytes) -> Row:
    try:
        return _unwrapped(parse_json(line, MAX_LINE_BYTES), len(line))
    except MalformedRecord as error:
        return error


def _unwrapped(value: Any, size: int) -> Row:
    """The record itself, whether it stands alone or as the ``record`` of another object, of ``size`` bytes in all."""
    if type(value) is dict and "record" in value and "format" not in value:
        value = value["record"]
    if type(value) is not dict:
        return MalformedRecord(gettext_noop("A game record must be an object."))
    if size > MAX_BYTES and len(json.dumps(value, separators=(",", ":"))) > MAX_BYTES:
        return MalformedRecord(gettext_noop("A record may have at most %(limit)s bytes."), limit=MAX_BYTES)
    return value
