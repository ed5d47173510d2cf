"""The small values of a game: moves, seats, forced spaces, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .board import Placement
from .hexes import Hex
from .tiles import Colour

HAND_SIZE = 6
#: How many legal placements a fault lists at most.
LEGAL_SHOWN = 64


@dataclass(frozen=True, slots=True)
class Move:
    """A placement by a player, with the replacement drawn; ``drawn`` is None once the bag is empty."""

    player: int
    tile: int
    hex: Hex
    rotation: int
    drawn: int | None = None

    @property
    def placement(self) -> Placement:
        return Placement(self.tile, self.hex, self.rotation)


@dataclass(slots=True)
class Seat:
    """A player at the table. In doubles two seats share a colour."""

    index: int
    colour: Colour
    hand: list[int]
    name: str = ""
    #: Tiles held of which only the number is known; always 0 where the draws were written down.
    unseen: int = 0

    @property
    def tile_count(self) -> int:
        return len(self.hand) + self.unseen


@dataclass(frozen=True, slots=True)
class ForcedSpace:
    """An empty space that touches three tiles or more (rule 12).

    ``edges`` are the colours coming in from directions 0 to 5 (``.`` where nothing lies), ``fillers`` the seats with a
    tile that may legally go there, ``tiles_in_bag`` the number of tiles still in the bag that fit by colour.
    """

    hex: Hex
    edges: str
    fillers: tuple[int, ...]
    tiles_in_bag: int


class OutcomeKind(StrEnum):
    WIN = "win"
    DRAW = "draw"
    DEADLOCK = "deadlock"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a win of a colour, a draw, or a deadlock, which is drawn too (rules 32 and 35)."""

    kind: OutcomeKind
    winner: Colour | None


def decide(points: Mapping[str, int]) -> Outcome:
    """The outcome of a finished game: the highest score wins, a shared one is a draw (rule 35)."""
    leader = sole_leader(points)
    return Outcome(OutcomeKind.WIN, Colour(leader)) if leader else Outcome(OutcomeKind.DRAW, None)


def sole_leader(points: Mapping[str, int]) -> str | None:
    """The colour with the highest score, by its word, or None if it is shared."""
    best = max(points.values())
    leaders = [colour for colour, score in points.items() if score == best]
    return leaders[0] if len(leaders) == 1 else None
