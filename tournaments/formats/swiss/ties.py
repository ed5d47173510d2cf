"""Chance below the cost: which of several equally good pairings is taken, and who stands left.

Both come from SHA-256 by the procedure of `..lot` with the purpose "swiss <round> <a> <b>", where
a < b are seed numbers: the first number below 2⁴⁰ weighs the pair, the next below 2 says whether
b stands left. Among pairings of equal cost the one with the least sum of weights is taken.
"""

from hashlib import sha256

TIE_BITS = 40


def tie(lot: int, round_: int, a: int, b: int) -> int:
    """The weight of a pair of seed numbers, from 0 to 2⁴⁰ − 1."""
    return _number(lot, round_, a, b, 0) % (1 << TIE_BITS)


def is_turned(lot: int, round_: int, a: int, b: int) -> bool:
    """Whether the higher seed number of a pair stands left."""
    return _number(lot, round_, a, b, 1) % 2 == 1


def _number(lot: int, round_: int, a: int, b: int, counter: int) -> int:
    """What `Lot` draws as its number `counter`: below a power of two it passes over nothing."""
    if a > b:
        a, b = b, a
    return int.from_bytes(sha256(f"{lot}/swiss {round_} {a} {b}/{counter}".encode("ascii")).digest()[:8], "big")
