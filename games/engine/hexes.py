"""The hexagonal grid.

Hexagons lie with a flat side on top. A space is named by its axial coordinates ``(q, r)``; the six directions are
numbered clockwise from the top, and the direction opposite to ``d`` is ``d + 3``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

#: Steps to the neighbour in direction 0 (N), 1 (NE), 2 (SE), 3 (S), 4 (SW), 5 (NW).
DIRECTIONS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Hex(NamedTuple):
    """One space of the grid. Its text form is ``q,r`` and round-trips."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """The space next to this one in the given direction (0 to 5)."""
        dq, dr = DIRECTIONS[direction % 6]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six neighbours, clockwise from the top."""
        return _neighbours(self)

    def translated(self, dq: int, dr: int) -> Hex:
        """This space moved by a vector."""
        return Hex(self.q + dq, self.r + dr)

    def rotated(self, steps: int) -> Hex:
        """This space turned clockwise about the origin by ``steps`` sixths of a full turn."""
        q, r = self
        for _ in range(steps % 6):
            q, r = -r, q + r
        return Hex(q, r)

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    @classmethod
    def parse(cls, text: str) -> Hex:
        """The space named by ``q,r``. Raises ``ValueError`` for anything else."""
        q, comma, r = text.partition(",")
        if not comma:
            raise ValueError(f"{text!r} is not a place; a place is written q,r such as 2,-1.")
        return cls(int(q), int(r))


ORIGIN = Hex(0, 0)


@lru_cache(maxsize=16_384)
def _neighbours(space: Hex) -> tuple[Hex, ...]:
    q, r = space
    return tuple(Hex(q + dq, r + dr) for dq, dr in DIRECTIONS)
