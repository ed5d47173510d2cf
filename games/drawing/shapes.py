"""The shapes that tiles and boards are made of, as SVG definitions to be used by reference.

Identifiers: `LR2` link of red, wide bend · `MR2` the same with a halo · `T20` the links of tile 20 · `Hb` body · `Hs`
controlled side · `Hf`, `Hn` forced space (somebody, nobody can fill it) · `Hg`, `Ht` last tile, tile of the same turn ·
`Hx` fault · `Ho` place to choose · `DR` disc of red · `ER` its letter on a line.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.tiles import RETIRED_TILES, TILES, Colour, Tile

from .geometry import (
    BODY_CUT,
    BODY_RADIUS,
    MARK_LENGTH,
    OVERRUN,
    hexagon,
    letter_point,
    link_path,
    rounded_hexagon,
    weave,
)

_MARKED = frozenset({Colour.YELLOW, Colour.GREEN, Colour.BLUE})


def known_tile(tile_number: int) -> Tile:
    """The tile of a number, the retired ones included. Raises `KeyError` for a number that no tile has."""
    return TILES.get(tile_number) or RETIRED_TILES[tile_number]


def link_shape(colour: Colour, span: int, *, letters: bool, bright: bool = False) -> str:
    """A link from edge 0: casing, ink, mark and, where wanted, the letter; `bright` has a halo for a casing."""
    letter = colour.letter
    path = link_path(span)
    mark = f'<path class="m m{letter}" pathLength="{MARK_LENGTH[span]}" d="{path}"/>' if colour in _MARKED else ""
    disc = ""
    if letters:
        at = letter_point(span)
        disc = f'<g class="lt" transform="translate({at})"><g class="l"><use href="#E{letter}"/></g></g>'
    name, casing = ("M", "kh") if bright else ("L", "k")
    ink = link_path(span, OVERRUN)
    return (
        f'<g id="{name}{letter}{span}" class="l{letter}"><path class="{casing}" d="{path}"/>'
        f'<path class="i{letter}" d="{ink}"/>{mark}{disc}</g>'
    )


def _tile(tile_number: int) -> str:
    uses = []
    for link in weave(known_tile(tile_number).links()):
        turn = f' class="a{link.start}" transform="rotate({60 * link.start})"' if link.start else ""
        uses.append(f'<use href="#L{link.colour.letter}{link.span}"{turn}/>')
    return f'<g id="T{tile_number}">{"".join(uses)}</g>'


def _disc(letter: str) -> str:
    """A player's colour with its letter, for forced spaces."""
    return f'<g id="D{letter}"><circle class="d{letter}" r="25"/><text class="w" y="10">{letter}</text></g>'


def letter_shape(letter: str) -> str:
    """The letter of a line in a small disc."""
    return f'<g id="E{letter}"><circle class="d{letter} q" r="17"/><text class="w e" y="7">{letter}</text></g>'


_BODY = (
    f'<g id="Hb"><path class="s" d="{hexagon(100)}"/><path class="b" d="{rounded_hexagon(BODY_RADIUS, BODY_CUT)}"/></g>'
)
_SHAPES = (
    '<pattern id="Hp" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hp" d="M8 0V16"/></pattern>'
    f'<path id="Hs" class="hs" d="{hexagon(92)}"/>'
    f'<path id="Hf" class="f" d="{rounded_hexagon(84, 10)}"/>'
    f'<g id="Hn"><path class="f fn" d="{rounded_hexagon(84, 10)}"/><circle class="o" r="17" cy="-16"/></g>'
    f'<path id="Hg" class="g" d="{rounded_hexagon(90.5, 10)}"/>'
    f'<path id="Ht" class="gt" d="{rounded_hexagon(90.5, 10)}"/>'
    f'<path id="Ho" class="p" d="{rounded_hexagon(84, 10)}"/>'
    f'<g id="Hx"><path class="x" d="{rounded_hexagon(92, 10)}"/><path class="x" d="M-24-24L24 24M24-24L-24 24"/></g>'
)


def definitions(tiles: Iterable[int], *, letters: bool, board: bool) -> str:
    """All that pictures of these tiles refer to; `board` adds what lies around them."""
    numbers = sorted(set(tiles))
    kinds = sorted({(link.colour.letter, link.span) for n in numbers for link in known_tile(n).links()})
    parts = [_BODY, *(link_shape(Colour.from_letter(letter), span, letters=letters) for letter, span in kinds)]
    if letters:
        parts.extend(letter_shape(letter) for letter in "BGRY")
    if board:
        parts.append(_SHAPES)
        parts.extend(_disc(letter) for letter in "BGRY")
    parts.extend(_tile(n) for n in numbers)
    return "".join(parts)
