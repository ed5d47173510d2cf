"""Who is there before the draw: players check themselves in, organisers tick, and the missing are taken out."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, NotPermitted
from tournaments.models import PRESENT_STATES, CheckIn, Entry, Event, EventState, ExitKind
from tournaments.selectors.check_in import missing_entries
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.seeding import is_drawn
from tournaments.services.access import (
    is_entrant,
    lock_entry,
    lock_event,
    may_check_in,
    raise_version,
    require_organiser,
)
from tournaments.services.exits import leave
from tournaments.services.team_access import may_lead
from tournaments.services.waiting import promote_waiting


@transaction.atomic
def check_in(*, actor: Actor, now: datetime, entry_id: int, present: bool = True) -> bool:
    """An entry is there, or is not after all. Players and captains say so within the period, organisers and who does
    the check-in until the draw.

    Those who wait may check in too. Doing it twice changes nothing; returns whether anything did. Raises NotPermitted
    `not_your_entry`; Conflict `no_check_in`, `check_in_closed`, `entries_drawn`, `entry_left`.
    """
    event, entry = lock_entry(entry_id)
    official = may_check_in(actor, event)
    if not official and not is_entrant(actor, entry) and not may_lead(actor, event, entry):
        raise NotPermitted("not_your_entry", _("Only the player, an organiser or who does the check-in can say so."))
    rules = rules_of(event)
    if not rules.has_check_in:
        raise Conflict("no_check_in", _("This event has no check-in."))
    if entry.state not in PRESENT_STATES:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name}, {"state": entry.state})
    _require_undrawn(event)
    if not official and not rules.takes_check_in(now):
        raise Conflict("check_in_closed", _("The check-in is not open."))
    known = CheckIn.objects.filter(entry=entry, revoked_at=None)
    if known.exists() == present:
        return False
    if present:
        CheckIn.objects.create(entry=entry, at=now, user=actor.user, player=actor.player, via=actor.via)
    else:
        known.update(revoked_at=now, revoked_by=actor.user)
    log_action(
        actor=actor, now=now, action="entry.checked_in" if present else "entry.check_in_revoked", target=entry,
        scope=event, data={"name": entry.name},
    )  # fmt: skip
    promote_waiting(actor=actor, now=now, event=event)
    raise_version(event)
    return True


@transaction.atomic
def remove_missing(*, actor: Actor, now: datetime, event_id: int, seen: Collection[int]) -> list[Entry]:
    """Take everybody out who did not check in, before the draw; their places go to those who wait and are there.

    `seen` are the entries an organiser was shown. Each can come back as after any withdrawal. Raises NotPermitted;
    Conflict `no_check_in`, `check_in_open` (until its end), `entries_drawn`, `nobody_missing`, and `plan_changed` when
    others are missing by now.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    rules = rules_of(event)
    if rules.check_in_closes_at is None:
        raise Conflict("no_check_in", _("This event has no check-in."))
    if now < rules.check_in_closes_at:
        raise Conflict("check_in_open", _("The check-in has not ended."))
    _require_undrawn(event)
    missing = missing_entries(event)
    if not missing:
        raise Conflict("nobody_missing", _("Everybody has checked in."))
    if {entry.pk for entry in missing} != set(seen):
        raise Conflict(
            "plan_changed",
            _("Others are missing by now. Look again."),
            {"missing": [entry.pk for entry in missing]},
        )
    for entry in missing:
        leave(actor, now, event, entry, ExitKind.WITHDRAWN, _("did not check in"), None)
    return missing


def _require_undrawn(event: Event) -> None:
    if event.state not in (EventState.DRAFT, EventState.PUBLISHED) or is_drawn(event):
        raise Conflict("entries_drawn", _("The draw has been made. Withdraw the entry instead."))
