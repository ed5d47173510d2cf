"""Chance below the cost: which of several equally good pairings is taken, and who stands left.

Both come from SHA-256 by the procedure of `..lot` with the purpose "swiss <round> <a> <b>", where
a < b are seed numbers: the first number below 2⁴⁰ weighs the pair, the next below 2 says whether
b stands left. Among pairings of equal cost the one with the least sum of weights is taken.
"""

from collections.abc import Callable
from hashlib import sha256

TIE_BITS = 40


def ties(lot: int, round_: int) -> Callable[[int, int], int]:
    """The weight of a pair of seed numbers in this round, from 0 to 2⁴⁰ − 1."""
    prefix = f"{lot}/swiss {round_} "

    def tie(a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        # the first eight bytes modulo 2⁴⁰
        return int.from_bytes(sha256(f"{prefix}{a} {b}/0".encode("ascii")).digest()[3:8], "big")

    return tie


def is_turned(lot: int, round_: int, a: int, b: int) -> bool:
    """Whether the higher seed number of a pair stands left."""
    if a > b:
        a, b = b, a
    return sha256(f"{lot}/swiss {round_} {a} {b}/1".encode("ascii")).digest()[7] % 2 == 1
