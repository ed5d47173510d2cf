"""The draw of groups: which seed number plays in which group (`docs/regulations.md` 5.2).

Seeds are taken in *bands* of as many as there are groups, best first; each band is spread over the
groups, one entry to each. The last band may be short, so that groups differ by at most one entry.
Countries are kept apart by exchanging entries of one band, and the first band never moves.

Why that is always enough: no country has more entries than its limit allows in all groups
together. Let C have too many in group a; then it has room in some group b, and at least two more
entries in a than in b. Exchange one of these with the one of its band in b (in a short band it
may just move). If that one's country then has too many in a, exchange another of its entries in
the same way, and so on. Bands and countries along the way form an alternating path between a and
b, which comes to no band twice and ends where a country has room: C has one less in a, and nobody
is worse off. At least two such paths, without a band in common, begin at C, so that one of them
does without the first band.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import SeedingError
from .lot import Lot


@dataclass(frozen=True, slots=True)
class GroupSwap:
    """An exchange within a band to keep a country apart.

    `moved` went from group `from_group` to `to_group` (counted from 0), `with_seed` the other way;
    it is None where the band was short and the place free.
    """

    moved: int
    with_seed: int | None
    from_group: int
    to_group: int
    country: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """More of one country in a group than the limit allows."""

    group: int
    country: str
    seeds: tuple[int, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Grouping:
    """A finished draw of groups, with all that is needed to draw it again and to explain it.

    `groups` are the seed numbers of each group, best first. `lot` is the stored seed of the lot,
    None for a snake.
    """

    groups: tuple[tuple[int, ...], ...]
    lot: int | None
    bands: tuple[tuple[int, ...], ...]
    swaps: tuple[GroupSwap, ...] = ()


def group_count(n: int, size: int) -> int:
    """How many groups `n` entries need if none is to have more than `size`.

    Groups differ by at most one entry and have two at least, even if that makes them larger.
    """
    if size < 2:
        raise SeedingError("bad_group_size", f"A group of {size} cannot play.", size=size)
    return max(1, min(-(-n // size), n // 2))


def draw_groups(
    seeds: Sequence[int],
    groups: int,
    *,
    lot: int | None,
    countries: Mapping[int, str] | None = None,
    never_together: bool = False,
) -> Grouping:
    """The draw of `seeds`, best first, into that many groups.

    With `lot=None` in a snake: the first band from the first group to the last, the second back,
    and so on. With a whole number as `lot` the first seed stands in the first group, the second
    in the last, and all others are drawn within their bands.

    With `countries` (by seed number; unknown ones are left out or empty) no group has more than
    ⌈k / groups⌉ of a country that has k entries: guaranteed. With `never_together`, as for teams,
    it has one at most, unless there is one group only. The same arguments always give the same draw.

    Raises `SeedingError`: "too_few" if there are not two for each group, "entry_twice", and with
    `never_together` "too_many_of_country" for a country with more entries than there are groups.
    """
    _check(seeds, groups)
    known = {seed: country for seed in seeds if (country := (countries or {}).get(seed))}
    limits = country_limits(known, groups, never_together=never_together)
    bands = [tuple(seeds[start : start + groups]) for start in range(0, len(seeds), groups)]
    seats = [dict(zip(_order(index, groups, lot), band, strict=False)) for index, band in enumerate(bands)]
    swaps = _Mending(seats, known, limits, groups, lot).mend()
    return Grouping(
        groups=tuple(tuple(seat[group] for seat in seats if group in seat) for group in range(groups)),
        lot=lot,
        bands=tuple(bands),
        swaps=tuple(swaps),
    )


def country_limits(countries: Mapping[int, str], groups: int, *, never_together: bool = False) -> Mapping[str, int]:
    """The most entries of each country that a group may have. In one group all of them meet whatever is asked for.

    Raises as `draw_groups`.
    """
    entries = Counter(country for country in countries.values() if country)
    if never_together and groups > 1:
        for country, count in sorted(entries.items()):
            if count > groups:
                raise SeedingError(
                    "too_many_of_country", f"{count} of {country} cannot be in {groups} different groups.",
                    country=country, entries=count, groups=groups,
                )  # fmt: skip
    return {country: -(-count // groups) for country, count in entries.items()}


def crowds(
    groups: Sequence[Sequence[int]], countries: Mapping[int, str], *, never_together: bool = False
) -> tuple[Crowd, ...]:
    """Where groups made by hand break the rule that `draw_groups` keeps."""
    inside = {seed: countries.get(seed, "") for group in groups for seed in group}
    apart = never_together and len(groups) > 1
    limits = {country: 1 if apart else -(-k // len(groups)) for country, k in Counter(inside.values()).items()}
    return tuple(
        Crowd(index, country, tuple(seed for seed in group if inside[seed] == country), limits[country])
        for index, group in enumerate(groups)
        for country, count in sorted(Counter(inside[seed] for seed in group).items())
        if country and count > limits[country]
    )


def _check(seeds: Sequence[int], groups: int) -> None:
    if groups < 1 or len(seeds) < 2 * groups:
        raise SeedingError(
            "too_few", f"{len(seeds)} entries are too few for {groups} groups.", entries=len(seeds), groups=groups
        )
    if len(set(seeds)) < len(seeds):
        raise SeedingError("entry_twice", "An entry is listed twice.")


def _order(band: int, groups: int, lot: int | None) -> list[int]:
    """The groups to which the entries of a band go, in their order."""
    straight = list(range(groups))
    if lot is None:
        return straight if band % 2 == 0 else straight[::-1]
    drawn = Lot(lot, f"groups {band + 1}")
    if band > 0:
        return drawn.shuffled(straight)
    fixed = [0, groups - 1] if groups > 1 else [0]
    return [*fixed, *drawn.shuffled(straight[1:-1])]


@dataclass
class _Mending:
    """Exchanges until every country is within its limit; `seats` are by band and group."""

    seats: list[dict[int, int]]
    countries: Mapping[int, str]
    limits: Mapping[str, int]
    groups: int
    lot: int | None

    def mend(self) -> list[GroupSwap]:
        self.counts = [
            Counter(self.countries[s[group]] for s in self.seats if s.get(group) in self.countries)
            for group in range(self.groups)
        ]
        # Where several groups have room, the lot says which is tried first.
        order = list(range(self.groups))
        self.targets = order if self.lot is None else Lot(self.lot, "groups apart").shuffled(order)
        swaps: list[GroupSwap] = []
        for country in sorted(self.limits):
            for group in range(self.groups):
                while self.counts[group][country] > self.limits[country]:
                    swaps += self._mend_one(country, group)
        return swaps

    def _mend_one(self, country: str, a: int) -> list[GroupSwap]:
        """Take one entry of the country out of group `a`, by the shortest chain there is."""
        room = [b for b in self.targets if self.counts[b][country] < self.limits[country]]
        chains = [(len(chain), i, chain) for i, b in enumerate(room) if (chain := self._chain(country, a, b))]
        _, i, chain = min(chains)  # there is one, see above
        return [self._exchange(band, a, room[i], country) for band in chain]

    def _chain(self, country: str, a: int, b: int) -> list[int]:
        """The fewest bands to exchange between `a` and `b`, without the first; empty if none will do."""
        waiting: deque[tuple[str, list[int]]] = deque([(country, [])])
        seen = {country}
        while waiting:
            current, chain = waiting.popleft()
            for band in range(len(self.seats) - 1, 0, -1):  # the lowest seeds move first
                seat = self.seats[band]
                if a not in seat or self.countries.get(seat[a]) != current:
                    continue
                other = self.countries.get(seat[b]) if b in seat else None
                if other == current:
                    continue
                found = [*chain, band]
                if other is None or self.counts[a][other] < max(self.limits[other], self.counts[b][other]):
                    return found
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, found))
        return []

    def _exchange(self, band: int, a: int, b: int, country: str) -> GroupSwap:
        seat = self.seats[band]
        ours, theirs = seat.pop(a), seat.pop(b, None)
        for seed, old, new in ((ours, a, b), (theirs, b, a)):
            if seed is not None:
                seat[new] = seed
                if seed in self.countries:
                    self.counts[old][self.countries[seed]] -= 1
                    self.counts[new][self.countries[seed]] += 1
        return GroupSwap(ours, theirs, a, b, country)
