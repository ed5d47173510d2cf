"""Reading a record from text; see :mod:`.notation`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .careful_json import refuse_depth
from .errors import MalformedRecord, gettext_noop
from .record import decode, parse_json
from .setup import DRAWS_UNKNOWN
from .text_forms import ABSENT, PLAYER_TAGS, TEXT_TAGS, is_word

_TAG = re.compile(r'\[([A-Za-z][A-Za-z]*)([1-9]?)[ \t]+("(?:[^"\\]|\\.)*"|-?\d+)[ \t]*\][ \t]*\Z', re.ASCII)
_MOVE = re.compile(
    r"(?P<mark>\*?)(?P<tile>-?\d+)@(?P<q>-?\d+),(?P<r>-?\d+)/(?P<rotation>-?\d+)"
    r"(?:\+(?P<drawn>-?\d+|-|\?))?(?:~(?P<seconds>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))?\Z",
    re.ASCII,
)
_TURN = re.compile(r"\d+\.\Z", re.ASCII)
_PLAYER = re.compile(r"P([1-9])\Z")
_WORD = re.compile(r"[^\s{;]+")


def read_record_text(data: bytes | str) -> dict[str, Any]:
    """The record in a text. Raises :class:`MalformedRecord` naming the line."""
    return _Reader(decode(data)).record()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.line_number = 1
        self.tags: dict[str, Any] = {}
        self.players: list[dict[str, Any]] = []
        self.moves: list[dict[str, Any]] = []
        self.result: dict[str, Any] | None = None
        self.extra: list[tuple[int, list[str], Any]] = []
        self.mover: int | None = None

    def record(self) -> dict[str, Any]:
        for number, line in self._logical_lines():
            self.line_number = number
            if line.startswith("%"):
                self._read_extra(line[1:])
            elif line.startswith("["):
                self._read_tag(line)
            elif line.startswith("="):
                self._read_result(line[1:])
            else:
                self._read_turn(line)
        if "format" not in self.tags:
            self.line_number = 1
            raise self._wrong(gettext_noop('A text record begins with [Format "tantrix-record/1"].'))
        record: dict[str, Any] = {**self.tags, "players": self.players, "moves": self.moves}
        if self.result is not None:
            record["result"] = self.result
        if record.get("draws") != DRAWS_UNKNOWN:
            for move in self.moves:
                move.setdefault("drawn", None)
        for move in self.moves:
            if move.get("drawn") is ABSENT:
                del move["drawn"]
        for number, path, value in self.extra:
            self.line_number = number
            self._put(record, path, value)
        if self.extra:
            refuse_depth(record)
        return record

    def _wrong(self, template: str, **values: str | int) -> MalformedRecord:
        return MalformedRecord(template, f"line {self.line_number}", **values)

    def _logical_lines(self) -> Iterator[tuple[int, str]]:
        """The lines with something on them; a comment in braces may run over several."""
        number = 0
        lines = iter(self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        for line in lines:
            number += 1
            begun = number
            whole_line = line.lstrip(" \t")
            if not whole_line.strip() or whole_line.startswith(";"):
                continue
            if not whole_line.startswith(("[", "%", "=")):
                parts = [whole_line]
                while _comment_is_open(parts[-1], inside=len(parts) > 1):
                    following = next(lines, None)
                    if following is None:
                        self.line_number = begun
                        raise self._wrong(gettext_noop("A comment is not closed."))
                    number += 1
                    parts.append(following)
                whole_line = "\n".join(parts)
            yield begun, whole_line

    # Tags

    def _read_tag(self, line: str) -> None:
        match = _TAG.match(line)
        if not match:
            raise self._wrong(gettext_noop('A tag is written [Name "value"].'))
        name, seat, written = match.groups()
        value: Any = self._json(written)
        if seat:
            self._read_player_tag(name, int(seat) - 1, value)
            return
        if name == "Round":
            key = "round"
        elif name == "Doubles":
            key = "doubles"
            if value not in ("yes", "no"):
                raise self._wrong(gettext_noop('Doubles is "yes" or "no".'))
            value = value == "yes"
        elif name == "StartTiles":
            key, value = "start_tiles", self._numbers(value)
        else:
            key = TEXT_TAGS.get(name, name)
        if key != "round" and type(value) is int:
            raise self._wrong(gettext_noop("The value of the tag %(name)s stands in quotes."), name=name)
        if key in self.tags or key in ("players", "moves", "result"):
            raise self._wrong(gettext_noop("The tag %(name)s comes twice."), name=name)
        self.tags[key] = value

    def _read_player_tag(self, name: str, seat: int, value: Any) -> None:
        key = PLAYER_TAGS.get(name)
        if key is None or not isinstance(value, str):
            raise self._wrong(gettext_noop("There is no tag %(name)s for a player."), name=name)
        while len(self.players) <= seat:
            self.players.append({})
        if key in self.players[seat]:
            raise self._wrong(gettext_noop("The tag %(name)s comes twice."), name=f"{name}{seat + 1}")
        self.players[seat][key] = self._numbers(value) if key == "hand" else value

    def _numbers(self, value: Any) -> list[int]:
        words = str(value).split()
        if not isinstance(value, str) or not all(re.fullmatch(r"-?\d+", word, re.ASCII) for word in words):
            raise self._wrong(gettext_noop("Tiles are written as numbers with spaces between them."))
        return [self._int(word) for word in words]

    # Moves

    def _read_turn(self, line: str) -> None:
        place = 0
        while place < len(line):
            if line[place].isspace():
                place += 1
            elif line[place] == ";":
                end = line.find("\n", place)
                place = len(line) if end < 0 else end
            elif line[place] == "{":
                place = self._read_comment(line, place)
            else:
                match = _WORD.match(line, place)
                assert match is not None
                self._read_word(match.group())
                place = match.end()

    def _read_word(self, word: str) -> None:
        if _TURN.match(word):
            return
        if player := _PLAYER.match(word):
            self.mover = int(player.group(1)) - 1
            return
        match = _MOVE.match(word)
        if not match:
            template = gettext_noop(
                "%(word)s is not a move; a move is written tile@q,r/rotation+drawn, as 46@0,0/2+52."
            )
            raise self._wrong(template, word=ascii(word[:40]))
        if self.mover is None:
            raise self._wrong(gettext_noop("The player (P1, P2 …) stands before the first move."))
        move: dict[str, Any] = {"player": self.mover}
        for key in ("tile", "q", "r", "rotation"):
            move[key] = self._int(match[key])
        drawn, seconds = match["drawn"], match["seconds"]
        if drawn is not None:
            move["drawn"] = {"-": None, "?": ABSENT}.get(drawn, ABSENT) if drawn in "-?" else self._int(drawn)
        if seconds is not None:
            move["seconds"] = self._int(seconds) if re.fullmatch(r"-?\d+", seconds) else self._json(seconds)
        self.moves.append(move)

    def _read_comment(self, line: str, start: int) -> int:
        end = _end_of_comment(line, start)
        comment = re.sub(r"\\(.)", r"\1", line[start + 1 : end], flags=re.DOTALL)
        holder = self.moves[-1] if self.moves else self.tags
        if "comment" in holder:
            comment = f"{holder['comment']} {comment}"
        holder["comment"] = comment
        return end + 1

    # Result

    def _read_result(self, text: str) -> None:
        if self.result is not None:
            raise self._wrong(gettext_noop("The result comes twice."))
        self.result = {}
        for part in filter(None, (part.split() for part in text.split(","))):
            key, value = self._result_part(part)
            if key in self.result:
                raise self._wrong(gettext_noop("The result gives its %(key)s twice."), key=key)
            self.result[key] = value

    def _result_part(self, words: list[str]) -> tuple[str, Any]:
        if words[0] == "winner" and len(words) == 2:
            return "winner", None if words[1] == "-" else words[1]
        if words[0] == "scores" and len(words) % 2 == 1 and len(set(words[1::2])) == len(words) // 2:
            if all(re.fullmatch(r"-?\d+", points, re.ASCII) for points in words[2::2]):
                scores = zip(words[1::2], map(self._int, words[2::2]), strict=True)
                return "scores", dict(scores)
        elif len(words) == 1 and is_word(words[0]):
            return "outcome", words[0]
        raise self._wrong(gettext_noop("A result is written: = win, winner red, scores red 13 blue 9."))

    # Keys of others

    def _read_extra(self, text: str) -> None:
        pointer, _, written = text.strip(" \t").partition(" ")
        if not pointer.startswith("/"):
            # A remark, as lines with % are in PGN.
            return
        parts = [self._json(f'"{part}"') for part in pointer[1:].split("/")]
        path = [part.replace("~1", "/").replace("~0", "~") for part in parts]
        self.extra.append((self.line_number, path, self._json(written)))

    def _put(self, record: dict[str, Any], path: list[str], value: Any) -> None:
        holder: Any = record
        for part in path[:-1]:
            if isinstance(holder, list) and re.fullmatch(r"0|[1-9]\d{0,5}", part) and int(part) < len(holder):
                holder = holder[int(part)]
            elif isinstance(holder, dict) and part in holder:
                holder = holder[part]
            else:
                raise self._wrong(gettext_noop("There is no such place in the record."))
        if not isinstance(holder, dict):
            raise self._wrong(gettext_noop("There is no such place in the record."))
        if path[-1] in holder:
            raise self._wrong(gettext_noop("This is given twice."))
        holder[path[-1]] = value

    def _json(self, text: str) -> Any:
        try:
            return parse_json(text)
        except MalformedRecord as error:
            raise self._wrong(error.template, **error.values) from error

    def _int(self, text: str) -> int:
        try:
            return int(text)
        except ValueError as error:
            raise self._wrong(gettext_noop("A number is too long.")) from error


_REST_OF_COMMENT = re.compile(r"(?:[^\\}]|\\.)*+\}", re.DOTALL)


def _end_of_comment(text: str, start: int) -> int:
    """Where the comment that begins at a place is closed, or -1."""
    match = _REST_OF_COMMENT.match(text, start + 1)
    return match.end() - 1 if match else -1


def _comment_is_open(line: str, *, inside: bool) -> bool:
    """Whether a comment is open at the end of a line; ``inside`` says whether one was at its beginning."""
    place = -1
    while True:
        if inside:
            end = _end_of_comment(line, place)
            if end < 0:
                return True
            place = end
        start = line.find("{", place + 1)
        # A brace in a remark after ; opens nothing.
        if start < 0 or line.find(";", place + 1, start) >= 0:
            return False
        place, inside = start, True
