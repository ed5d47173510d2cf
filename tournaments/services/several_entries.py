"""Acts on entries, one at a time, in an event that is locked (`services.several`)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments.models import Entry, EntryState, Event, ExitKind
from tournaments.services.access import raise_version
from tournaments.services.check_in import check_in
from tournaments.services.exits import leave
from tournaments.services.several_values import Passed, SeveralAct, SeveralLine, SeveralOrder
from tournaments.services.waiting import free_places, promote, takes_from_list


def _entry(event: Event, pk: int) -> Entry:
    entry = Entry.objects.filter(event=event, pk=pk).select_related("player").first()
    if entry is None:
        raise Passed(SeveralLine(pk, str(pk), _("There is no such entry."), code="entry_not_found"))
    entry.event = event
    return entry


def _line(entry: Entry, text: str, code: str = "", state: str = "") -> SeveralLine:
    return SeveralLine(entry.pk, entry.name, text, code, state=state or entry.state)


def _accept(actor: Actor, now: datetime, event: Event, order: SeveralOrder, pk: int) -> SeveralLine:
    entry = _entry(event, pk)
    place = event.waiting_places.filter(entry=entry, ended_at=None).select_related("entry").first()
    if place is None:
        raise Passed(_line(entry, _("This entry is not on the waiting list."), "not_waiting"))
    if not takes_from_list(event):
        raise Passed(_line(entry, _("The draw has been made."), "entries_drawn"))
    if free_places(event) <= 0:
        text = _("All %(capacity)d places are taken.") % {"capacity": event.capacity}
        raise Passed(_line(entry, text, "event_full"))
    promote(actor=actor, now=now, event=event, place=place)
    raise_version(event)
    return _line(entry, _("Has a place now."), state=EntryState.WAITING)


def _leave(act: SeveralAct, actor: Actor, now: datetime, event: Event, order: SeveralOrder, pk: int) -> SeveralLine:
    entry = _entry(event, pk)
    state = entry.state
    if act is SeveralAct.REFUSE and state != EntryState.WAITING:
        raise Passed(_line(entry, _("This entry is not on the waiting list."), "not_waiting"))
    try:
        leave(actor, now, event, entry, ExitKind.WITHDRAWN, order.reason, None)
    except DomainError as error:
        raise Passed(_line(entry, str(error.message), error.code, state)) from error
    text = _("Leaves the waiting list.") if state == EntryState.WAITING else _("Is withdrawn.")
    return _line(entry, text, state=state)


def _check(present: bool, actor: Actor, now: datetime, event: Event, order: SeveralOrder, pk: int) -> SeveralLine:
    entry = _entry(event, pk)
    try:
        changed = check_in(actor=actor, now=now, entry_id=pk, present=present)
    except DomainError as error:
        raise Passed(_line(entry, str(error.message), error.code)) from error
    if not changed:
        text = _("Is there already.") if present else _("Has not checked in.")
        raise Passed(_line(entry, text, "nothing_changes"))
    return _line(entry, _("Is there.") if present else _("Is not there after all."))


ENTRY_ACTS: Final[Mapping[SeveralAct, Callable[[Actor, datetime, Event, SeveralOrder, int], SeveralLine]]] = {
    SeveralAct.ACCEPT: _accept,
    SeveralAct.REFUSE: partial(_leave, SeveralAct.REFUSE),
    SeveralAct.WITHDRAW: partial(_leave, SeveralAct.WITHDRAW),
    SeveralAct.CHECK_IN: partial(_check, True),
    SeveralAct.CHECK_OUT: partial(_check, False),
}
