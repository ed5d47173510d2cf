"""The waiting list of a full event (`docs/decisions/0116-terms-of-entry.md`).

Whoever calls holds the lock of the event, so that no place is given twice.
"""

from datetime import datetime

from django.db.models import Exists, Max, OuterRef

from players.actors import Actor
from players.services import log_action
from tournaments.models import CheckIn, Entry, EntryState, Event, EventState, WaitingEnd, WaitingPlace
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.seeding import is_drawn
from tournaments.services.telling_entries import tell_promoted


def takes_from_list(event: Event) -> bool:
    """Whether free places go to those who wait: until there is a draw. Then they are alternates."""
    return event.state in (EventState.DRAFT, EventState.PUBLISHED) and not is_drawn(event)


def must_wait(event: Event) -> bool:
    """Whether who enters now waits: the event is full, or others wait already, and it has a list."""
    if not takes_from_list(event) or not rules_of(event).waiting_list:
        return False
    return free_places(event) <= 0 or event.waiting_places.filter(ended_at=None).exists()


def free_places(event: Event) -> int:
    """Places that are not taken."""
    return event.capacity - event.entries.filter(state=EntryState.ACCEPTED).count()


def join_waiting_list(*, actor: Actor, now: datetime, event: Event, entry: Entry) -> WaitingPlace:
    """An entry waits, behind all who ever did."""
    last = event.waiting_places.aggregate(last=Max("number"))["last"] or 0
    return WaitingPlace.objects.create(
        event=event, entry=entry, number=last + 1, at=now, user=actor.user, player=actor.player, via=actor.via
    )


def end_waiting(entry: Entry, now: datetime, end: WaitingEnd) -> None:
    """An entry waits no longer; nothing happens to one that does not."""
    WaitingPlace.objects.filter(entry=entry, ended_at=None).update(ended_at=now, end=end)


def promote_waiting(*, actor: Actor, now: datetime, event: Event) -> list[Entry]:
    """Give the free places to those who have waited longest; each is promoted once.

    After the end of a check-in only those who checked in come into question. Nothing happens once there is a draw.
    """
    waiting = event.waiting_places.filter(ended_at=None)
    if not waiting.exists() or not takes_from_list(event):
        return []
    rules = rules_of(event)
    if rules.check_in_closes_at is not None and now >= rules.check_in_closes_at:
        waiting = waiting.filter(Exists(CheckIn.objects.filter(entry=OuterRef("entry"), revoked_at=None)))
    places = waiting.select_related("entry").order_by("number")[: max(0, free_places(event))]
    return [promote(actor=actor, now=now, event=event, place=place) for place in places]


def promote(*, actor: Actor, now: datetime, event: Event, place: WaitingPlace) -> Entry:
    """One who waits takes part now."""
    place.ended_at, place.end = now, WaitingEnd.PROMOTED
    place.save(update_fields=["ended_at", "end"])
    entry = place.entry
    entry.state = EntryState.ACCEPTED
    entry.save(update_fields=["state"])
    log_action(
        actor=actor, now=now, action="entry.promoted", target=entry, scope=event,
        data={"name": entry.name, "number": place.number},
    )  # fmt: skip
    tell_promoted(now, event, place)
    return entry
