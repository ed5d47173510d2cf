"""Telling entrants what became of their entry. Each is called inside the transaction of the act."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from players.actors import Actor
from players.services import Told, notify, notify_many
from tournaments.models import Entry, EntryState, Event, EventState, WaitingPlace
from tournaments.services.addressees import account_of, accounts_by_entry, accounts_of_entries


def event_data(event: Event, **more: Any) -> dict[str, Any]:
    """What every notice of an event needs for its words."""
    path = reverse("events:detail", args=[event.slug])
    return {"event": event.name, "zone": event.time_zone, "path": path, **more}


def tell_entered(actor: Actor, now: datetime, event: Event, entry: Entry) -> None:
    """Who was entered by somebody else learns it once the event is public."""
    if not event.is_public:
        return
    kind = "entry.waits" if entry.state == EntryState.WAITING else "entry.added"
    tell_entry(actor, now, event, entry, kind, key=f"{entry.pk}:{entry.exits.count()}")


def tell_all_entered(now: datetime, event: Event) -> None:
    """The event has become public: everybody entered in the draft learns it. A fixed number of queries."""
    rows = list(event.entries.filter(state__in=(EntryState.ACCEPTED, EntryState.WAITING)))
    accounts = accounts_by_entry([row.pk for row in rows])
    for kind, state in (("entry.added", EntryState.ACCEPTED), ("entry.waits", EntryState.WAITING)):
        told = [
            Told(pk, f"{row.pk}:0", event_data(event, name=str(row.name)))
            for row in rows
            if row.state == state
            for pk in accounts.get(row.pk, ())
        ]
        notify_many(now=now, kind=kind, told=told)


def tell_entry(
    actor: Actor, now: datetime, event: Event, entry: Entry, kind: str, *, key: str, reason: str = ""
) -> None:
    """The players of an entry, and who leads a team, learn what somebody else did with it."""
    accounts = accounts_of_entries([entry]) - account_of(actor)
    if accounts and event.is_public:
        notify(now=now, kind=kind, key=key, users=accounts, data=event_data(event, name=str(entry.name), reason=reason))


def tell_promoted(now: datetime, event: Event, place: WaitingPlace) -> None:
    """Whose waiting is over takes part: exactly once for each stay on the list, whoever caused it.

    In a draft nobody is told: who is in it when it becomes public learns it then, see `tell_all_entered`.
    """
    accounts = accounts_of_entries([place.entry])
    if accounts and event.is_public:
        data = event_data(event, name=str(place.entry.name))
        notify(now=now, kind="entry.promoted", key=str(place.pk), users=accounts, data=data)


def tell_places(now: datetime, event: Event) -> None:
    """The event is over: everybody learns the place they came to, and again only if it became another."""
    if event.state != EventState.FINISHED or not event.is_released:
        return
    rows = list(event.entries.filter(place__isnull=False))
    accounts = accounts_by_entry([row.pk for row in rows])
    count = len(rows)
    told = [
        Told(pk, f"{row.pk}:{row.place}", _place_data(event, row, count))
        for row in rows
        for pk in accounts.get(row.pk, ())
    ]
    if told:
        notify_many(now=now, kind="event.placed", told=told)


def _place_data(event: Event, entry: Entry, count: int) -> dict[str, Any]:
    return event_data(event, name=str(entry.name), place=entry.place, count=count)
