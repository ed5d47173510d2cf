"""The lot: chance that anybody can draw again from a published whole number.

The procedure uses nothing but SHA-256, so that it gives the same on every machine, in every
process and in every version of Python, and can be checked with any programming language:

1. Numbers come from SHA-256 over the ASCII text "<seed>/<purpose>/<counter>", the counter running
   0, 1, 2 …; the first eight bytes are read as one big-endian number r.
2. A number below n is r mod n, after passing over every r of at least n·⌊2⁶⁴ / n⌋, so that all
   values are equally likely.
3. A list is shuffled from its end: for i from the last index down to 1, the items i and "number
   below i + 1" change places (Fisher and Yates).
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


class Lot:
    """A reproducible stream of chance for one purpose of one draw.

    Different purposes give independent streams, so that a change to one step of a draw does not
    disturb the others.
    """

    def __init__(self, seed: int, purpose: str) -> None:
        self._prefix = f"{seed}/{purpose}/"
        self._counter = 0

    def below(self, n: int) -> int:
        """An equally likely whole number from 0 to n − 1; `n` is at least 1."""
        if n < 1:
            raise ValueError(f"There is no whole number from 0 to {n - 1}.")
        limit = _RANGE - _RANGE % n
        while True:
            digest = sha256(f"{self._prefix}{self._counter}".encode("ascii")).digest()
            self._counter += 1
            drawn = int.from_bytes(digest[:8], "big")
            if drawn < limit:
                return drawn % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order in which every order is equally likely; the input stays as it is."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result
