"""Master and doubles rankings: game by game, by the share of TP (`docs/regulations.md` 9.2)."""

from collections.abc import Sequence
from math import sqrt

from .elo import GAME_TP, Standing
from .errors import RatingError
from .normal import cumulative
from .parameters import CURRENT, MarginParameters


def margin_change(
    left: Standing, right: Standing, tp: tuple[int, int], parameters: MarginParameters = CURRENT.margin
) -> tuple[Standing, Standing]:
    """Both standings after one game with these TP, in tenths. Raises `RatingError("bad_tp")`."""
    change = _expected_change(left.rating, right.rating, tp, parameters)
    return _moved(left, change, parameters), _moved(right, -change, parameters)


def pair_change(
    left: Sequence[Standing],
    right: Sequence[Standing],
    tp: tuple[int, int],
    parameters: MarginParameters = CURRENT.margin,
) -> tuple[tuple[Standing, ...], tuple[Standing, ...]]:
    """As `margin_change` for two pairs: a pair is rated at the mean of its members, who all move."""
    change = _expected_change(_mean(left), _mean(right), tp, parameters)
    return (
        tuple(_moved(standing, change, parameters) for standing in left),
        tuple(_moved(standing, -change, parameters) for standing in right),
    )


def newcomer(parameters: MarginParameters = CURRENT.margin) -> Standing:
    """Where everybody starts."""
    return Standing(parameters.start, 0)


def _expected_change(left: float, right: float, tp: tuple[int, int], parameters: MarginParameters) -> float:
    if min(tp) < 0 or sum(tp) != GAME_TP:
        raise RatingError("bad_tp", "The two sides of a game share 20.0 TP.", tp=tp)
    return tp[0] / GAME_TP - cumulative((left - right) / (parameters.deviation * sqrt(2)))


def _moved(standing: Standing, change: float, parameters: MarginParameters) -> Standing:
    k = parameters.k_new if standing.games < parameters.new_games else parameters.k
    return Standing(standing.rating + k * change, standing.games + 1)


def _mean(pair: Sequence[Standing]) -> float:
    return sum(standing.rating for standing in pair) / len(pair)
