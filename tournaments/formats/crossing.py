"""The draw of a knockout fed by groups: winners against runners-up of other groups.

It needs no results: the lines hold the seed numbers of `progression.SeedOrder.GROUP` (all winners in
the order of their groups, then all runners-up …), so that the draw can be shown before a group has
ended, with "winner of group A" for a name.
"""

from collections.abc import Sequence

from .errors import SeedingError
from .lot import Lot
from .seeding import bracket_size, places


def cross_lines(groups: int, first: int, *, extra: int = 0, lot: int | None = None) -> tuple[int | None, ...]:
    """Seed numbers by line, None for a bye, where the first `first` of each of the groups go on.

    Winners have the top places, byes included; then come all second ones, all third ones, and so
    on, which are given places of their rank such that entries of one group meet as late as can be:
    two of a group stand in opposite halves, three or four in different quarters. Of two
    neighbouring groups A and B the winners meet each other's second wherever the places allow it:
    A1 v B2 and B1 v A2. With a `lot` chance decides instead, within the same bounds. `extra` more
    seeds, the best of all others, have the places after them.

    The same arguments always give the same lines. Raises `SeedingError("too_few")` for fewer than
    two entries.
    """
    n = groups * first + extra
    if groups < 1 or first < 1:
        raise SeedingError("too_few", f"The first {first} of {groups} groups are no field.", groups=groups, first=first)
    size = bracket_size(n)
    order = places(size)
    line_of = {place: line for line, place in enumerate(order)}
    group_at: dict[int, int] = {}  # by place
    seed_at = {place: place for place in range(groups * first + 1, n + 1)}
    for rank in range(first):
        free = range(rank * groups + 1, (rank + 1) * groups + 1)
        for group, place in enumerate(_assigned(groups, rank, free, group_at, line_of, lot)):
            group_at[place] = group
            seed_at[place] = rank * groups + group + 1
    return tuple(seed_at.get(place) for place in order)


def _assigned(
    groups: int, rank: int, free: range, group_at: dict[int, int], line_of: dict[int, int], lot: int | None
) -> list[int]:
    """The place of each group's entry of that rank: no two of a group meet earlier than they must."""
    wishes = [_wishes(group, groups, rank, free, group_at, len(line_of), lot) for group in range(groups)]
    meeting = {
        (group, place): min(
            (
                (line_of[place] ^ line_of[other]).bit_length()
                for other, holder in group_at.items()
                if holder == group
            ),
            default=len(line_of),
        )
        for group in range(groups)
        for place in free
    }  # fmt: skip
    for earliest in sorted(set(meeting.values()), reverse=True):
        allowed = [[place for place in wishes[g] if meeting[g, place] >= earliest] for g in range(groups)]
        matched = _matching(allowed)
        if matched is not None:
            return matched
    raise AssertionError("without a bound every order is possible")


def _wishes(
    group: int, groups: int, rank: int, free: range, group_at: dict[int, int], size: int, lot: int | None
) -> list[int]:
    """The free places as a group likes them: against its neighbour's winner, then the next groups'."""
    if lot is not None:
        return Lot(lot, f"crossing {rank + 1} {group + 1}").shuffled(free)
    if rank == 0:
        return [free[group], *free]
    neighbour = group ^ 1

    def liking(place: int) -> tuple[bool, bool, int]:
        holder = group_at.get(size + 1 - place)
        return (holder is None, holder != neighbour, groups if holder is None else (holder - group) % groups)

    return sorted(free, key=liking)


def _matching(wishes: Sequence[Sequence[int]]) -> list[int] | None:
    """A place for everybody, earlier wishes and earlier groups first; None if there is none."""
    holder: dict[int, int] = {}

    def place_for(group: int, tried: set[int]) -> bool:
        for place in wishes[group]:
            if place not in tried:
                tried.add(place)
                if place not in holder or place_for(holder[place], tried):
                    holder[place] = group
                    return True
        return False

    for group in range(len(wishes)):
        if not place_for(group, set()):
            return None
    place_of = {group: place for place, group in holder.items()}
    return [place_of[group] for group in range(len(wishes))]
