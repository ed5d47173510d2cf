"""Reading the text of a record strictly, before anything in it is looked at."""

from __future__ import annotations

from typing import Any

import orjson

from .careful_json import MAX_DEPTH, broken_text, read_with_care, refuse_depth
from .errors import MalformedRecord, gettext_noop

#: The longest record accepted, in bytes.
MAX_BYTES = 64 * 1024


def read_record(data: bytes | str) -> dict[str, Any]:
    """The record in a JSON text.

    Raises :class:`MalformedRecord`, with the place, for a text that is too long, is not UTF-8, is not JSON (``NaN`` and
    infinities are not), holds a key twice in one object, is nested too deeply or is not an object.
    """
    record = parse_json(data)
    if type(record) is not dict:
        raise MalformedRecord(gettext_noop("A game record must be an object."))
    return record


def parse_json(data: bytes | str, limit: int = MAX_BYTES) -> Any:
    """The value of a JSON text of at most ``limit`` bytes, read as strictly as :func:`read_record` says; any value may
    stand at the top."""
    if isinstance(data, str):
        data = _encoded(data)
    if len(data) > limit:
        raise MalformedRecord(gettext_noop("A record may have at most %(limit)s bytes."), limit=limit)
    if _LONG_NUMBER in data.translate(_DIGITS_TO_ZERO):
        # The fast reader turns whole numbers beyond 64 bits into floats.
        return _parse_with_care(data)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return _parse_with_care(data)
    members, flat = _count_members(value)
    colons = data.count(b":")
    if colons != members and colons != _count_all_members(value):
        # A colon too many is one in a text, or a key that came twice.
        return _parse_with_care(data)
    if data.count(b"[") + data.count(b"{") - flat >= MAX_DEPTH:
        try:
            refuse_depth(value)
        except MalformedRecord:
            return _parse_with_care(data)
    return value


_DIGITS_TO_ZERO = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 16


def _parse_with_care(data: bytes) -> Any:
    """Read with the reader that knows where a fault is and sees every member of an object."""
    return read_with_care(decode(data, len(data)))


def decode(data: bytes | str, limit: int = MAX_BYTES) -> str:
    """The text of an upload: UTF-8 (a byte order mark is allowed) of at most ``limit`` bytes."""
    if isinstance(data, str):
        data = _encoded(data)
    if len(data) > limit:
        raise MalformedRecord(gettext_noop("A record may have at most %(limit)s bytes."), limit=limit)
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise MalformedRecord(gettext_noop("The text is not UTF-8."), f"byte {error.start}") from error


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        broken_text()


def _count_members(record: object) -> tuple[int, int]:
    """How many members the objects of an ordinary record have, parts of another form left out; and how many of these
    objects lie side by side in ``moves``, so that they cannot be nested in one another."""
    if type(record) is not dict:
        return 0, 0
    players, moves, result = record.get("players"), record.get("moves"), record.get("result")
    if type(moves) is not list or type(players) is not list or {*map(type, moves), *map(type, players)} != {dict}:
        return len(record), 0
    count = len(record) + sum(map(len, moves)) + sum(map(len, players))
    if type(result) is dict:
        count += len(result)
        if type(scores := result.get("scores")) is dict:
            count += len(scores)
    return count, len(moves)


def _count_all_members(value: Any) -> int:
    count = 0
    waiting = [value]
    while waiting:
        outer = waiting.pop()
        if type(outer) is dict:
            count += len(outer)
            outer = outer.values()
        elif type(outer) is not list:
            continue
        waiting += [inner for inner in outer if type(inner) is dict or type(inner) is list]
    return count
