"""Keeping entries of one country, or group, apart in the first round (`docs/regulations.md` 4.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .lot import Lot


@dataclass(frozen=True, slots=True)
class Swap:
    """Two seed numbers that changed places to keep apart what `shared` names (a country, a group)."""

    moved: int
    with_seed: int
    shared: str


def shared(mapping: Mapping[int, str], a: int, b: int) -> str | None:
    """What two seed numbers have in common, None if nothing; unknown has nothing in common."""
    ours = mapping.get(a)
    return ours if ours and ours == mapping.get(b) else None


def separate(
    at: dict[int, int | None],
    allowed: Mapping[int, range],
    apart: Sequence[Mapping[int, str]],
    lot: int | None,
) -> tuple[Swap, ...]:
    """Change places in `at` (seed number by place) until no exchange of two lowers the clashes.

    Seeds stay on the places `allowed` for them and whoever has a bye stays where it is. Partners
    are tried in the order of the lot, or nearest first where `lot` is None.

    Why single exchanges suffice for one mapping: every match has an entry from the lower half of
    the places, and those may all change places with one another. If a match of two from country C
    cannot be mended, each other match must hold an entry of C already; then C has more entries
    than there are matches, and no draw can do with fewer meetings of C.
    """
    opposite = {place: len(at) + 1 - place for place in at}
    swaps: list[Swap] = []

    def clash(a: int | None, b: int | None) -> int:
        if a is None or b is None:
            return 0
        weight = 0
        for mapping in apart:
            weight = weight * len(at) + (shared(mapping, a, b) is not None)
        return weight

    def mend(place: int) -> bool:
        ours, theirs = at[place], at[opposite[place]]
        if ours is None or theirs is None:
            return False
        now = clash(ours, theirs)
        for other in _partners(at, ours, place, lot):
            other_seed, other_opponent = at[other], at[opposite[other]]
            if other_seed is None or other_opponent is None:
                continue
            if other not in allowed[ours] or place not in allowed[other_seed]:
                continue
            after = clash(other_seed, theirs) + clash(ours, other_opponent)
            if after < now + clash(other_seed, other_opponent):
                names = [name for mapping in apart if (name := shared(mapping, ours, theirs))]
                at[place], at[other] = other_seed, ours
                swaps.append(Swap(ours, other_seed, names[0]))
                return True
        return False

    # The lower place of a match first: in a strict draw the higher seed keeps its place.
    order = sorted(at, reverse=True)
    while any(clash(at[place], at[opposite[place]]) and mend(place) for place in order):
        pass
    return tuple(swaps)


def _partners(at: Mapping[int, int | None], ours: int, place: int, lot: int | None) -> list[int]:
    candidates = [p for p in sorted(at) if p not in (place, len(at) + 1 - place)]
    if lot is not None:
        return Lot(lot, f"apart {ours}").shuffled(candidates)
    return sorted(candidates, key=lambda p: (abs((at[p] or 0) - ours), p))
