"""Entries as other resources name them."""

from collections.abc import Iterable
from typing import Any

from tournaments.models import Entry


def entry_rows(pks: Iterable[int]) -> dict[int, Entry]:
    """Entries with their players by id; one query."""
    return Entry.objects.select_related("player").in_bulk(set(pks))


def slug_of(entry: Entry) -> str | None:
    """The slug of an entry's player; a team has none."""
    return None if entry.player is None else entry.player.slug


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as `SideEntrySerializer` describes it."""
    return {
        "id": entry.pk, "name": entry.name, "country": entry.country.code or "", "player": slug_of(entry),
        "seed": entry.seed,
    }  # fmt: skip
