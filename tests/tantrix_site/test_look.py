"""Budgets and house rules of style sheets, modules, icons and templates; contrast of the colours."""

import gzip
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TOKENS = (ROOT / "static/css/tokens.css").read_text()


def packed(files: list[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def sheets(template: Path, *, organises: bool | None = None) -> set[str]:
    """The style sheets that a template loads, those of the template it extends included.

    The sheet of the organiser's menu is for organisers' pages.
    """
    text = template.read_text()
    organises = "organise" in template.parts if organises is None else organises
    if not organises:
        text = re.sub(r"{% if tabs.groups %}.*?{% endif %}", "", text)
    found = set(re.findall(r"'(css/[\w-]+\.css)'", text))
    for name in re.findall(r'{% extends "([^"]+)" %}', text):
        if (ROOT / "templates" / name).exists():
            found |= sheets(ROOT / "templates" / name, organises=organises)
    return found


def test_no_page_loads_more_than_15_kilobytes_of_style() -> None:
    sizes = {template: packed([ROOT / "static" / name for name in sheets(template)]) for template in TEMPLATES}
    assert max(sizes.values()) < 15_000, max(sizes, key=lambda template: sizes[template])
    named = {name for template in TEMPLATES for name in sheets(template)}
    assert named == {f"css/{file.name}" for file in (ROOT / "static/css").glob("*.css")}


def test_all_modules_together_have_at_most_20_kilobytes() -> None:
    files = sorted((ROOT / "static/js").glob("*.js"))
    assert packed(files) < 20_000
    assert max(packed([file]) for file in files) < 6_000


def test_every_icon_that_is_used_exists() -> None:
    known = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/icons.svg").read_text()))
    used = {
        name
        for template in TEMPLATES
        for pattern in (r'components/icon\.html" with name="([^"]+)"', r'components/badge\.html"[^%]* icon="([^"]+)"')
        for name in re.findall(pattern, template.read_text())
    }
    assert used <= known
    assert {"menu", "search", "first", "last"} <= used


def test_templates_carry_no_inline_style_or_script() -> None:
    for template in TEMPLATES:
        if not {"mail", "email"} & set(template.parts):  # letters are no pages
            text = template.read_text()
            assert not re.search(r"<[^>]+\sstyle=", text), template
            assert not re.search(r"<[^>]+\son[a-z]+=", text), template
            assert not re.search(r"<script(?![^>]*\bsrc=)", text), template


def test_templates_lead_to_no_other_site_for_files() -> None:
    for template in TEMPLATES:
        assert not re.search(r'(?:src|href)="(?:https?:)?//[^"]+\.(?:js|css|woff2?)', template.read_text())


def luminance(colour: str) -> float:
    values = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def theme(name: str) -> dict[str, str]:
    light = dict(re.findall(r"--([\w-]+): (#\w{6});", TOKENS.split("@media", 1)[0]))
    dark = dict(re.findall(r"--([\w-]+): (#\w{6});", TOKENS.split(':root[data-theme="dark"]', 1)[1]))
    return light if name == "light" else {**light, **dark}


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "bg", 7), ("ink", "surface", 7), ("ink", "sunk", 7), ("ink", "accent-bg", 7), ("ink", "warn-bg", 7),
        ("ink2", "bg", 4.5), ("ink2", "surface", 4.5), ("ink2", "board", 4.5), ("ink2", "sunk", 4.5),
        ("accent", "bg", 4.5), ("accent", "surface", 4.5), ("accent-ink", "accent", 4.5),
        ("win", "surface", 4.5), ("warn", "warn-bg", 4.5), ("danger", "surface", 4.5),
        ("line-strong", "bg", 3), ("line-strong", "surface", 3), ("line-strong", "board", 3), ("focus", "bg", 3),
        ("red", "tile", 3), ("yel", "tile", 3), ("grn", "tile", 3), ("blu", "tile", 3),
        ("chip-ink", "red", 4.5), ("chip-ink", "yel", 4.5), ("chip-ink", "grn", 4.5), ("chip-ink", "blu", 4.5),
    ],
)  # fmt: skip
def test_colours_can_be_told_from_their_ground(name: str, front: str, back: str, least: float) -> None:
    colours = theme(name)
    assert contrast(colours[front], colours[back]) >= least


def test_in_the_dark_the_seam_of_a_tile_shows_on_the_board() -> None:
    colours = theme("dark")
    assert contrast(colours["tile-edge"], colours["board"]) >= 3
