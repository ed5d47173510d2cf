"""What only the organisers of an event could read goes when it is over (decision 0138)."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from players.models import ActionLog
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import (
    AgeEvidence,
    Entry,
    EntryAnswers,
    Event,
    EventState,
    Invitation,
    MatchMessage,
    MatchRoom,
    RoleInvitation,
    TimeOffer,
    WaitingPlace,
)
from tournaments.services.access import lock_event, require_organiser

logger = logging.getLogger(__name__)
#: nobody needs answers for longer than that
LONGEST_KEPT: Final = 3650


def personal_data(event: Event) -> Mapping[str, QuerySet[Any]]:
    """What goes when personal data are hidden, by the words of the log: rows that are deleted."""
    return {
        "answers": EntryAnswers.objects.filter(entry__event=event),
        "messages": MatchMessage.objects.filter(match__event=event),
        "offers": TimeOffer.objects.filter(match__event=event),
        "rooms": MatchRoom.objects.filter(match__event=event),
        "invitations": Invitation.objects.filter(event=event),
        "role_invitations": RoleInvitation.objects.filter(event=event),
    }


def personal_counts(event: Event) -> dict[str, int]:
    """How much there is of each; private links among them."""
    counts = {name: rows.count() for name, rows in personal_data(event).items()}
    return {**counts, "links": Entry.every.filter(event=event, link_hash__isnull=False).count()}


@transaction.atomic
def hide_personal_data(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Answers on entering, messages with their pictures, offers of times, invitations and private links go for ever;
    results, log and the ticks of age stay, without what was written beside the ticks.

    Doing it twice removes what came since. Raises NotPermitted; Conflict `event_not_finished`.
    """
    event = lock_event(event_id, archived_too=True)
    require_organiser(actor, event)
    if event.state != EventState.FINISHED:
        raise Conflict("event_not_finished", _("The event is not finished."))
    counts = personal_counts(event)
    delete_messages(MatchMessage.objects.filter(match__event=event))
    for rows in personal_data(event).values():
        rows.delete()
    Entry.every.filter(event=event).update(link_hash=None, link_made_at=None)
    AgeEvidence.objects.filter(event=event).update(reason="")
    WaitingPlace.objects.filter(event=event).update(reason="")
    forget_answers(ActionLog.objects.filter(scope_type=Event._meta.label_lower, scope_id=event.pk))
    event.hidden_at = now
    event.save(update_fields=["hidden_at"])
    log_action(actor=actor, now=now, action="event.personal_hidden", target=event, scope=event, data=counts)
    return event


@transaction.atomic
def set_keep_days(*, actor: Actor, now: datetime, event_id: int, days: int | None) -> Event:
    """After so many days from the end personal data go by themselves; None: only by hand.

    Raises NotPermitted; InvalidInput `keep_days_range`; Conflict `archived`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    check_keep_days(days)
    if days != event.keep_days:
        event.keep_days = days
        event.save(update_fields=["keep_days"])
        log_action(actor=actor, now=now, action="event.keep_days", target=event, scope=event, data={"days": days})
    return event


def check_keep_days(days: int | None) -> None:
    """Raises InvalidInput `keep_days_range`."""
    if days is not None and not 0 <= days <= LONGEST_KEPT:
        raise InvalidInput(
            "keep_days_range", _("From 0 to %(most)d days are possible.") % {"most": LONGEST_KEPT}, field="days"
        )


def hide_due(*, now: datetime) -> int:
    """Hide the personal data of events whose days are over; how many. The sweep calls this."""
    kept = Event.objects.filter(state=EventState.FINISHED, hidden_at=None, keep_days__isnull=False)
    rows = kept.filter(finished_at__lte=now).order_by("pk").values_list("pk", "finished_at", "keep_days")
    # reckoned here and not by the database: SQLite cannot multiply a number of days
    due = [pk for pk, end, days in rows if end is not None and end + timedelta(days=days or 0) <= now]
    count = 0
    for pk in due:
        try:
            hide_personal_data(actor=SYSTEM, now=now, event_id=pk)
            count += 1
        except Exception:
            logger.exception("The personal data of event %d could not be hidden; the sweep tries again.", pk)
    return count


def forget_answers(log: QuerySet[ActionLog]) -> None:
    """Rows of the log go on saying which answers were changed, no longer what they were."""
    for row in log.filter(action="entry.answers.changed"):
        row.data = {**row.data, "changes": {key: ["", ""] for key in row.data.get("changes", {})}}
        row.save(update_fields=["data"])


def delete_messages(messages: QuerySet[MatchMessage]) -> None:
    """Delete messages, and their pictures once that is certain."""
    pictures = [message.picture for message in messages.exclude(picture="")]
    messages.delete()
    for picture in pictures:
        transaction.on_commit(lambda kept=picture: kept.storage.delete(kept.name))  # type: ignore[misc]
