"""Prize lists as their pages show them."""

from dataclasses import dataclass

from tournaments.models import AgeEvidence, Event, PrizeList, PrizeMember
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.prizes import prize_standings


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A member with its places, None for one that has none so far; `member` says who put it in the list."""

    entry: EntryRow
    place: int | None
    overall: int | None
    member: PrizeMember | AgeEvidence


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize list with its members in order; `others` are the entries that may be put in."""

    prize_list: PrizeList
    lines: tuple[PrizeLine, ...]
    others: tuple[EntryRow, ...]


def load_prizes(event: Event) -> tuple[PrizeView, ...]:
    """All prize lists of an event."""
    found = prize_standings(event)
    if not found:
        return ()
    entries = load_entries(event)
    by_name = sorted(entries.values(), key=lambda row: (row.name, row.id))
    return tuple(
        PrizeView(
            standing.prize_list,
            (
                *(
                    PrizeLine(entries[row.entry], row.place, row.overall, standing.members[row.entry])
                    for row in standing.rows
                ),
                *(PrizeLine(entries[pk], None, None, standing.members[pk]) for pk in standing.without_place),
            ),
            tuple(row for row in by_name if row.is_in and row.id not in standing.members),
        )
        for standing in found
    )
