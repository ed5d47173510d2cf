"""Who has checked in."""

from django.db.models import Exists, OuterRef

from tournaments.models import CheckIn, Entry, EntryState, Event


def checked_in(event: Event) -> frozenset[int]:
    """The ids of the entries that are there; one query."""
    rows = CheckIn.objects.filter(entry__event=event, revoked_at=None)
    return frozenset(rows.values_list("entry_id", flat=True))


def missing_entries(event: Event) -> list[Entry]:
    """The accepted entries that have not checked in, in the order they were entered; one query."""
    there = CheckIn.objects.filter(entry=OuterRef("pk"), revoked_at=None)
    return list(Entry.objects.filter(~Exists(there), event=event, state=EntryState.ACCEPTED).order_by("pk"))
