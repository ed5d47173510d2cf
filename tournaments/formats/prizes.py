"""Places within a part of the field: juniors or newcomers in an event for everybody (`docs/regulations.md` 7.1)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .graph import EntryId


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """An entry of a prize list: its place there, and in the whole event."""

    entry: EntryId
    place: int
    overall: int


def prize_rows(places: Mapping[EntryId, int], members: Collection[EntryId]) -> tuple[PrizeRow, ...]:
    """The members that have a place in the event, in its order and with places of their own.

    Who shares a place in the event shares it here too; the places after it are left out as they are there.
    """
    found = sorted((places[entry], entry) for entry in set(members) if entry in places)
    return tuple(
        PrizeRow(entry, 1 + sum(other < overall for other, _entry in found), overall) for overall, entry in found
    )
