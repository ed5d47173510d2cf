"""The tiles (``docs/rules.md`` 1) and which of them fit where.

The edge colours are data: ``data/tiles.csv`` holds the 56 tiles of the game, ``data/tiles_removed.csv`` the eight
triple crossings taken out of it in 1993. Numbers are those of the official set; see
``docs/decisions/0001-tiles-25-and-28.md``.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

_DATA = Path(__file__).parent / "data"

#: Stands for an open side in the pattern of a space.
OPEN = "."
#: The two tiles whose numbers are exchanged in the encyclopedia's list.
SWAPPED_NUMBERS: Mapping[int, int] = MappingProxyType({25: 28, 28: 25})


class Colour(StrEnum):
    """A line colour. The value is the word used in records, ``letter`` the one used in tile strings."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    @property
    def letter(self) -> str:
        return self.value[0].upper()

    @classmethod
    def from_letter(cls, letter: str) -> Colour:
        return _BY_LETTER[letter]


_BY_LETTER = {colour.letter: colour for colour in Colour}


class Link(NamedTuple):
    """A stretch of line on a tile: from edge ``start`` clockwise to edge ``start + span``, span 1 to 3."""

    colour: Colour
    start: int
    span: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as printed: its number, six edge colours clockwise from edge 0, and its crossing code.

    With rotation ``k`` edge ``i`` faces direction ``(i + k) % 6``.
    """

    number: int
    edges: str
    crossings: str

    def turned(self, rotation: int) -> str:
        """The six colours by the direction they face."""
        k = rotation % 6
        return self.edges[-k:] + self.edges[:-k] if k else self.edges

    def edge(self, side: int, rotation: int = 0) -> str:
        """The colour letter that faces direction ``side``."""
        return self.edges[(side - rotation) % 6]

    def links(self, rotation: int = 0) -> tuple[Link, ...]:
        """The three links as ``(colour, i, d)``: from direction ``i`` clockwise to ``i + d``, d = 1 corner, 2 wide
        bend, 3 straight. Ordered by colour letter (blue, green, red, yellow)."""
        found = []
        turned = self.turned(rotation)
        for letter in sorted(set(turned)):
            first, second = (side for side in range(6) if turned[side] == letter)
            span = second - first
            start, span = (first, span) if span <= 3 else (second, 6 - span)
            found.append(Link(Colour.from_letter(letter), start, span))
        return tuple(found)

    def __str__(self) -> str:
        return f"{self.number} {self.edges}"


def _read(name: str) -> Mapping[int, Tile]:
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        tiles = [Tile(int(row["number"]), row["colours"], row["crossings"]) for row in csv.DictReader(file)]
    return MappingProxyType({tile.number: tile for tile in tiles})


#: The tiles of the game, 1 to 56.
TILES: Mapping[int, Tile] = _read("tiles.csv")
#: The eight triple crossings, 57 to 64: known, but refused in a game.
RETIRED_TILES: Mapping[int, Tile] = _read("tiles_removed.csv")
#: For each tile the six strings it shows, by rotation.
TURNED: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {number: tuple(tile.turned(k) for k in range(6)) for number, tile in TILES.items()}
)


#: The turned tiles ``(number, rotation)`` that show a colour letter in a direction.
_SHOWING: dict[tuple[int, str], frozenset[tuple[int, int]]] = {
    (side, colour.letter): frozenset(
        (number, k) for number, faces in TURNED.items() for k in range(6) if faces[k][side] == colour.letter
    )
    for side in range(6)
    for colour in Colour
}
_ALL_TURNED = frozenset((number, k) for number in TILES for k in range(6))


@lru_cache(maxsize=8_192)
def fitting(pattern: str) -> Mapping[int, tuple[int, ...]]:
    """The tiles that match a pattern of six sides (letters, or ``.`` where nothing lies), each with its rotations.

    This is the golden rule (rule 8): every coloured side asks for its colour, an open side for nothing.
    """
    wanted = [_SHOWING[side, letter] for side, letter in enumerate(pattern) if letter != OPEN]
    found: dict[int, tuple[int, ...]] = {}
    for number, rotation in sorted(_ALL_TURNED.intersection(*wanted)):
        found[number] = (*found.get(number, ()), rotation)
    return MappingProxyType(found)
