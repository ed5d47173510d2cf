"""Writing tiles and boards as SVG.

Shapes are defined once and used by reference, so that a board of 56 tiles stays small. On a page one block of
definitions (`defs_svg`) serves all pictures; a picture that stands alone carries its own, with its style sheet.
Nothing carries an inline style; classes are explained in `static/css/board.css` and `style.sheet`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from games.engine.tiles import Colour

from .geometry import MARK_LENGTH, Box, Point, bounds, centre, letter_point, number, turned, weave
from .shapes import definitions, known_tile, letter_shape, link_shape
from .style import sheet
from .view import BoardView, ForcedMark, LaidTile, Span

#: The picture of a single tile leaves a unit around the seam.
TILE_BOX = Box(-101, -88, 202, 176)


def defs_svg(tiles: Iterable[int], *, board: bool = True) -> str:
    """The definitions for all pictures of a page: written once, before or after them, showing nothing itself.

    Letters are part of them and shown by a class on the page or the picture.
    """
    shapes = definitions(tiles, letters=True, board=board)
    return f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs>{shapes}</defs></svg>'


# Single tiles


def _turn(rotation: int) -> str:
    return f"rotate({60 * (rotation % 6)})" if rotation % 6 else ""


def _uses_of_tile(tile_number: int, rotation: int) -> str:
    turn = f' class="t{rotation % 6}" transform="{_turn(rotation)}"' if rotation % 6 else ""
    return f'<use href="#Hb"/><use href="#T{tile_number}"{turn}/>'


def tile_svg(tile_number: int, rotation: int = 0, *, label: str = "", css_class: str = "tile") -> str:
    """A tile for a page that carries `defs_svg`. Without a label it is hidden from those who do not see it."""
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="{escape(css_class)}" viewBox="{TILE_BOX}" {named}>{_uses_of_tile(tile_number, rotation)}</svg>'


def standalone_tile_svg(
    tile_number: int,
    rotation: int = 0,
    *,
    label: str = "",
    theme: str = "light",
    marks: bool = True,
    letters: bool = False,
) -> str:
    """A tile as a file of its own."""
    inside = _uses_of_tile(tile_number, rotation)
    if letters:
        inside += _letters_of(tile_number, rotation, Point(0, 0))
    return _document(
        TILE_BOX, (tile_number,), inside, title=label, theme=theme, marks=marks, letters=letters, board=False
    )


def _letters_of(tile_number: int, rotation: int, at: Point, only: Colour | None = None) -> str:
    """Letters set upright one by one, for pictures whose viewer may not know custom properties."""
    found = []
    for link in known_tile(tile_number).links():
        if only and link.colour is not only:
            continue
        point = turned(letter_point(link.span), link.start + rotation)
        found.append(f'<use href="#E{link.colour.letter}" x="{number(at.x + point.x)}" y="{number(at.y + point.y)}"/>')
    return "".join(found)


# Boards


class _Layers:
    """Writes the elements of one board; in a replay each with its span and, if it is not to be seen, switched off."""

    def __init__(self, view: BoardView, *, alone: bool = False) -> None:
        self.view = view
        self.alone = alone

    def use(self, shape: str, at: Point, span: Span, css: str = "", transform: str = "") -> str:
        place = f' transform="translate({at}){transform}"' if transform else f' x="{number(at.x)}" y="{number(at.y)}"'
        return self.element(f'<use href="#{shape}"', place, span, css, "/>")

    def element(self, start: str, attributes: str, span: Span, css: str, rest: str) -> str:
        shown = span.shows(self.view.ply)
        if not self.view.replay:
            return f"{start}{_class(css)}{attributes}{rest}" if shown else ""
        return f'{start}{_class(css, "" if shown else "off")}{attributes} data-ply="{span}"{rest}'

    def sides(self) -> str:
        return "".join(self.use("Hs", centre(mark.hex), mark.span) for mark in self.view.sides)

    def forced(self) -> str:
        found = []
        for mark in self.view.forced:
            place = f' transform="translate({centre(mark.hex)})"'
            found.append(self.element("<g", place, mark.span, "", f">{_forced(mark)}</g>"))
        return "".join(found)

    def bodies(self) -> str:
        return "".join(self.use("Hb", centre(tile.hex), tile.span) for tile in self.view.tiles)

    def lines(self) -> str:
        line = self.view.line
        bright = set(line.cells) if line else set()
        found = []
        for tile in self.view.tiles:
            if line and self.alone:
                found.append(self._spelled_lines(tile, line.colour if tile.hex in bright else None))
                continue
            css = f"t{tile.rotation % 6}" if tile.rotation % 6 else ""
            if tile.hex in bright:
                css = f"{css} h".strip()
            found.append(self.use(f"T{tile.tile}", centre(tile.hex), tile.span, css, _turn(tile.rotation)))
        return "".join(found)

    def _spelled_lines(self, tile: LaidTile, bright: Colour | None) -> str:
        """The links of a tile one by one, the bright one with its halo, the others dimmed."""
        if not tile.span.shows(self.view.ply):
            return ""
        found = []
        for link in weave(known_tile(tile.tile).links()):
            shape, css = ("M", "") if link.colour is bright else ("L", "dim")
            turn = _turn(link.start + tile.rotation)
            place = f"translate({centre(tile.hex)}){turn}"
            found.append(f'<use href="#{shape}{link.colour.letter}{link.span}"{_class(css)} transform="{place}"/>')
        return "".join(found)

    def rings(self) -> str:
        if not self.view.rings:
            return ""
        found = []
        for tile in self.view.tiles:
            if tile.ply < 1:
                continue
            found.append(self.use("Hg", centre(tile.hex), Span(tile.ply, tile.ply)))
            if tile.turn_end > tile.ply:
                found.append(self.use("Ht", centre(tile.hex), Span(tile.ply + 1, tile.turn_end)))
        return "".join(found)

    def fault(self) -> str:
        fault = self.view.fault
        if fault is None:
            return ""
        occupied = any(laid.hex == fault.hex and laid.span.shows(self.view.ply) for laid in self.view.tiles)
        tile = ""
        if fault.tile is not None and not occupied:
            tile = f'<g class="xt">{_uses_of_tile(fault.tile, fault.rotation)}</g>'
        place = f' transform="translate({centre(fault.hex)})"'
        return self.element("<g", place, fault.span, "", f'>{tile}<use href="#Hx"/></g>')

    def targets(self) -> str:
        found = []
        for target in self.view.targets:
            at = centre(target.hex)
            outline = f'<use href="#Ho" x="{number(at.x)}" y="{number(at.y)}"/>'
            if target.href:
                label = f' aria-label="{escape(target.text)}"' if target.text else ""
                current = ' aria-current="true"' if target.chosen else ""
                outline = f'<a class="to" href="{escape(target.href)}"{label}{current}>{outline}</a>'
            found.append(outline)
        return "".join(found)

    def all(self) -> str:
        layers = (
            ("sides", self.sides()),
            ("forced", self.forced()),
            ("bodies", self.bodies()),
            ("lines", self.lines()),
            ("rings", self.rings()),
            ("faults", self.fault()),
            ("targets", self.targets()),
        )
        return "".join(f'<g class="{name}">{content}</g>' for name, content in layers if content)


def _class(*names: str) -> str:
    given = " ".join(name for name in names if name)
    return f' class="{given}"' if given else ""


def _forced(mark: ForcedMark) -> str:
    if mark.colours:
        first = -29 * (len(mark.colours) - 1)
        discs = "".join(
            f'<use href="#D{colour.letter}" x="{first + 58 * place}" y="-16"/>'
            for place, colour in enumerate(mark.colours)
        )
        shape = f'<use href="#Hf"/>{discs}'
    else:
        shape = '<use href="#Hn"/>'
    return shape if mark.in_bag is None else f'{shape}<text class="c" y="44">{mark.in_bag}</text>'


def _box(view: BoardView) -> Box:
    spaces = [tile.hex for tile in view.tiles]
    if view.fault:
        spaces.append(view.fault.hex)
    return bounds(spaces, view.margin)


def board_svg(view: BoardView, *, css_class: str = "board", element_id: str = "board") -> str:
    """A board for a page that carries `defs_svg`. `view.title` and `view.description` name it; a picture with links
    is a group, any other a single image."""
    role = "group" if any(target.href for target in view.targets) else "img"
    line = f' data-line="{view.line.colour.letter}"' if view.line else ""
    return (
        f'<svg id="{element_id}" class="{escape(css_class)}" viewBox="{_box(view)}" role="{role}"{line}'
        f' aria-labelledby="{element_id}-title" aria-describedby="{element_id}-desc">'
        f'<title id="{element_id}-title">{escape(view.title)}</title>'
        f'<desc id="{element_id}-desc">{escape(view.description)}</desc>{_Layers(view).all()}</svg>'
    )


def standalone_board_svg(view: BoardView, *, theme: str = "light", marks: bool = True, letters: bool = False) -> str:
    """A board after `view.ply` as a file of its own, with background and style sheet."""
    shown = [tile for tile in view.tiles if tile.span.shows(view.ply)]
    numbers = [tile.tile for tile in shown]
    if view.fault and view.fault.tile is not None:
        numbers.append(view.fault.tile)
    box = _box(view)
    size = f'width="{number(box.width)}" height="{number(box.height)}"'
    background = f'<rect class="bg" x="{number(box.x)}" y="{number(box.y)}" {size}/>'
    return _document(
        box,
        numbers,
        f"{background}{_Layers(view, alone=True).all()}{_spelled(view, shown) if letters else ''}",
        title=view.title,
        description=view.description,
        bright=view.line.colour if view.line else None,
        theme=theme,
        marks=marks,
        letters=letters,
        board=True,
    )


def _spelled(view: BoardView, shown: Iterable[LaidTile]) -> str:
    """The letters of all lines, or of the one brought out."""
    only = view.line.colour if view.line else None
    cells = view.line.cells if view.line else ()
    return "".join(
        _letters_of(tile.tile, tile.rotation, centre(tile.hex), only) for tile in shown if not only or tile.hex in cells
    )


def _document(
    box: Box,
    tiles: Iterable[int],
    inside: str,
    *,
    title: str,
    description: str = "",
    bright: Colour | None = None,
    theme: str,
    marks: bool,
    letters: bool,
    board: bool,
) -> str:
    shapes = definitions(tiles, letters=False, board=board)
    if bright:
        shapes += "".join(link_shape(bright, span, letters=False, bright=True) for span in MARK_LENGTH)
    if letters:
        shapes += "".join(letter_shape(letter) for letter in "BGRY")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(description)}</desc><style>{sheet(theme, marks=marks)}</style>"
        f"<defs>{shapes}</defs>{inside}</svg>"
    )
