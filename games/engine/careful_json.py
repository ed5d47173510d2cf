"""Reading JSON with the standard library: slower than the fast reader, but it knows the place of every fault."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from .errors import MalformedRecord, Values, gettext_noop

#: How deep lists and objects may be nested.
MAX_DEPTH = 16
_LONGEST_KEY_SHOWN = 40


def read_with_care(text: str) -> Any:
    """The value of a JSON text; any value may stand at the top.

    Raises :class:`MalformedRecord`, with the place: line and column for what is not JSON, else the path of keys to what
    is wrong, as ``moves[3].tile``.
    """
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise MalformedRecord(
            gettext_noop("Not JSON: %(reason)s."), f"line {error.lineno}, column {error.colno}", reason=error.msg
        ) from error
    except RecursionError as error:
        raise _too_deep(_where_too_deep(text)) from error
    _refuse_wrong_parts(value, [])
    return value


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Stands for a part that is refused, until its place is known: the decoder does not say where it is."""

    template: str
    values: Values


def _constant(name: str) -> _Wrong:
    return _Wrong(gettext_noop("%(name)s is not a number in JSON."), {"name": name})


def _integer(text: str) -> int | _Wrong:
    try:
        return int(text)
    except ValueError:
        return _Wrong(gettext_noop("A number is too long."), {})


def _float(text: str) -> float | _Wrong:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        return _Wrong(gettext_noop("The number %(number)s is too large."), {"number": text[:40]})
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = _Wrong(
                    gettext_noop("The key %(key)s comes twice in one object."), {"key": ascii(key)[:60]}
                )
            seen.add(key)
    return found


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_int=_integer, parse_float=_float, object_pairs_hook=_object)


def _refuse_wrong_parts(value: Any, path: list[str | int]) -> None:
    """Look at a value and everything in it in the order of the text; ``path`` leads to it."""
    if type(value) is _Wrong:
        raise MalformedRecord(value.template, shown_path(path), **value.values)
    if type(value) is str:
        _refuse_broken_text(value, path)
        return
    if type(value) is not dict and type(value) is not list:
        return
    if len(path) >= MAX_DEPTH:
        raise _too_deep(shown_path(path))
    for key, inner in value.items() if type(value) is dict else enumerate(value):
        path.append(key)
        if type(key) is str:
            _refuse_broken_text(key, path)
        _refuse_wrong_parts(inner, path)
        path.pop()


def _refuse_broken_text(text: str, path: list[str | int]) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        broken_text(shown_path(path))


def broken_text(place: str = "") -> NoReturn:
    """Raise :class:`MalformedRecord` for a text that cannot be encoded."""
    raise MalformedRecord(gettext_noop("A text holds half a character (a lone surrogate)."), place)


def refuse_depth(value: Any) -> None:
    """Raise :class:`MalformedRecord` for a value nested too deeply."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise _too_deep("")


def _too_deep(place: str) -> MalformedRecord:
    return MalformedRecord(
        gettext_noop("Lists and objects are nested more than %(limit)s deep."), place, limit=MAX_DEPTH
    )


_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')


def _where_too_deep(text: str) -> str:
    """Line and column of the first bracket that is nested too deeply, in a text that was JSON up to there."""
    depth = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MAX_DEPTH:
            start = found.start()
            return f"line {text.count(chr(10), 0, start) + 1}, column {start - text.rfind(chr(10), 0, start)}"
    return ""


def shown_path(path: list[str | int]) -> str:
    """A path of keys as in ``moves[3].tile``; long and odd keys are cut and escaped."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part}]"
        else:
            key = part if part.isascii() and part.isprintable() else ascii(part)[1:-1]
            place += f".{key[:_LONGEST_KEY_SHOWN]}" if place else key[:_LONGEST_KEY_SHOWN]
    return place
