"""Writing a record as text; see :mod:`.notation`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import MalformedRecord, gettext_noop
from .hexes import Hex
from .setup import DRAWS_UNKNOWN, FORMAT, MalformedPart, is_duration, read_move_fields, whole
from .text_forms import ABSENT, MOST_PLAYERS, RESULT_WORDS, TEXT_TAGS, is_word


def write_record_text(record: Mapping[str, Any]) -> str:
    """A record as text. Raises :class:`MalformedRecord` for one that is not of the right form (whether its moves are
    legal plays no part)."""
    try:
        return "".join(f"{line}\n" for line in _Writer(record).lines())
    except MalformedPart as error:
        raise MalformedRecord(error.fault.template, **error.fault.values) from error
    except ValueError as error:
        raise MalformedRecord(gettext_noop("A number is not finite.")) from error


class _Writer:
    """Writes a record; what the notation has no form for goes into ``extra`` as a pointer and a value."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.players, self.moves = record.get("players"), record.get("moves")
        if record.get("format") != FORMAT:
            raise MalformedPart("format", gettext_noop("%(place)s must be “tantrix-record/1”."))
        if not isinstance(self.players, list) or len(self.players) > MOST_PLAYERS:
            raise MalformedPart("players", gettext_noop("%(place)s must be a list."))
        if not isinstance(self.moves, list):
            raise MalformedPart("moves", gettext_noop("%(place)s must be a list."))
        self.extra: list[tuple[tuple[str | int, ...], Any]] = []
        self.draw_by_default = None if record.get("draws") != DRAWS_UNKNOWN else ABSENT

    def lines(self) -> Iterator[str]:
        tags = list(self._tags())
        turns = list(self._turns())
        result = self._result()
        yield from tags
        yield from (
            f"%{_pointer(path)} {json.dumps(value, ensure_ascii=False, allow_nan=False)}" for path, value in self.extra
        )
        yield ""
        yield from turns
        if result is not None:
            yield f"= {result}".rstrip()

    def _tags(self) -> Iterator[str]:
        names = {key: tag for tag, key in TEXT_TAGS.items()}
        for key, value in self.record.items():
            if key in ("players", "moves", "result"):
                continue
            if key in names and isinstance(value, str):
                yield f"[{names[key]} {_quoted(value)}]"
            elif key == "round" and (isinstance(value, str) or type(value) is int):
                yield f"[Round {_quoted(value) if isinstance(value, str) else value}]"
            elif key == "doubles" and type(value) is bool:
                yield f'[Doubles "{"yes" if value else "no"}"]'
            elif key == "start_tiles" and _are_whole(value):
                yield f"[StartTiles {_quoted(_spaced(value))}]"
            else:
                self.extra.append(((key,), value))
        for seat, player in enumerate(self.players or ()):
            if not isinstance(player, Mapping) or not isinstance(player.get("colour"), str):
                raise MalformedPart(f"players[{seat}].colour", gettext_noop("%(place)s must be text."))
            for key, value in player.items():
                if key in ("name", "colour") and isinstance(value, str):
                    yield f"[{'Player' if key == 'name' else 'Colour'}{seat + 1} {_quoted(value)}]"
                elif key == "hand" and _are_whole(value):
                    yield f"[Hand{seat + 1} {_quoted(_spaced(value))}]"
                else:
                    self.extra.append((("players", seat, key), value))

    def _turns(self) -> Iterator[str]:
        """One line a turn: a turn ends with the player, or at the second free move of one who plays on alone."""
        laid: set[Hex] = set()
        turn = 0
        line: list[str] = []
        player: int | None = None
        free_move_used = False
        for index, raw in enumerate(self.moves or ()):
            mover, tile, q, r, rotation = read_move_fields(raw, f"moves[{index}]")
            if not 0 <= mover < MOST_PLAYERS:
                raise MalformedPart(f"moves[{index}].player", gettext_noop("%(place)s is not the number of a seat."))
            fill = sum(neighbour in laid for neighbour in Hex(q, r).neighbours()) >= 3
            laid.add(Hex(q, r))
            if mover != player or (free_move_used and not fill):
                if line:
                    yield " ".join(line)
                turn += 1
                line = [f"{turn}.", f"P{mover + 1}"]
                player, free_move_used = mover, False
            free_move_used = free_move_used or not fill
            line.append(f"{'*' if fill else ''}{tile}@{q},{r}/{rotation}{self._rest_of_move(index, raw)}")
        if line:
            yield " ".join(line)

    def _rest_of_move(self, index: int, raw: Mapping[str, Any]) -> str:
        text = ""
        drawn = raw.get("drawn", ABSENT)
        if type(drawn) is int:
            text += f"+{drawn}"
        elif drawn is None or drawn is ABSENT:
            if drawn is not self.draw_by_default:
                text += "+-" if drawn is None else "+?"
        else:
            whole(drawn, f"moves[{index}].drawn")
        if is_duration(raw.get("seconds")):
            text += f"~{raw['seconds']!r}"
        if _is_comment(raw.get("comment")):
            text += f" {{{_escaped(raw['comment'])}}}"
        for key, value in raw.items():
            plain = (key == "seconds" and is_duration(value)) or (key == "comment" and _is_comment(value))
            if key not in ("player", "tile", "q", "r", "rotation", "drawn") and not plain:
                self.extra.append((("moves", index, key), value))
        return text

    def _result(self) -> str | None:
        if "result" not in self.record:
            return None
        result = self.record["result"]
        if not isinstance(result, Mapping):
            self.extra.append((("result",), result))
            return None
        parts: list[str] = []
        for key, value in result.items():
            if key == "outcome" and isinstance(value, str) and is_word(value) and value not in RESULT_WORDS:
                parts.insert(0, value)
            elif key == "winner" and (value is None or (isinstance(value, str) and is_word(value))):
                parts.append(f"winner {value or '-'}")
            elif key == "scores" and isinstance(value, Mapping) and _are_scores(value):
                parts.append(" ".join(["scores", *(f"{colour} {points}" for colour, points in value.items())]))
            else:
                self.extra.append((("result", key), value))
        return ", ".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _are_whole(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


def _is_comment(value: object) -> bool:
    """Whether a value can stand in braces; one with control characters other than line ends cannot."""
    return isinstance(value, str) and not re.search(r"[\x00-\x09\x0b-\x1f]", value)


def _are_scores(scores: Mapping[str, Any]) -> bool:
    return all(is_word(colour) and type(points) is int for colour, points in scores.items())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("}", "\\}").replace("{", "\\{")


def _pointer(path: tuple[str | int, ...]) -> str:
    """A JSON pointer (RFC 6901) whose keys are written so that no space or line end comes in between."""
    return "".join(
        "/" + json.dumps(str(part).replace("~", "~0").replace("/", "~1"))[1:-1].replace(" ", "\\u0020") for part in path
    )
