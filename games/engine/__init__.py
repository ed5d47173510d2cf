"""The rules of Tantrix: pure Python, no framework, no clock, no chance.

Rule numbers in this package are those of ``docs/rules.md``; the record format is ``docs/record-format.md``. What the
rest of the site needs is named here.
"""

from .board import Board, Placement
from .errors import Code, EngineError, Fault, IllegalMove, MalformedRecord, SetupFault
from .game import Game, LegalMoves
from .hexes import DIRECTIONS, Hex
from .keys import game_key, key_of_legal_game
from .moves import ForcedSpace, Move, Outcome, OutcomeKind, Seat
from .notation import load_record, read_record_text, write_record_text
from .record import MAX_BYTES, read_record
from .replay import position, verify, verify_by_spec
from .scoring import Line
from .tiles import RETIRED_TILES, TILES, Colour, Link, Tile
from .verdict import ENGINE_VERSION, Verdict

__all__ = [
    "DIRECTIONS",
    "ENGINE_VERSION",
    "MAX_BYTES",
    "RETIRED_TILES",
    "TILES",
    "Board",
    "Code",
    "Colour",
    "EngineError",
    "Fault",
    "ForcedSpace",
    "Game",
    "Hex",
    "IllegalMove",
    "LegalMoves",
    "Line",
    "Link",
    "MalformedRecord",
    "Move",
    "Outcome",
    "OutcomeKind",
    "Placement",
    "Seat",
    "SetupFault",
    "Tile",
    "Verdict",
    "game_key",
    "key_of_legal_game",
    "load_record",
    "position",
    "read_record",
    "read_record_text",
    "verify",
    "verify_by_spec",
    "write_record_text",
]
