"""What a board picture shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.hexes import Hex
from games.engine.tiles import Colour


@dataclass(frozen=True, slots=True)
class Span:
    """The moves after which something is to be seen: from `first` to `last`, both included; None is for ever."""

    first: int = 0
    last: int | None = None

    def shows(self, ply: int) -> bool:
        return self.first <= ply and (self.last is None or ply <= self.last)

    def __str__(self) -> str:
        if self.last is None:
            return str(self.first)
        return f"{self.first}-{self.last}"


ALWAYS = Span()


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table: laid as move `ply` (0: lies from the beginning) in a turn that ended with `turn_end`."""

    tile: int
    hex: Hex
    rotation: int
    ply: int = 0
    turn_end: int = 0

    @property
    def span(self) -> Span:
        return Span(self.ply)


@dataclass(frozen=True, slots=True)
class ForcedMark:
    """A forced space: the colours of those who can fill it, and how many tiles in the bag fit (None: not told)."""

    hex: Hex
    colours: tuple[Colour, ...] = ()
    in_bag: int | None = None
    span: Span = ALWAYS


@dataclass(frozen=True, slots=True)
class SideMark:
    """A space along a controlled side."""

    hex: Hex
    span: Span = ALWAYS


@dataclass(frozen=True, slots=True)
class LineMark:
    """A line to bring out: its colour and its spaces."""

    colour: Colour
    cells: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class FaultMark:
    """The place of an illegal move, and the tile that was to lie there if it is known and the place is free."""

    hex: Hex
    tile: int | None = None
    rotation: int = 0
    span: Span = ALWAYS


@dataclass(frozen=True, slots=True)
class Target:
    """A space one can choose: a link with its text, or only an outline if `href` is empty."""

    hex: Hex
    href: str = ""
    text: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board after move `ply`.

    In a replay `tiles` and marks hold the whole game, each with its span, and the ones not to be seen yet are written
    switched off; otherwise only what shows after `ply` is written. `title` and `description` are for those who do not
    see the picture; `rings` marks the last tile and the other tiles of its turn.
    """

    tiles: tuple[LaidTile, ...]
    ply: int
    forced: tuple[ForcedMark, ...] = ()
    sides: tuple[SideMark, ...] = ()
    line: LineMark | None = None
    fault: FaultMark | None = None
    targets: tuple[Target, ...] = ()
    rings: bool = True
    replay: bool = False
    margin: int = 1
    title: str = ""
    description: str = ""
