"""Tournament points of one game, in tenths (`docs/regulations.md` 1)."""

from collections.abc import Sequence

from games.engine.points import FULL_WIN_MARGIN, GAME_TP, winner_tp

from .errors import ScoringError

__all__ = [
    "DOUBLES_LIMIT",
    "FULL_WIN_MARGIN",
    "GAME_TP",
    "SINGLES_LIMIT",
    "after_penalties",
    "full_minutes",
    "game_points",
    "time_penalty",
    "tournament_points",
]


def tournament_points(margin: int) -> tuple[int, int]:
    """TP of winner and loser, in tenths, for a win by that many tiles; a margin of 0 is a draw.

    Regulation 1.1: round(12 + 4/3·√m, 1) for the winner, everything from 36 tiles on. Raises
    `ScoringError("bad_margin")` for a negative margin.
    """
    if margin < 0:
        raise ScoringError("bad_margin", f"A margin cannot be {margin}.", margin=margin)
    winner = winner_tp(margin)
    return winner, GAME_TP - winner


def game_points(tiles: Sequence[int], *, deadlock: bool = False) -> tuple[int, ...]:
    """TP of each side, in tenths and in the given order, from the final tile scores.

    Two sides (players or pairs) share 20 TP. With three or four players each pair of them is
    scored and the sums are taken, so that 60 or 120 TP are shared (regulation 1.2). A deadlocked
    game is a draw between all. Raises `ScoringError` for other numbers of sides and for tile
    scores below 0.
    """
    if not 2 <= len(tiles) <= 4:
        raise ScoringError("bad_sides", f"A game has two to four sides, not {len(tiles)}.", sides=len(tiles))
    if min(tiles) < 0:
        raise ScoringError("bad_tiles", "A tile score cannot be below 0.", tiles=tuple(tiles))
    points = [0] * len(tiles)
    for i, ours in enumerate(tiles):
        for j in range(i + 1, len(tiles)):
            margin = 0 if deadlock else ours - tiles[j]
            winner, loser = tournament_points(abs(margin))
            points[i] += winner if margin >= 0 else loser
            points[j] += loser if margin >= 0 else winner
    return tuple(points)


SINGLES_LIMIT = 15
DOUBLES_LIMIT = 24
"""Minutes on the clock, for a player and for the two clocks of a pair together (regulation 1.3)."""


def full_minutes(seconds: int) -> int:
    """The full minutes in a clock reading. Raises `ScoringError("bad_time")` below 0."""
    if seconds < 0:
        raise ScoringError("bad_time", "A clock cannot show less than 0.", seconds=seconds)
    return seconds // 60


def time_penalty(minutes: int, limit: int = SINGLES_LIMIT) -> int:
    """The TP, in tenths, that move to the opponent if it claims them (regulation 1.3).

    One TP on reaching the limit and one more for each further full minute. Raises
    `ScoringError("bad_time")` for a negative time or a limit below one minute.
    """
    if minutes < 0 or limit < 1:
        raise ScoringError("bad_time", f"{minutes} minutes with limit {limit} cannot be.", minutes=minutes, limit=limit)
    return 0 if minutes < limit else 10 * (minutes - limit + 1)


def after_penalties(tp: tuple[int, int], penalties: tuple[int, int]) -> tuple[int, int]:
    """The TP of a two-sided game once claimed penalties have moved.

    `penalties` are those of left and right, in tenths; an unclaimed one is given as 0
    (regulation 1.4). Both are netted first and the result stays within 0 and the TP of the game.
    Raises `ScoringError("bad_tp")` unless the TP are shared between the two.
    """
    if min(tp) < 0 or sum(tp) != GAME_TP:
        raise ScoringError("bad_tp", "The two sides of a game share 20.0 TP.", tp=tp)
    if min(penalties) < 0:
        raise ScoringError("bad_penalty", "A penalty cannot be below 0.", penalties=penalties)
    left = min(GAME_TP, max(0, tp[0] - penalties[0] + penalties[1]))
    return left, GAME_TP - left
