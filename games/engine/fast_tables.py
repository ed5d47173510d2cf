"""Tables for the fast verifier, built once at import.

A *pattern* is one whole number that says what a space asks for: four bits a side, one of them set where a coloured
edge comes in (red, yellow, green, blue), and above these 24 bits the number of sides. Patterns of neighbours are kept
by addition; a turned tile fits a space if and only if the pattern has no bit of a colour that the tile does not show.

Cells are numbered row by row, :data:`ROW` to a row, so that the neighbour in a direction is a fixed step away.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from .tiles import TILES, TURNED, Colour

ROW = 48
#: Step from a cell to its neighbour in each direction.
STEPS = (-ROW, 1 - ROW, 1, ROW, ROW - 1, -1)
_REACH = ROW // 2 - 2
#: The part of a cell's number that comes from ``q``, and from ``r``, for places up to 22 from the first tile; a game
#: that reaches farther, as hardly any does, has no numbers here.
COLUMNS = {q: q + ROW // 2 for q in range(-_REACH, _REACH + 1)}
ROWS = {r: ROW * (r + ROW // 2) for r in range(-_REACH, _REACH + 1)}
ORIGIN_CELL = ROWS[0] + COLUMNS[0]

#: One more side; the counts of two and three sides.
ONE = 1 << 24
TWO = 2 << 24
THREE = 3 << 24
#: The pattern of a filled cell.
FILLED = -1

_COLOUR_BIT = {letter: 1 << index for index, letter in enumerate("RYGB")}

#: Turned tiles are numbered ``6 * tile + rotation``; the first six entries stand for no tile.
_FACES = ["RYGBRY"] * 6 + [face for faces in TURNED.values() for face in faces]

#: For a turned tile: the bits of a pattern that it clashes with, what it adds to its six neighbours' patterns, and its
#: number.
TURNS = [
    (
        (1 << 24) - 1 - sum(_COLOUR_BIT[face[side]] << 4 * side for side in range(6)),
        *((_COLOUR_BIT[face[side]] << 4 * ((side + 3) % 6)) + ONE for side in range(6)),
        number,
    )
    for number, face in enumerate(_FACES)
]
#: The same by tile and rotation. Dictionaries, unlike lists, refuse numbers below zero.
TURNS_OF = {tile: {rotation: TURNS[6 * tile + rotation] for rotation in range(6)} for tile in TILES}
#: One bit a tile.
BITS = {tile: 1 << tile for tile in TILES}


def _tiles_that_fit() -> dict[int, int]:
    """The tiles, as bits, that fit each pattern of three sides or more; patterns that no tile fits are left out."""
    side_sets = [sides for count in range(3, 7) for sides in combinations(range(6), count)]
    found: dict[int, int] = {}
    for number in range(6, len(_FACES)):
        bit = 1 << number // 6
        bits = [_COLOUR_BIT[letter] << 4 * side for side, letter in enumerate(_FACES[number])]
        for sides in side_sets:
            pattern = len(sides) << 24
            for side in sides:
                pattern |= bits[side]
            found[pattern] = found.get(pattern, 0) | bit
    return found


#: Patterns of three sides that are not here are those with three equal colours (restriction 1).
FIT = _tiles_that_fit()

#: How many of the 56 tiles show a colour.
TILES_OF_A_COLOUR = 42


@cache
def steps_of(colour: str) -> tuple[list[int], list[int], list[int]]:
    """For each turned tile the steps to the two cells that its line of a colour leads to, and their sum; 0 without."""
    letter = Colour(colour).letter
    firsts, seconds = (
        [STEPS[find(face, letter)] if letter in face else 0 for face in _FACES] for find in (str.find, str.rfind)
    )
    return firsts, seconds, [first + second for first, second in zip(firsts, seconds, strict=True)]
