"""The archive: a finished event that changes no more, and whose addresses keep working (decision 0138)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import Event, EventState
from tournaments.services.access import lock_event, raise_version, require_organiser, require_owner


@transaction.atomic
def archive_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Put a finished event into the archive. Everything in it is refused from now on, with `archived`.

    Raises NotPermitted; Conflict `event_not_finished`, `archived`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if event.state != EventState.FINISHED:
        raise Conflict("event_not_finished", _("The event is not finished."))
    event.archived_at = now
    event.save(update_fields=["archived_at"])
    log_action(actor=actor, now=now, action="event.archived", target=event, scope=event)
    raise_version(event)
    return event


@transaction.atomic
def take_out_of_archive(*, actor: Actor, now: datetime, event_id: int, reason: str) -> Event:
    """The owner takes an event out of the archive; it is finished as before.

    Raises NotPermitted `not_owner`; InvalidInput `reason_needed`; Conflict `not_archived`.
    """
    event = lock_event(event_id, archived_too=True)
    require_owner(actor, event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if event.archived_at is None:
        raise Conflict("not_archived", _("The event is not in the archive."))
    event.archived_at = None
    event.save(update_fields=["archived_at"])
    log_action(actor=actor, now=now, action="event.unarchived", target=event, scope=event, reason=reason)
    raise_version(event)
    return event
