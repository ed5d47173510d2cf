"""The final ranking of an event: every entry with its place, also shared ones."""

from collections import Counter
from dataclasses import dataclass

from tournaments.models import EntryState, Event
from tournaments.selectors.pages.loading import EntryRow, load_entries

MEDALS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class RankingRow:
    """An entry and its place; None for one that has none, as who left before it played."""

    entry: EntryRow
    place: int | None
    is_shared: bool

    @property
    def medal(self) -> int | None:
        """1 to 3 for gold, silver and bronze."""
        return self.place if self.place in MEDALS and self.entry.is_in else None

    @property
    def has_left(self) -> bool:
        return self.entry.state in (EntryState.WITHDRAWN, EntryState.DISQUALIFIED)


def load_ranking(event: Event) -> tuple[RankingRow, ...]:
    """By place, those without one last; one query."""
    rows = [row for row in load_entries(event).values() if row.state != EntryState.WAITING]
    shared = Counter(row.place for row in rows)
    order = sorted(rows, key=lambda row: (row.place is None, row.place or 0, not row.is_in, row.name, row.id))
    return tuple(RankingRow(row, row.place, row.place is not None and shared[row.place] > 1) for row in order)


def load_medallists(event: Event) -> tuple[RankingRow, ...]:
    """Who came first, second and third; whoever shares a place stands there too."""
    return tuple(row for row in load_ranking(event) if row.medal is not None)
