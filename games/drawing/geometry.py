"""Where the lines of a tile and the tiles of a board lie.

A tile is a hexagon with a flat side on top, its centre at the origin, its corners 100 units away, y growing
downwards. Edges are numbered clockwise from the top. A link is written (start, span): from edge `start` clockwise to
edge `start + span`. Every shape is given for start 0; turning it by 60 degrees a step gives the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from games.engine.hexes import Hex
from games.engine.tiles import Link

#: Centre to corner, and centre to the middle of an edge.
RADIUS = 100.0
APOTHEM = 50 * sqrt(3)
#: How far the ink runs past the edge, so that no hairline shows between two tiles.
OVERRUN = 1.2
#: Widths of the strokes of a line.
CASING_WIDTH = 35
INK_WIDTH = 25
HALO_WIDTH = 37
#: Marks repeat every ten units of a path length set to a whole number of periods: 17.3 to 17.5 real units.
MARK_LENGTH = {1: 60, 2: 90, 3: 100}
#: Radii of the body of a tile: the seam shows around the smaller hexagon.
BODY_RADIUS = 98.2
BODY_CUT = 6


class Point(NamedTuple):
    x: float
    y: float

    def __str__(self) -> str:
        return f"{number(self.x)} {number(self.y)}"


class Box(NamedTuple):
    """A rectangle as SVG writes it: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(number(value) for value in self)


def number(value: float, digits: int = 1) -> str:
    """A coordinate as short as it can be written: one decimal, no trailing zero, no negative zero."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def edge_middle(edge: int, distance: float = APOTHEM) -> Point:
    """The point in front of the middle of an edge, `distance` from the centre."""
    angle = radians(60 * edge)
    return Point(distance * sin(angle), -distance * cos(angle))


def corner(index: int, radius: float = RADIUS) -> Point:
    """A corner of the hexagon, counted clockwise from the right."""
    angle = radians(60 * index)
    return Point(radius * cos(angle), radius * sin(angle))


def turned(point: Point, steps: int) -> Point:
    """A point turned clockwise about the centre by `steps` sixths of a turn."""
    angle = radians(60 * steps)
    return Point(point.x * cos(angle) - point.y * sin(angle), point.x * sin(angle) + point.y * cos(angle))


def hexagon(radius: float) -> str:
    """The path of a hexagon with sharp corners."""
    first, *rest = (str(corner(k, radius)) for k in range(6))
    return f"M{first}L{'L'.join(rest)}z"


def rounded_hexagon(radius: float, cut: float) -> str:
    """The path of a hexagon whose corners are cut by a curve that starts and ends `cut` units along the sides."""
    part = cut / radius
    steps = []
    for k in range(6):
        tip, before, after = corner(k, radius), corner(k - 1, radius), corner(k + 1, radius)
        start = Point(tip.x + (before.x - tip.x) * part, tip.y + (before.y - tip.y) * part)
        end = Point(tip.x + (after.x - tip.x) * part, tip.y + (after.y - tip.y) * part)
        steps.append(f"{'L' if k else 'M'}{start}Q{tip} {end}")
    return "".join(steps) + "z"


def link_path(span: int, overrun: float = 0) -> str:
    """The path of a link from edge 0 to edge `span`, prolonged beyond both edges by `overrun`.

    A corner (1) is an arc of 120 degrees about the shared corner, a wide bend (2) one of 60 degrees about twice the
    middle of the edge between, a straight (3) a line. All meet their edges at a right angle.
    """
    start, end = edge_middle(0), edge_middle(span)
    bend = {1: f"A50 50 0 0 0 {end}", 2: f"A150 150 0 0 0 {end}", 3: f"L{end}"}[span]
    if not overrun:
        return f"M{start}{bend}"
    return f"M{edge_middle(0, APOTHEM + overrun)}L{start}{bend}L{edge_middle(span, APOTHEM + overrun)}"


def point_on_link(span: int, part: float) -> Point:
    """The point that lies `part` (0 to 1) of the way along a link from edge 0."""
    if span == 3:
        return edge_middle(0, APOTHEM * (1 - 2 * part))
    centre, radius, sweep = (corner(5), 50.0, 120.0) if span == 1 else (edge_middle(1, 2 * APOTHEM), 150.0, 60.0)
    # Seen from the centre of the arc, edge 0 lies to the left (180 degrees) and the arc is run through anticlockwise.
    angle = radians(180 - sweep * part)
    return Point(centre.x + radius * cos(angle), centre.y + radius * sin(angle))


def letter_point(span: int) -> Point:
    """Where the letter of a link stands: clear of the crossings."""
    return {1: point_on_link(1, 0.5), 2: point_on_link(2, 0.2), 3: edge_middle(0, 0.7 * APOTHEM)}[span]


def weave(links: Sequence[Link]) -> tuple[Link, ...]:
    """The links in the order in which they are painted: curves by colour letter, a straight after the first curve.

    The order depends on colours and shapes alone, so a turned tile is woven like the tile itself.
    """
    ordered = sorted(links, key=lambda link: link.colour.letter)
    curves = [link for link in ordered if link.span != 3]
    straights = [link for link in ordered if link.span == 3]
    return (*curves[:1], *straights, *curves[1:])


def centre(space: Hex) -> Point:
    """The middle of a space of the board."""
    return Point(1.5 * RADIUS * space.q, 2 * APOTHEM * (space.r + space.q / 2))


def bounds(spaces: Iterable[Hex], margin: int = 1) -> Box:
    """The rectangle around some spaces with `margin` further spaces on all sides; one space if there are none."""
    points = [centre(space) for space in spaces] or [Point(0, 0)]
    across, along = RADIUS + margin * 1.5 * RADIUS, APOTHEM * (1 + 2 * margin)
    left, top = min(p.x for p in points) - across, min(p.y for p in points) - along
    right, bottom = max(p.x for p in points) + across, max(p.y for p in points) + along
    return Box(left, top, right - left, bottom - top)
