"""The geometry of tiles and boards, measured on the paths that are drawn."""

import itertools
import math
import re

import pytest

from games.drawing import geometry
from games.drawing.geometry import APOTHEM, Point, centre, edge_middle, link_path, point_on_link, turned, weave
from games.engine.hexes import DIRECTIONS, Hex
from games.engine.tiles import RETIRED_TILES, TILES, Tile

ALL_TILES = [*TILES.values(), *RETIRED_TILES.values()]


def points(path: str) -> list[Point]:
    """The points a path goes through; the numbers of an arc before its end are left out."""
    found = []
    for command, numbers in re.findall(r"([MLA])([^MLA]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", numbers)]
        found.append(Point(*(values[-2:] if command == "A" else values)))
    return found


def distance(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("span", [1, 2, 3])
def test_a_link_starts_and_ends_in_the_middle_of_its_edges(span: int) -> None:
    drawn = points(link_path(span))
    assert distance(drawn[0], edge_middle(0)) < 0.06
    assert distance(drawn[-1], edge_middle(span)) < 0.06


@pytest.mark.parametrize("span", [1, 2, 3])
def test_ink_runs_on_at_a_right_angle_over_both_edges(span: int) -> None:
    drawn = points(link_path(span, geometry.OVERRUN))
    assert distance(drawn[0], edge_middle(0, APOTHEM + 1.2)) < 0.06
    assert distance(drawn[-1], edge_middle(span, APOTHEM + 1.2)) < 0.06


@pytest.mark.parametrize(("span", "length"), [(1, 104.72), (2, 157.08), (3, 173.21)])
def test_links_are_as_long_as_their_marks_expect(span: int, length: float) -> None:
    steps = [point_on_link(span, part / 1000) for part in range(1001)]
    measured = sum(distance(one, other) for one, other in itertools.pairwise(steps))
    assert measured == pytest.approx(length, abs=0.01)
    assert 17.3 <= length / (geometry.MARK_LENGTH[span] / 10) <= 17.5


@pytest.mark.parametrize(("span", "closest"), [(1, 50), (2, 23.2), (3, 0)])
def test_how_near_a_link_comes_to_the_centre(span: int, closest: float) -> None:
    nearest = min(math.hypot(*point_on_link(span, part / 1000)) for part in range(1001))
    assert nearest == pytest.approx(closest, abs=0.1)


@pytest.mark.parametrize("span", [1, 2])
def test_the_drawn_arc_is_the_one_that_is_measured(span: int) -> None:
    radius = {1: 50, 2: 150}[span]
    assert f"A{radius} {radius} 0 0 0" in link_path(span)
    middle = point_on_link(span, 0.5)
    for end in (edge_middle(0), edge_middle(span)):
        chord = distance(end, edge_middle(span if end == edge_middle(0) else 0))
        sagitta = radius - math.sqrt(radius**2 - (chord / 2) ** 2)
        between = Point((edge_middle(0).x + edge_middle(span).x) / 2, (edge_middle(0).y + edge_middle(span).y) / 2)
        assert distance(middle, between) == pytest.approx(sagitta, abs=0.01)


def crossings(tile: Tile) -> dict[int, int]:
    """How many links of each span a tile has."""
    return {span: sum(link.span == span for link in tile.links()) for span in (3, 2, 1)}


def test_links_match_the_crossing_code() -> None:
    for tile in ALL_TILES:
        assert "".join(str(count) for count in crossings(tile).values()) == tile.crossings, tile


def test_links_end_where_the_colours_of_the_turned_tile_are() -> None:
    for tile in ALL_TILES:
        for rotation in range(6):
            shown = tile.turned(rotation)
            for link in tile.links():
                for part in (link.start, link.start + link.span):
                    assert shown[(part + rotation) % 6] == link.colour.letter, (tile, rotation)


def test_turning_a_tile_does_not_change_its_weave() -> None:
    for tile in ALL_TILES:
        for rotation in range(6):
            woven = [(link.colour, link.span) for link in weave(tile.links())]
            assert [(link.colour, link.span) for link in weave(tile.links(rotation))] == woven, (tile, rotation)


def test_a_straight_passes_between_the_two_bends() -> None:
    woven = [(link.colour.letter, link.span) for link in weave(TILES[6].links())]
    assert woven == [("B", 2), ("Y", 3), ("R", 2)]


def test_the_examples_of_the_design() -> None:
    assert {(link.start, link.span, link.colour.letter) for link in TILES[3].links()} == {
        (5, 1, "Y"),
        (1, 1, "R"),
        (3, 1, "B"),
    }
    assert {(link.start, link.span, link.colour.letter) for link in TILES[6].links()} == {
        (0, 3, "Y"),
        (5, 2, "R"),
        (2, 2, "B"),
    }


@pytest.mark.parametrize("direction", range(6))
def test_neighbours_share_the_middle_of_an_edge(direction: int) -> None:
    here, there = centre(Hex(3, -2)), centre(Hex(3, -2).neighbour(direction))
    edge = edge_middle(direction)
    back = edge_middle(direction + 3)
    assert distance(Point(here.x + edge.x, here.y + edge.y), Point(there.x + back.x, there.y + back.y)) < 1e-9


def test_the_board_turns_as_the_tiles_do() -> None:
    for q, r in DIRECTIONS:
        space = Hex(q * 2, r + 1)
        assert distance(turned(centre(space), 1), centre(space.rotated(1))) < 1e-9


def test_bounds_leave_one_space_around() -> None:
    box = geometry.bounds([Hex(0, 0)])
    assert box.width == pytest.approx(2 * (100 + 150))
    assert box.height == pytest.approx(2 * 3 * APOTHEM)
    assert geometry.bounds([]) == box


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.04, "0"), (86.6025, "86.6"), (-150.0, "-150"), (2.349, "2.3"), (100.0, "100")]
)
def test_numbers_are_written_short(value: float, text: str) -> None:
    assert geometry.number(value) == text
