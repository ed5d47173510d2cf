"""Why a record or a move is refused: the reason codes, the rules behind them, and the sentences that say so.

A sentence is a template and its values, so that a page can translate the template and keep the values. Templates are
marked with :func:`gettext_noop`, which does nothing here and lets the site's translators find them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Placement

Values = Mapping[str, str | int]


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation."""
    return text


class Code(StrEnum):
    """Reason codes, as published in ``docs/rules.md`` ("Reason codes")."""

    MALFORMED = "malformed"
    BAD_PLAYERS = "bad_players"
    BAD_COLOURS = "bad_colours"
    BAD_HAND = "bad_hand"
    UNKNOWN_TILE = "unknown_tile"
    DUPLICATE_TILE = "duplicate_tile"
    WRONG_START = "wrong_start"
    GAME_OVER = "game_over"
    FORCED_SPACE_SKIPPED = "forced_space_skipped"
    SECOND_FREE_MOVE = "second_free_move"
    WRONG_PLAYER = "wrong_player"
    TILE_NOT_IN_HAND = "tile_not_in_hand"
    NOT_AT_ORIGIN = "not_at_origin"
    OCCUPIED = "occupied"
    NOT_ADJACENT = "not_adjacent"
    COLOUR_MISMATCH = "colour_mismatch"
    RESTRICTION_1 = "restriction_1"
    RESTRICTION_2 = "restriction_2"
    RESTRICTION_3 = "restriction_3"
    MISSING_DRAW = "missing_draw"
    DRAW_NOT_IN_BAG = "draw_not_in_bag"
    INCOMPLETE = "incomplete"
    SCORE_MISMATCH = "score_mismatch"
    OUTCOME_MISMATCH = "outcome_mismatch"


#: The rule of ``docs/rules.md`` that each code stands for; ``malformed`` is a matter of the format, not of a rule.
RULES: Mapping[Code, int] = {
    Code.BAD_PLAYERS: 2,
    Code.BAD_COLOURS: 2,
    Code.BAD_HAND: 4,
    Code.UNKNOWN_TILE: 1,
    Code.DUPLICATE_TILE: 1,
    Code.WRONG_START: 3,
    Code.GAME_OVER: 31,
    Code.FORCED_SPACE_SKIPPED: 13,
    Code.SECOND_FREE_MOVE: 10,
    Code.WRONG_PLAYER: 10,
    Code.TILE_NOT_IN_HAND: 4,
    Code.NOT_AT_ORIGIN: 6,
    Code.OCCUPIED: 7,
    Code.NOT_ADJACENT: 7,
    Code.COLOUR_MISMATCH: 8,
    Code.RESTRICTION_1: 20,
    Code.RESTRICTION_2: 21,
    Code.RESTRICTION_3: 22,
    Code.MISSING_DRAW: 9,
    Code.DRAW_NOT_IN_BAG: 9,
    Code.INCOMPLETE: 31,
    Code.SCORE_MISMATCH: 33,
    Code.OUTCOME_MISMATCH: 35,
}
#: Rule behind ``game_over`` when the game stopped for want of a legal free move.
DEADLOCK_RULE = 32


@dataclass(frozen=True, slots=True)
class Fault:
    """One objection: its codes (the main one first), the rule, a sentence, and what would have been legal instead.

    ``legal`` holds the forced fills if one was due, else the legal placements of the tile that was played, else legal
    placements of any tile, never more than :data:`games.engine.game.LEGAL_SHOWN`. ``legal_draws`` does the same for a
    faulty draw.
    """

    codes: tuple[Code, ...]
    template: str
    values: Values = field(default_factory=dict)
    rule: int | None = None
    legal: tuple[Placement, ...] = ()
    legal_draws: tuple[int, ...] = ()

    @property
    def code(self) -> Code:
        return self.codes[0]

    @property
    def message(self) -> str:
        return self.template % self.values


def fault(code: Code, template: str, /, *also: Code, rule: int | None = None, **values: str | int) -> Fault:
    """A fault with the rule that goes with its main code unless another is given."""
    return Fault((code, *also), template, values, RULES.get(code) if rule is None else rule)


class EngineError(ValueError):
    """Base of all errors raised by the engine."""


class MalformedRecord(EngineError):
    """The text is not a game record. ``place`` names where: a key path such as ``moves[3].tile``, or a line."""

    code = Code.MALFORMED

    def __init__(self, template: str, place: str = "", /, **values: str | int) -> None:
        self.template = template
        self.values: Values = values
        self.message = template % values
        self.place = place
        super().__init__(f"{place}: {self.message}" if place else self.message)


class SetupFault(EngineError):
    """The set-up of a record is wrong; ``fault`` says why."""

    def __init__(self, found: Fault) -> None:
        self.fault = found
        super().__init__(found.message)


class IllegalMove(EngineError):
    """A move that the rules forbid; ``fault`` says why."""

    def __init__(self, found: Fault) -> None:
        self.fault = found
        super().__init__(found.message)
