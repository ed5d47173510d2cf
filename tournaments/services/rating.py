"""Sending the results of events to be rated, and saying beforehand what a correction does to ratings."""

import logging
from datetime import datetime
from functools import partial
from typing import Final, cast

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from players.actors import SYSTEM, Actor, Via
from players.models import ActionLog
from ratings.services import EventResults, provisional_again, require_results_seen, submit_event, withdrawn
from tournaments import tasks
from tournaments.models import Category, Event, EventState
from tournaments.selectors.rated_games import closing_date, rated_pairings, source_of, weight_of
from tournaments.services.access import lock_event

logger = logging.getLogger(__name__)
BATCH: Final = 200


def queue_rating(event: Event) -> None:
    """Have the worker send what changed once the transaction is committed, where there is anything to be rated.

    Only a faster path: the sweep finds all.
    """
    if event.state == EventState.FINISHED or event.rated_version is not None:
        transaction.on_commit(partial(_queue, event.pk))


def _queue(event_id: int) -> None:
    try:
        tasks.rate_event.delay(event_pk=event_id)
    except Exception:  # whatever ails the broker, the sweep compares versions
        logger.warning("The broker did not take a message; the sweep will rate event %d.", event_id, exc_info=True)


def rate_due_events(*, now: datetime, limit: int = BATCH) -> int:
    """Send the results of all events whose version was not sent yet; how many."""
    told = Q(draw_released=True, results_released=True) | Q(rated_version__isnull=False)
    once = Q(told, state=EventState.FINISHED) | Q(state=EventState.RUNNING, rated_version__isnull=False)
    due = Event.objects.filter(once).exclude(rated_version=F("version")).order_by("finished_at", "pk")
    return sum(rate_event(now=now, event_id=pk) for pk in list(due.values_list("pk", flat=True)[:limit]))


@transaction.atomic
def rate_event(*, now: datetime, event_id: int) -> bool:
    """Send the results of a finished event; mark one that is open again, withdraw one that is not rated.

    The submission carries the actor and the reason of the last act in the event's log. True if this version of the
    event had not been sent yet. Raises NotFound `event_not_found`.
    """
    event = lock_event(event_id, archived_too=True)
    if event.rated_version == event.version or not _is_sent(event):
        return False
    actor, reason = _last_act(event)
    # its weight stays as it is until this is sent
    list(Category.objects.select_for_update().filter(pk=event.category_id or 0))
    results = results_to_send(event)
    if results is not None:
        submit_event(actor=actor, now=now, results=results, reason=reason)
    event.rated_version = event.version
    event.save(update_fields=["rated_version"])
    return True


def _is_sent(event: Event) -> bool:
    """Whether ratings is told of this event: once it was finished and its results were released, also when it is open
    again."""
    once = event.rated_version is not None
    return (once and event.state == EventState.RUNNING) or (
        event.state == EventState.FINISHED and (once or event.is_released)
    )


def results_to_send(event: Event) -> EventResults | None:
    """What ratings is told of an event as it stands now; None if there is nothing to tell."""
    if not _is_sent(event):
        return None
    if not event.rated:
        return withdrawn(source_of(event))
    if event.state == EventState.RUNNING:
        return provisional_again(source_of(event))
    return event_results(event)


def event_results(event: Event) -> EventResults:
    """A finished event as ratings takes it, with the weight of its category (`docs/regulations.md` 8.4)."""
    # the way to an event that is not listed is told by its officials alone
    path = reverse("events:detail", args=[event.slug]) if event.listed else ""
    return EventResults(
        source=source_of(event), number=event.pk, name=event.name, path=path,
        closes_on=closing_date(event), pairings=rated_pairings(event),
        weight=weight_of(event),
    )  # fmt: skip


def require_ratings_seen(event: Event, digest: str | None) -> None:
    """A change of an event that moves ratings which were final already is made only with the digest of its plan.

    Raises Conflict `ratings_move`, `ratings_changed`.
    """
    event.refresh_from_db()
    results = results_to_send(event)
    if results is not None:
        require_results_seen(results, digest)


def _last_act(event: Event) -> tuple[Actor, str]:
    acts = ActionLog.objects.filter(scope_type=event._meta.label_lower, scope_id=event.pk)
    last = acts.select_related("user", "player").order_by("-pk").first()
    if last is None:
        return SYSTEM, ""
    return Actor(via=cast("Via", last.via), user=last.user, player=last.player), last.reason
