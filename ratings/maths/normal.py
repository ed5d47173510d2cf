"""The normal distribution: the share of points that goes with a difference of ratings, and back."""

from functools import lru_cache
from math import erfc, sqrt
from statistics import NormalDist

_STANDARD = NormalDist()
_ROOT_2 = sqrt(2.0)


@lru_cache(maxsize=65_536)
def inverse(share: float) -> float:
    """z with Φ(z) = share, for a share above 0 and below 1.

    Shares of TP are fractions with small denominators, so that the same few come again and again.
    """
    return _STANDARD.inv_cdf(share)


def cumulative(z: float) -> float:
    """Φ(z), the share of a standard normal distribution below z."""
    return 0.5 * erfc(-z / _ROOT_2)
