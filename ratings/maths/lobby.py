"""Lobby ranking of casual games (`docs/regulations.md` 9.1)."""

from math import sqrt

from .errors import RatingError
from .parameters import CURRENT, LobbyParameters


def lobby_change(
    winner: float, loser: float, margin: int, *, robot: str = "", parameters: LobbyParameters = CURRENT.lobby
) -> tuple[float, float]:
    """The rankings after a game won by `margin` tiles, winner first; a margin of 0 is a draw and changes nothing.

    `robot` says which side, "winner" or "loser", is a robot: its opponent's change is halved, and nothing is won
    from a robot that stands 300 or more below. A robot's own ranking stays. Rankings stay within 10 and 1000.
    Raises `RatingError` for a negative margin or a ranking out of bounds.
    """
    for ranking in (winner, loser):
        if not parameters.least <= ranking <= parameters.most:
            raise RatingError("bad_ranking", f"A lobby ranking of {ranking} cannot be.", ranking=ranking)
    if margin < 0:
        raise RatingError("bad_margin", f"A margin cannot be {margin}.", margin=margin)
    base = parameters.k * sqrt(margin)
    gain = base * sqrt(loser / winner) * min(1.0, (parameters.most - winner) / parameters.drag_from)
    loss = base * sqrt(loser / winner) * loser / parameters.most
    if robot == "loser" and winner - loser >= parameters.robot_lead:
        gain = 0.0
    if robot:
        gain, loss = gain * parameters.robot_factor, loss * parameters.robot_factor
    after_winner = winner if robot == "winner" else _within(winner + gain, parameters)
    after_loser = loser if robot == "loser" else _within(loser - loss, parameters)
    return after_winner, after_loser


def _within(ranking: float, parameters: LobbyParameters) -> float:
    return min(parameters.most, max(parameters.least, ranking))
