"""Lines, loops and what they score (``docs/rules.md`` 33–36)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .board import Board
from .hexes import Hex
from .tiles import TURNED, Colour


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one colour: its spaces from end to end, or once round if it is a loop."""

    colour: Colour
    cells: tuple[Hex, ...]
    loop: bool

    @property
    def score(self) -> int:
        """One point a tile, two a tile of a loop (rule 33)."""
        return len(self.cells) * (2 if self.loop else 1)


def lines(board: Board, colour: Colour) -> list[Line]:
    """Every line of a colour on the table, in the order of its earliest tile (rule 34)."""
    ends = _ends(board, colour.letter)
    seen: set[Hex] = set()
    found = []
    for space in ends:
        if space not in seen:
            line = _follow(ends, space, colour)
            seen.update(line.cells)
            found.append(line)
    return found


def best_line(board: Board, colour: Colour) -> Line:
    """The single line or loop of a colour that scores most; of equals the one with the earliest tile.

    A colour that is not on the table has an empty line worth nothing."""
    return max(lines(board, colour), key=lambda line: line.score, default=Line(colour, (), loop=False))


def scores(board: Board, colours: Iterable[Colour]) -> dict[str, int]:
    """The score of each colour, by its word (rules 33 and 36)."""
    return {colour.value: best_line(board, colour).score for colour in colours}


def _ends(board: Board, letter: str) -> dict[Hex, tuple[Hex, Hex]]:
    """For each tile with the colour the two spaces its line leads to."""
    found = {}
    for tile, space, rotation in board:
        face = TURNED[tile][rotation]
        first = face.find(letter)
        if first >= 0:
            around = space.neighbours()
            found[space] = (around[first], around[face.rfind(letter)])
    return found


def _follow(ends: dict[Hex, tuple[Hex, Hex]], start: Hex, colour: Colour) -> Line:
    forward, closed = _walk(ends, start, ends[start][1])
    if closed:
        return Line(colour, (start, *forward), loop=True)
    backward, _ = _walk(ends, start, ends[start][0])
    return Line(colour, (*reversed(backward), start, *forward), loop=False)


def _walk(ends: dict[Hex, tuple[Hex, Hex]], start: Hex, towards: Hex) -> tuple[list[Hex], bool]:
    """The spaces from ``start`` on to the end of the line, and whether the walk came round to ``start`` again."""
    passed: list[Hex] = []
    previous, space = start, towards
    while space in ends and previous in ends[space]:
        if space == start:
            return passed, True
        passed.append(space)
        one, other = ends[space]
        previous, space = space, other if one == previous else one
    return passed, False
