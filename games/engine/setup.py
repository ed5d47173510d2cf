"""Reading the parts of a record: the set-up, one move, the claimed result.

What is looked at here is form and set-up (``docs/rules.md`` 1–6); whether moves are legal is the game's business.
Unknown keys are ignored. ``null`` counts as "not given" where a field may be left out, except inside ``result``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NoReturn

from .errors import RULES, Code, Fault, SetupFault, Values, gettext_noop
from .hexes import Hex
from .moves import HAND_SIZE, Move, OutcomeKind
from .tiles import RETIRED_TILES, SWAPPED_NUMBERS, TILES, Colour

FORMAT = "tantrix-record/1"
DRAWS_UNKNOWN = "unknown"
NUMBERINGS = ("official", "encyclopedia")
COLOUR_WORDS = frozenset(colour.value for colour in Colour)


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up of a record, found to be in order, with tile numbers of the official set.

    ``hands`` has None for a hand that was not written down, which is allowed only where the draws are unknown.
    """

    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    doubles: bool
    draws_known: bool
    numbers: Mapping[int, int]
    moves: list[Any]
    result: Any


class MalformedPart(ValueError):
    """A part of the record has the wrong form."""

    def __init__(self, place: str, template: str, **values: str | int) -> None:
        self.fault = Fault((Code.MALFORMED,), template, {"place": place, **values})
        super().__init__(self.fault.message)


def read_setup(record: object) -> Setup:
    """The set-up of a record. Raises :class:`SetupFault` naming every set-up code that applies."""
    try:
        setup, start_tiles = _read_form(record)
    except MalformedPart as error:
        raise SetupFault(error.fault) from error
    faults = [found for found in _setup_faults(setup, start_tiles) if found]
    if faults:
        first = faults[0]
        codes = tuple(dict.fromkeys(code for found in faults for code in found.codes))
        raise SetupFault(Fault(codes, first.template, first.values, RULES[first.code]))
    return setup


# Form


def whole(value: object, place: str) -> int:
    """A whole number as such: no boolean, no 5.0, no text."""
    if type(value) is int:
        return value
    raise MalformedPart(place, gettext_noop("%(place)s must be a whole number."))


def _text(value: object, place: str) -> str:
    if isinstance(value, str):
        return value
    raise MalformedPart(place, gettext_noop("%(place)s must be text."))


def _list(value: object, place: str) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise MalformedPart(place, gettext_noop("%(place)s must be a list."))


def _object(value: object, place: str) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise MalformedPart(place, gettext_noop("%(place)s must be an object."))


def _wholes(value: object, place: str) -> tuple[int, ...]:
    return tuple(whole(item, f"{place}[{index}]") for index, item in enumerate(_list(value, place)))


def _field(holder: Mapping[str, Any], key: str, place: str) -> Any:
    if key in holder:
        return holder[key]
    raise MalformedPart(f"{place}.{key}" if place else key, gettext_noop("%(place)s is missing."))


def _read_form(record: object) -> tuple[Setup, tuple[int, ...] | None]:
    if not isinstance(record, Mapping):
        raise MalformedPart("", gettext_noop("A game record must be an object."))
    if _field(record, "format", "") != FORMAT:
        raise MalformedPart("format", gettext_noop("%(place)s must be “tantrix-record/1”."))
    doubles = record.get("doubles", False)
    if type(doubles) is not bool:
        raise MalformedPart("doubles", gettext_noop("%(place)s must be true or false."))
    if record.get("draws") not in (None, DRAWS_UNKNOWN):
        raise MalformedPart("draws", gettext_noop("%(place)s may only be “unknown”."))
    numbering = record.get("numbering")
    if numbering is not None and numbering not in NUMBERINGS:
        raise MalformedPart("numbering", gettext_noop("%(place)s must be “official” or “encyclopedia”."))
    numbers: Mapping[int, int] = SWAPPED_NUMBERS if numbering == "encyclopedia" else {}
    draws_known = record.get("draws") is None

    def official(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers.get(tile, tile) for tile in tiles)

    colours: list[str] = []
    names: list[str] = []
    hands: list[tuple[int, ...] | None] = []
    for index, player in enumerate(_list(_field(record, "players", ""), "players")):
        place = f"players[{index}]"
        player = _object(player, place)
        colours.append(_text(_field(player, "colour", place), f"{place}.colour"))
        name = player.get("name")
        names.append("" if name is None else _text(name, f"{place}.name"))
        if draws_known or player.get("hand") is not None:
            hands.append(official(_wholes(_field(player, "hand", place), f"{place}.hand")))
        else:
            hands.append(None)
    start = record.get("start_tiles")
    start_tiles = None if start is None else official(_wholes(start, "start_tiles"))
    moves = _list(_field(record, "moves", ""), "moves")
    wrong_tag = _wrong_tag(record)
    if wrong_tag:
        raise MalformedPart(wrong_tag, _TAG_SENTENCES[wrong_tag])
    # Colour words are looked at below, as a set-up fault of their own; until then they are only words.
    known = tuple(Colour(word) if word in COLOUR_WORDS else word for word in colours)
    setup = Setup(
        known,  # type: ignore[arg-type]
        tuple(names),
        tuple(hands),
        doubles,
        draws_known,
        numbers,
        moves,
        record.get("result"),
    )
    return setup, start_tiles


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_round(value: object) -> bool:
    return isinstance(value, str) or type(value) is int


def _is_date(value: object) -> bool:
    if not isinstance(value, str):
        return False
    for parse in (date.fromisoformat, datetime.fromisoformat):
        try:
            parse(value)
        except ValueError:
            continue
        return True
    return False


#: The optional tags of a record, with the test of their form.
_TAGS: Mapping[str, Callable[[object], bool]] = {
    "event": _is_text,
    "round": _is_round,
    "date": _is_date,
    "game_code": _is_text,
}
_TAG_SENTENCES = {
    "event": gettext_noop("%(place)s must be text."),
    "round": gettext_noop("%(place)s must be text or a whole number."),
    "date": gettext_noop("%(place)s must be a date such as 2026-11-30."),
    "game_code": gettext_noop("%(place)s must be text."),
}


def _wrong_tag(record: Mapping[str, Any]) -> str | None:
    return next((key for key, check in _TAGS.items() if record.get(key) is not None and not check(record[key])), None)


def tags_are_well_formed(record: Mapping[str, Any]) -> bool:
    """Whether all optional tags that are given have their form."""
    return _wrong_tag(record) is None


# Set-up


def _setup_faults(setup: Setup, start_tiles: tuple[int, ...] | None) -> list[Fault | None]:
    """The set-up faults in order of precedence, None where there is none."""
    seats = len(setup.colours)
    hands = [(seat, hand) for seat, hand in enumerate(setup.hands) if hand is not None]
    tiles = [tile for _, hand in hands for tile in hand]
    started = list(start_tiles or ())
    unknown = next((tile for tile in tiles + started if tile not in TILES), None)
    twice = next((tile for group in (tiles, started) for tile, count in Counter(group).items() if count > 1), None)
    return [
        _players_fault(seats, setup.doubles),
        _colours_fault(setup) if 2 <= seats <= 4 else None,
        next(
            (_hand_fault(seat, hand) for seat, hand in enumerate(setup.hands) if hand and len(hand) != HAND_SIZE), None
        )
        or next((_hand_fault(seat, hand) for seat, hand in enumerate(setup.hands) if hand == ()), None),
        _unknown_fault(unknown) if unknown is not None else None,
        _fault(Code.DUPLICATE_TILE, gettext_noop("Tile %(tile)s is there twice; there is one of each."), tile=twice)
        if twice is not None
        else None,
        _start_fault(started, seats) if start_tiles is not None else None,
    ]


def _fault(code: Code, template: str, **values: str | int) -> Fault:
    found: Values = values
    return Fault((code,), template, found)


def _players_fault(seats: int, doubles: bool) -> Fault | None:
    if doubles and seats != 4:
        return _fault(Code.BAD_PLAYERS, gettext_noop("Doubles are played by four, not %(count)s."), count=seats)
    if not 2 <= seats <= 4:
        return _fault(Code.BAD_PLAYERS, gettext_noop("A game has 2 to 4 players, not %(count)s."), count=seats)
    return None


def _colours_fault(setup: Setup) -> Fault | None:
    colours = setup.colours
    wrong = next((seat for seat, colour in enumerate(colours) if colour not in COLOUR_WORDS), None)
    if wrong is not None:
        template = gettext_noop("The colour of player %(player)s must be red, yellow, green or blue.")
        return _fault(Code.BAD_COLOURS, template, player=wrong + 1)
    if not setup.doubles:
        if len(set(colours)) == len(colours):
            return None
        return _fault(Code.BAD_COLOURS, gettext_noop("Two players have the same colour."))
    if len(colours) != 4 or (colours[0] == colours[2] != colours[1] == colours[3]):
        return None
    template = gettext_noop("In doubles players 1 and 3 share one colour and players 2 and 4 another.")
    return _fault(Code.BAD_COLOURS, template)


def _hand_fault(seat: int, hand: tuple[int, ...]) -> Fault:
    template = gettext_noop("Player %(player)s starts with %(count)s tiles instead of 6.")
    return _fault(Code.BAD_HAND, template, player=seat + 1, count=len(hand))


def _unknown_fault(tile: int) -> Fault:
    if tile in RETIRED_TILES:
        template = gettext_noop("Tile %(tile)s is one of the eight triple crossings taken out of the game in 1993.")
    else:
        template = gettext_noop("There is no tile %(tile)s; tiles are numbered 1 to 56.")
    return _fault(Code.UNKNOWN_TILE, template, tile=shown_number(tile))


def _start_fault(started: list[int], seats: int) -> Fault | None:
    if len(started) != seats:
        template = gettext_noop("There must be one start tile for each of the %(count)s players.")
        return _fault(Code.WRONG_START, template, count=seats)
    if started[0] != max(started):
        template = gettext_noop("Player 1 opens but did not draw the highest start tile, which is %(tile)s.")
        return _fault(Code.WRONG_START, template, tile=shown_number(max(started)))
    return None


def shown_number(number: int) -> int | str:
    """A number for a sentence; one of absurd length is cut short."""
    return number if abs(number) < 10**12 else ("-" if number < 0 else "") + "999999999999…"


# Moves


def read_move_fields(raw: object, place: str) -> tuple[int, int, int, int, int]:
    """Player, tile, ``q``, ``r`` and rotation of a move, whole numbers of any size. Raises :class:`MalformedPart`."""
    fields = _object(raw, place)
    player, tile, q, r, rotation = (
        whole(_field(fields, key, place), f"{place}.{key}") for key in ("player", "tile", "q", "r", "rotation")
    )
    return player, tile, q, r, rotation


def read_move(raw: Any, index: int, setup: Setup) -> Move:
    """One move of the record with official tile numbers. Raises :class:`MalformedPart`."""
    place = f"moves[{index}]"
    player, tile, q, r, rotation = read_move_fields(raw, place)
    if not 0 <= player < len(setup.colours):
        template = gettext_noop("%(place)s must be the number of a seat, 0 to %(last)s.")
        raise MalformedPart(f"{place}.player", template, last=len(setup.colours) - 1)
    if not 0 <= rotation <= 5:
        raise MalformedPart(f"{place}.rotation", gettext_noop("%(place)s must be 0 to 5."))
    drawn = raw.get("drawn")
    if drawn is not None:
        drawn = whole(drawn, f"{place}.drawn")
        drawn = setup.numbers.get(drawn, drawn)
    seconds = raw.get("seconds")
    if seconds is not None and not is_duration(seconds):
        raise MalformedPart(f"{place}.seconds", gettext_noop("%(place)s must be a number of seconds, 0 or more."))
    return Move(player, setup.numbers.get(tile, tile), Hex(q, r), rotation, drawn)


def is_duration(value: object) -> bool:
    """Whether a value is a finite number of seconds, not negative."""
    return type(value) in (int, float) and value >= 0 and math.isfinite(value)  # type: ignore[operator, arg-type]


# The claim


@dataclass(frozen=True, slots=True)
class Claim:
    """What the record says of its result; None or an absent key claims nothing."""

    scores: Mapping[str, int] | None
    outcome: str | None
    claims_winner: bool
    winner: str | None


def read_claim(result: object) -> Claim | None:
    """The claimed result. Raises :class:`MalformedPart`. A claim may leave fields out."""
    if result is None:
        return None
    fields = _object(result, "result")
    scores = None
    if "scores" in fields:
        scores = _object(fields["scores"], "result.scores")
        for colour, points in scores.items():
            if colour not in COLOUR_WORDS:
                _wrong_score_key()
            whole(points, f"result.scores.{colour}")
    outcome = None
    if "outcome" in fields:
        outcome = fields["outcome"]
        if not isinstance(outcome, str) or outcome not in OutcomeKind._value2member_map_:
            raise MalformedPart("result.outcome", gettext_noop("%(place)s must be “win”, “draw” or “deadlock”."))
    winner = fields.get("winner")
    if winner is not None and (not isinstance(winner, str) or winner not in COLOUR_WORDS):
        raise MalformedPart("result.winner", gettext_noop("%(place)s must be a colour, or null where nobody wins."))
    return Claim(scores, outcome, "winner" in fields, winner)


def _wrong_score_key() -> NoReturn:
    raise MalformedPart("result.scores", gettext_noop("%(place)s may only name red, yellow, green and blue."))
