"""The pictures: every tile as it was looked at, turning, layers, what a replay switches, size."""

import gzip
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from games.drawing import (
    BoardView,
    FaultMark,
    ForcedMark,
    LaidTile,
    LineMark,
    SideMark,
    Span,
    Target,
    board_svg,
    defs_svg,
    standalone_board_svg,
    standalone_tile_svg,
    style,
    tile_svg,
)
from games.drawing.geometry import Point, turned
from games.engine.hexes import Hex
from games.engine.tiles import RETIRED_TILES, TILES, Colour

ROOT = Path(__file__).parents[3]
SNAPSHOTS = ROOT / "tests/data/tile_pictures.txt"
SVG = "{http://www.w3.org/2000/svg}"


def strokes(svg: str) -> list[tuple[str, str, int]]:
    """What a picture of a single tile draws, in order: class, path and how far it is turned, references followed."""
    root = ET.fromstring(svg)
    shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
    drawn: list[tuple[str, str, int]] = []

    def walk(element: ET.Element, angle: int) -> None:
        for turn in re.findall(r"rotate\((-?\d+)\)", element.get("transform", "")):
            angle += int(turn)
        if element.tag == f"{SVG}use":
            walk(shapes[element.get("href", "")[1:]], angle)
        elif element.tag == f"{SVG}path":
            drawn.append((element.get("class", ""), element.get("d", ""), angle // 60 % 6))
        for child in element:
            walk(child, angle)

    for child in root:
        if child.tag in (f"{SVG}use", f"{SVG}g"):
            walk(child, 0)
    return drawn


def ends(stroke: tuple[str, str, int]) -> frozenset[tuple[int, int]]:
    """Where a stroke begins and ends on the picture, to whole units."""
    _, path, steps = stroke
    values = [float(value) for value in re.findall(r"-?[\d.]+", path)]
    found = (turned(Point(*values[:2]), steps), turned(Point(*values[-2:]), steps))
    return frozenset((round(point.x), round(point.y)) for point in found)


def fingerprints() -> list[str]:
    tiles = [*TILES, *RETIRED_TILES]
    return [f"{number} {hashlib.sha256(standalone_tile_svg(number).encode()).hexdigest()}" for number in tiles]


def test_tiles_look_as_they_did_when_they_were_last_looked_at() -> None:
    """After a wanted change: look at the tiles, then write `fingerprints()` to the file."""
    assert SNAPSHOTS.read_text().splitlines() == fingerprints()


def test_a_turned_picture_is_the_picture_of_the_turned_tile() -> None:
    for number in [*TILES, *RETIRED_TILES]:
        for rotation in range(6):
            plain = strokes(standalone_tile_svg(number))
            after = strokes(standalone_tile_svg(number, rotation))
            lines = [stroke for stroke in plain if stroke[0] not in ("s", "b")]
            assert [(css, path, (steps + rotation) % 6) for css, path, steps in lines] == [
                stroke for stroke in after if stroke[0] not in ("s", "b")
            ]


def test_ink_reaches_the_edges_that_have_its_colour() -> None:
    for number in TILES:
        tile = TILES[number]
        for css, path, steps in strokes(standalone_tile_svg(number)):
            if not css.startswith("i"):
                continue
            sides = {side for side in range(6) if tile.edges[side] == css[1]}
            reach = 50 * 3**0.5 + 1.2
            expected = frozenset(
                (round(point.x), round(point.y)) for point in (turned(Point(0, -reach), side) for side in sides)
            )
            found = ends((css, path, steps))
            assert all(any(abs(x - a) <= 1 and abs(y - b) <= 1 for a, b in expected) for x, y in found)


def test_casing_ink_and_mark_follow_each_other_link_by_link() -> None:
    order = [css for css, _, _ in strokes(standalone_tile_svg(6))]
    assert order == ["s", "b", "k", "iB", "m mB", "k", "iY", "m mY", "k", "iR"]


def test_pictures_carry_no_inline_style_and_no_script() -> None:
    for picture in (
        standalone_tile_svg(1),
        defs_svg(TILES),
        tile_svg(5, 2),
        board_svg(VIEW),
        standalone_board_svg(VIEW),
    ):
        assert "style=" not in picture
        assert "script" not in picture
        assert " on" not in picture


TILES_ON_TABLE = (
    LaidTile(1, Hex(0, 0), 0, 1, 1),
    LaidTile(2, Hex(0, -1), 3, 2, 3),
    LaidTile(3, Hex(1, -1), 1, 3, 3),
)
VIEW = BoardView(
    tiles=TILES_ON_TABLE,
    ply=2,
    forced=(
        ForcedMark(Hex(1, 0), (Colour.RED, Colour.BLUE), 4, Span(2, 2)),
        ForcedMark(Hex(-1, 0), (), 0, Span(3, None)),
    ),
    sides=(SideMark(Hex(2, -1), Span(2, 3)),),
    title="A & B",
    description="<two tiles>",
)


def as_replay(**changes: object) -> BoardView:
    from dataclasses import replace

    return replace(VIEW, **changes)  # type: ignore[arg-type]


def layer_names(svg: str) -> list[str]:
    return [str(group.get("class")) for group in ET.fromstring(svg).findall("g")]


def test_layers_lie_in_order_so_that_no_body_covers_a_line() -> None:
    assert layer_names(board_svg(VIEW)) == ["sides", "forced", "bodies", "lines", "rings"]


def test_a_still_picture_holds_only_what_shows() -> None:
    svg = board_svg(VIEW)
    assert svg.count('href="#Hb"') == 2
    assert "T3" not in svg
    assert 'href="#Hn"' not in svg
    assert "data-ply" not in svg


def test_a_replay_holds_everything_and_switches_off_what_does_not_show() -> None:
    svg = board_svg(as_replay(replay=True))
    root = ET.fromstring(svg)
    state = {
        (element.get("href") or element.tag, element.get("data-ply")): element.get("class") == "off"
        or "off" in element.get("class", "").split()
        for element in root.iter()
        if element.get("data-ply")
    }
    assert state[("#T1", "1")] is False
    assert state[("#T3", "3")] is True
    assert state[("#Hs", "2-3")] is False
    assert state[("g", "3")] is True
    assert state[("g", "2-2")] is False


def test_last_tile_and_the_others_of_its_turn_are_ringed() -> None:
    svg = board_svg(as_replay(ply=3))
    assert svg.count('href="#Hg"') == 1
    assert svg.count('href="#Ht"') == 1


def test_one_disc_for_every_colour_that_can_fill_and_the_count_below() -> None:
    svg = board_svg(VIEW)
    assert '<use href="#DR" x="-29" y="-16"/><use href="#DB" x="29" y="-16"/>' in svg
    assert ">4</text>" in svg


def test_title_and_description_are_escaped_and_referred_to() -> None:
    root = ET.fromstring(board_svg(VIEW, element_id="b"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "b-title"
    assert root.findtext("title") == "A & B"
    assert root.findtext("desc") == "<two tiles>"


def test_a_fault_shows_the_tile_that_was_to_lie_there_unless_the_space_is_taken() -> None:
    free = board_svg(as_replay(fault=FaultMark(Hex(0, 1), 7, 2)))
    taken = board_svg(as_replay(fault=FaultMark(Hex(0, 0), 7, 2)))
    assert "#T7" in free
    assert "#Hx" in free
    assert "#T7" not in taken
    assert "#Hx" in taken


def test_a_fault_far_out_is_still_in_the_picture() -> None:
    _, _, width, _ = (
        float(value)
        for value in ET.fromstring(board_svg(as_replay(fault=FaultMark(Hex(9, 0))))).get("viewBox", "").split()
    )
    assert width > 9 * 150


def test_spaces_to_choose_are_links_and_the_picture_a_group() -> None:
    root = ET.fromstring(board_svg(as_replay(targets=(Target(Hex(0, 1), "?at=0,1&x", "Column 0"), Target(Hex(1, 1))))))
    link = root.find(".//a")
    assert link is not None
    assert link.get("href") == "?at=0,1&x"
    assert link.get("aria-label") == "Column 0"
    assert root.get("role") == "group"


def test_a_bright_line_is_named_on_the_page_and_spelled_out_alone() -> None:
    view = as_replay(ply=3, line=LineMark(Colour.YELLOW, (Hex(0, 0), Hex(0, -1))))
    page = ET.fromstring(board_svg(view))
    assert page.get("data-line") == "Y"
    bright = [element.get("href") for element in page.iter("use") if "h" in element.get("class", "").split()]
    assert bright == ["#T1", "#T2"]
    alone = standalone_board_svg(view, letters=True)
    assert len(re.findall(r'<use href="#MY\d"', alone)) == 2
    assert alone.count('href="#EY"') == 2
    assert 'href="#ER"' not in alone


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_stand_alone_colours_are_those_of_the_pages(theme: str) -> None:
    css = (ROOT / "static/css/tokens.css").read_text()
    light, dark = css.split("@media", 1)[0], css.split(':root[data-theme="dark"]', 1)[1]
    tokens = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    if theme == "dark":
        tokens |= dict(re.findall(r"--([\w-]+): (#\w+);", dark))
    assert {name: tokens[name] for name in style.THEMES[theme]} == dict(style.THEMES[theme])


def test_both_dark_blocks_of_the_tokens_are_equal() -> None:
    css = (ROOT / "static/css/tokens.css").read_text()
    by_device = css.split('[data-theme="light"]) {', 1)[1].split("}", 1)[0]
    by_choice = css.split(':root[data-theme="dark"] {', 1)[1].split("}", 1)[0]
    assert by_device.split() == by_choice.split()


def test_pictures_are_the_same_every_time() -> None:
    assert standalone_board_svg(VIEW) == standalone_board_svg(VIEW)
    assert defs_svg(reversed(TILES)) == defs_svg(TILES)


def test_a_stand_alone_picture_without_marks_hides_them() -> None:
    assert ".m{display:none}" in standalone_tile_svg(4, marks=False)
    assert ".m{display:none}" not in standalone_tile_svg(4)


def test_all_definitions_are_small() -> None:
    assert len(gzip.compress(defs_svg(TILES).encode())) < 2000
