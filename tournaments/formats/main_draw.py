"""How entrants come into a main draw that has fewer places (`docs/regulations.md` 4.4)."""

from dataclasses import dataclass
from enum import StrEnum

from .errors import SeedingError

LARGEST_PRELIMINARY = 16
"""So many entrants too many still play one preliminary round."""


class Qualifying(StrEnum):
    """What comes before the main draw."""

    NONE = "none"
    PRELIMINARY = "preliminary"
    GROUPS = "groups"


@dataclass(frozen=True, slots=True)
class MainDraw:
    """The way into a main draw of `places`, for `entrants` of whom the first `exempt` never qualify.

    PRELIMINARY: the lowest seeds play `matches` preliminary matches, the others are in the main
    draw. GROUPS: all but the exempt play in groups of the sizes `groups`, the larger ones first;
    the first `each` of every group qualify, and `best` more by percentage among all others.
    """

    kind: Qualifying
    entrants: int
    places: int
    exempt: int
    matches: int = 0
    groups: tuple[int, ...] = ()
    each: int = 0
    best: int = 0

    @property
    def direct(self) -> int:
        """Entrants in the main draw from the start."""
        if self.kind is Qualifying.GROUPS:
            return self.exempt
        return self.entrants - 2 * self.matches

    @property
    def qualifying(self) -> int:
        """Entrants who play for the other places."""
        return self.entrants - self.direct


def main_draw(entrants: int, *, places: int = 128, exempt: int = 32) -> MainDraw:
    """What regulation 4.4 asks for with that many entrants. Raises `SeedingError("bad_main_draw")`.

    World championship of 2006: 200 entrants give 42 groups of four, two of each qualify and 12
    by percentage.
    """
    if entrants < 2 or places < 2 or not 0 <= exempt < places:
        raise SeedingError(
            "bad_main_draw", "A main draw has two places or more, and fewer exempt seeds than places.",
            entrants=entrants, places=places, exempt=exempt,
        )  # fmt: skip
    surplus = entrants - places
    if surplus <= 0:
        return MainDraw(Qualifying.NONE, entrants, places, exempt)
    # Small draws: nobody can play two preliminary matches, and an exempt seed plays none.
    if surplus <= LARGEST_PRELIMINARY and surplus <= places - exempt:
        return MainDraw(Qualifying.PRELIMINARY, entrants, places, exempt, matches=surplus)
    others = entrants - exempt
    count = max(1, others // 4)
    larger = others % 4
    each = (places - exempt) // count
    return MainDraw(
        Qualifying.GROUPS, entrants, places, exempt,
        groups=_sizes(others, count, larger), each=each, best=places - exempt - each * count,
    )  # fmt: skip


def _sizes(others: int, count: int, larger: int) -> tuple[int, ...]:
    if count < larger:  # too few for groups of four and five only
        size, rest = divmod(others, count)
        return (size + 1,) * rest + (size,) * (count - rest)
    return (5,) * larger + (4,) * (count - larger)
