"""Drawing tiles and boards as SVG. Pure: values in, text out; no framework, no clock, no chance.

`geometry` says where everything lies, `view` what a board shows, `svg` writes it, `replay` and `position` make views
from games of the engine.
"""

from .replay import position_view, replay_view
from .svg import board_svg, defs_svg, standalone_board_svg, standalone_tile_svg, tile_svg
from .view import BoardView, FaultMark, ForcedMark, LaidTile, LineMark, SideMark, Span, Target

__all__ = [
    "BoardView",
    "FaultMark",
    "ForcedMark",
    "LaidTile",
    "LineMark",
    "SideMark",
    "Span",
    "Target",
    "board_svg",
    "defs_svg",
    "position_view",
    "replay_view",
    "standalone_board_svg",
    "standalone_tile_svg",
    "tile_svg",
]
