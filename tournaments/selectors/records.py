"""Records of a series: who has won most often, which countries, the largest edition. Pure: rows in, rows out.

Names are names: two spellings are two people, and a name is nobody's profile unless an import said so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.selectors.editions import MEDALS, EditionRow, Medallist


@dataclass(frozen=True, slots=True)
class Tally:
    """Medals of a person or a country. `last` is the latest year of a medal, where it is known."""

    medallist: Medallist
    counts: tuple[int, int, int]
    last: int | None

    @property
    def titles(self) -> int:
        return self.counts[0]

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Records:
    """What the known editions tell; `over` counts those that are over. Those who are level share a record."""

    most_titles: tuple[Tally, ...]
    most_medals: tuple[Tally, ...]
    people: tuple[Tally, ...]
    countries: tuple[Tally, ...]
    largest: EditionRow | None
    holder: EditionRow | None
    champions_known: int
    over: int


def records_of(rows: Sequence[EditionRow]) -> Records:
    """The records of editions given the latest first. A record of one title or one medal is none."""
    people = _tallies(rows, lambda medal: medal.key)
    sized = [row for row in rows if row.entrants is not None and row.is_over]
    return Records(
        most_titles=_most(people, lambda tally: tally.titles),
        most_medals=_most(people, lambda tally: tally.total),
        people=people,
        countries=_tallies(rows, lambda medal: medal.country),
        largest=max(sized, key=lambda row: row.entrants or 0, default=None),
        holder=next((row for row in rows if row.champions and row.edition.year is not None), None),
        champions_known=sum(bool(row.champions) for row in rows),
        over=sum(row.is_over for row in rows),
    )


def _tallies(rows: Iterable[EditionRow], key: Callable[[Medallist], str]) -> tuple[Tally, ...]:
    """By gold, silver and bronze; the name is the one of the latest medal."""
    found: dict[str, Tally] = {}
    for row in rows:
        for medal in row.medals:
            if not key(medal):
                continue
            before = found.get(key(medal)) or Tally(medal, (0, 0, 0), row.edition.year)
            gold, silver, bronze = (
                count + (medal.place == place) for count, place in zip(before.counts, MEDALS, strict=True)
            )
            found[key(medal)] = Tally(before.medallist, (gold, silver, bronze), before.last)
    return tuple(sorted(found.values(), key=lambda tally: (*(-count for count in tally.counts), tally.medallist.name)))


def _most(tallies: Iterable[Tally], count: Callable[[Tally], int]) -> tuple[Tally, ...]:
    listed = list(tallies)
    most = max(map(count, listed), default=0)
    return tuple(tally for tally in listed if count(tally) == most) if most > 1 else ()
