"""Keeping entries of one country, or group, apart (`docs/regulations.md` 4.3)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
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


def meetings(
    pairs: Sequence[tuple[int | None, int | None]], apart: Sequence[Mapping[int, str]]
) -> tuple[tuple[int, int], ...]:
    """The pairs that have something in common."""
    return tuple((a, b) for a, b in pairs if a is not None and b is not None and any(shared(m, a, b) for m in apart))


def separate(
    at: dict[int, int | None],
    allowed: Mapping[int, Collection[int]],
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


def opposite_halves(
    at: dict[int, int | None],
    allowed: Mapping[int, Collection[int]],
    group: Mapping[int, str],
    upper: Collection[int],
    lot: int | None,
) -> tuple[Swap, ...]:
    """Change places in `at` until no exchange of two lowers the number of pairs of one group in one half.

    `upper` are the places of the upper half. Seeds stay on the places `allowed` for them. A bye stays with
    its seed: where only one of two has a bye, their opponents change places too.
    """
    opposite = {place: len(at) + 1 - place for place in at}
    in_half = Counter((group[seed], place in upper) for place, seed in at.items() if seed is not None and seed in group)
    swaps: list[Swap] = []

    def turn(seed: int | None, was_upper: bool) -> int:
        """Count a seed in the other half; how many pairs of one group become fewer by that."""
        if seed is None or seed not in group:
            return 0
        name = group[seed]
        in_half[name, was_upper] -= 1
        in_half[name, not was_upper] += 1
        return in_half[name, was_upper] - in_half[name, not was_upper] + 1

    def move(place: int) -> bool:
        ours, is_upper = at[place], place in upper
        if (
            ours is None
            or ours not in group
            or in_half[group[ours], is_upper] <= in_half[group[ours], not is_upper] + 1
        ):
            return False
        for other in _partners(at, ours, place, lot, "halves"):
            if at[other] is None or (other in upper) == is_upper:
                continue
            exchanged = [(place, other)]
            if (at[opposite[place]] is None) != (at[opposite[other]] is None):
                exchanged.append((opposite[place], opposite[other]))
            if not all(_may_stand(at[a], b, allowed) and _may_stand(at[b], a, allowed) for a, b in exchanged):
                continue
            moved = [(at[a], is_upper) for a, _ in exchanged] + [(at[b], not is_upper) for _, b in exchanged]
            if sum(turn(seed, was_upper) for seed, was_upper in moved) > 0:
                swaps.append(Swap(ours, at[other] or 0, group[ours]))
                for a, b in exchanged:
                    at[a], at[b] = at[b], at[a]
                return True
            for seed, was_upper in moved:
                turn(seed, not was_upper)
        return False

    order = sorted(at, reverse=True)
    while any(move(place) for place in order):
        pass
    return tuple(swaps)


def in_one_half(at: Mapping[int, int | None], group: Mapping[int, str], upper: Collection[int]) -> int:
    """How many pairs of one group stand in one half beyond those no draw can avoid."""
    in_half = Counter((group[seed], place in upper) for place, seed in at.items() if seed is not None and seed in group)
    avoidable = 0
    for name in set(group.values()):
        a, b = in_half[name, True], in_half[name, False]
        small, large = (a + b) // 2, (a + b + 1) // 2
        avoidable += (a * (a - 1) + b * (b - 1) - small * (small - 1) - large * (large - 1)) // 2
    return avoidable


def _may_stand(seed: int | None, place: int, allowed: Mapping[int, Collection[int]]) -> bool:
    return seed is None or place in allowed[seed]


def _partners(
    at: Mapping[int, int | None], ours: int, place: int, lot: int | None, purpose: str = "apart"
) -> list[int]:
    candidates = [p for p in sorted(at) if p not in (place, len(at) + 1 - place)]
    if lot is not None:
        return Lot(lot, f"{purpose} {ours}").shuffled(candidates)
    return sorted(candidates, key=lambda p: (abs((at[p] or 0) - ours), p))
