"""What ratings let one expect of a match (`docs/regulations.md` 8.2, 8.9)."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from math import floor

from .errors import RatingError
from .normal import cumulative, inverse
from .parameters import CURRENT, PUBLISHED_DIFFERENCE_DEVIATION, EloParameters

GAME_TP = 20.0


def expected_share(difference: float, parameters: EloParameters = CURRENT.elo) -> float:
    """The share of TP, 0 to 1, of a player whose rating is higher by `difference` than the opponent's."""
    return cumulative(difference / parameters.difference_deviation)


def table_difference(percent: int) -> int:
    """The difference of ratings that goes with a whole percentage in the published table, 1 to 99.

    Raises `RatingError("bad_percent")`.
    """
    if not 1 <= percent <= 99:
        raise RatingError("bad_percent", f"The table has no row for {percent} percent.", percent=percent)
    exact = PUBLISHED_DIFFERENCE_DEVIATION * inverse(percent / 100)
    # the printed table rounds halves away from nought
    return floor(abs(exact) + 0.5) * (1 if exact >= 0 else -1)


@cache
def _rows() -> tuple[int, ...]:
    return tuple(table_difference(percent) for percent in range(1, 100))


def table_percent(difference: float) -> int:
    """The percentage of the row at or below a difference: how printed predictions were made.

    It is symmetric: the weaker player has what the stronger leaves.
    """
    if difference < 0:
        return 100 - table_percent(-difference)
    return min(99, max(1, bisect_right(_rows(), difference)))


def expected_points(difference: float, games: int, *, by_table: bool = False) -> tuple[float, float]:
    """The TP two players may expect of a match of `games` games, the one with the `difference` first."""
    share = table_percent(difference) / 100 if by_table else expected_share(difference)
    total = GAME_TP * games
    return total * share, total * (1.0 - share)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is to be expected of a match of `games` games, where the left rating is higher by `difference`."""

    difference: float
    games: int

    @property
    def deviations(self) -> float:
        """The difference in standard deviations of the difference of two players."""
        return self.difference / CURRENT.elo.difference_deviation

    @property
    def share(self) -> float:
        """The left player's share of the TP."""
        return expected_share(self.difference)

    @property
    def points(self) -> tuple[float, float]:
        return expected_points(self.difference, self.games)

    @property
    def percent(self) -> int:
        """The left player's row of the whole-percent table."""
        return table_percent(self.difference)

    @property
    def points_by_table(self) -> tuple[float, float]:
        return expected_points(self.difference, self.games, by_table=True)

    @property
    def total(self) -> float:
        """All TP of the match."""
        return GAME_TP * self.games
