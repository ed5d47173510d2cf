"""The style sheet of a picture that stands alone.

Pages take colours from `static/css/tokens.css` through custom properties, and what switches them from
`static/css/board.css`. A picture saved to disk or shown by another program knows neither, so here the same values are
written out for one theme. A test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .geometry import CASING_WIDTH, HALO_WIDTH, INK_WIDTH

#: Colours that do not depend on the theme.
INKS: Mapping[str, str] = MappingProxyType(
    {
        "red": "#ee4338",
        "yel": "#fcd835",
        "grn": "#3acb93",
        "blu": "#3b80f5",
        "mark": "#16181d",
        "halo": "#ffffff",
        "chip-ink": "#10131a",
    }
)
LIGHT: Mapping[str, str] = MappingProxyType(
    {
        **INKS,
        "board": "#d9d6cb",
        "tile": "#16181d",
        "tile-edge": "#3a4150",
        "hatch": "#b9b5a8",
        "line-strong": "#75726a",
        "ink2": "#565a64",
        "danger": "#b3261e",
        "accent": "#1f5fbf",
    }
)
DARK: Mapping[str, str] = MappingProxyType(
    {
        **INKS,
        "board": "#0b0d11",
        "tile": "#1b1e25",
        "tile-edge": "#626b7c",
        "hatch": "#333945",
        "line-strong": "#6d7482",
        "ink2": "#a7adb9",
        "danger": "#ff8a80",
        "accent": "#86b4ff",
    }
)
THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType({"light": LIGHT, "dark": DARK})


def sheet(theme: str = "light", *, marks: bool = True) -> str:
    """The rules for a picture of its own in one theme (an unknown one is light)."""
    colours = THEMES.get(theme, LIGHT)
    rules = [
        "path{fill:none}",
        f".k{{stroke:{colours['tile']};stroke-width:{CASING_WIDTH}}}",
        f".kh{{stroke:{colours['halo']};stroke-width:{HALO_WIDTH}}}",
        *(f".i{letter}{{stroke:{colours[name]};stroke-width:{INK_WIDTH}}}" for letter, name in _INK_NAMES.items()),
        f".m{{stroke:{colours['mark']}}}" if marks else ".m{display:none}",
        ".mG{stroke-width:9.5;stroke-linecap:round;stroke-dasharray:0 10;stroke-dashoffset:-5}",
        ".mY{stroke-width:4}",
        ".mB{stroke-width:14;stroke-dasharray:2.4 7.6;stroke-dashoffset:-3.8}",
        f".s{{fill:{colours['tile-edge']}}}.b{{fill:{colours['tile']}}}",
        f".hp{{stroke:{colours['hatch']};stroke-width:7}}.hs{{fill:url(#Hp)}}",
        f".f{{stroke:{colours['line-strong']};stroke-width:4;stroke-dasharray:13 9}}",
        ".fn{stroke-dasharray:3 11;stroke-linecap:round}",
        f".o{{stroke:{colours['line-strong']};stroke-width:4;fill:none}}",
        *(
            f".d{letter}{{fill:{colours[name]};stroke:{colours['mark']};stroke-width:3}}"
            for letter, name in _INK_NAMES.items()
        ),
        f"text{{font:700 28px {_FONT};text-anchor:middle}}.c{{font-size:32px;fill:{colours['ink2']}}}",
        f".w{{fill:{colours['chip-ink']}}}.e{{font-size:19px}}.q{{stroke:{colours['tile']}}}",
        f".g,.gt{{stroke:{colours['halo']}}}.g{{stroke-width:5}}.gt{{stroke-width:3.5;stroke-dasharray:2 10}}",
        ".dim{opacity:.22}",
        f".x{{stroke:{colours['danger']};stroke-width:9}}.xt{{opacity:.6}}",
        f".p{{stroke:{colours['accent']};stroke-width:5;stroke-dasharray:8 8}}",
        f".bg{{fill:{colours['board']}}}",
    ]
    return "".join(rules)


_INK_NAMES = {"R": "red", "Y": "yel", "G": "grn", "B": "blu"}
_FONT = "system-ui,Roboto,'Noto Sans','Liberation Sans',sans-serif"
