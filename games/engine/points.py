"""What the points of a game may be, and what their difference is worth in tournaments (`docs/regulations.md` 1.1)."""

from math import sqrt
from typing import Final

GAME_TP: Final = 200
"""The TP two sides share in a game, in tenths."""

MOST_POINTS: Final = 84
"""Each colour is on 42 of the 56 tiles; a loop through all of them would count twice (`docs/rules.md` 33)."""

DRAW_TP: Final = 100
FULL_WIN_MARGIN: Final = 36
"""From this margin on the winner takes everything."""

# No margin lies within 0.003 TP of a rounding boundary, so that the way of rounding is immaterial.
_WINNER_TP = (DRAW_TP, *(round(120 + 40 / 3 * sqrt(margin)) for margin in range(1, FULL_WIN_MARGIN + 1)))


def winner_tp(margin: int) -> int:
    """The winner's TP for a win by that many tiles, at least 0; a margin of 0 is a draw.

    Regulation 1.1: round(12 + 4/3·√m, 1), and everything from 36 tiles on.
    """
    return _WINNER_TP[min(margin, FULL_WIN_MARGIN)]
