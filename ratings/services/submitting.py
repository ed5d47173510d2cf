"""Sending the results of an event: stored at once, applied soon after by the worker."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from players.actors import Actor
from ratings.models import EventSubmission, RatedState
from ratings.services.queueing import queue_apply
from ratings.services.results import EventResults


@transaction.atomic
def submit_event(*, actor: Actor, now: datetime, results: EventResults, reason: str = "") -> EventSubmission:
    """Send the results of an event, for the first time, corrected, or withdrawn (by their state).

    Sending again what was sent last changes nothing. Who sends for one source makes sure that later facts are sent
    later. Raises InvalidInput as `EventResults.check`.
    """
    last = EventSubmission.objects.filter(source=results.source).order_by("-pk").first()
    if last is None or last.digest != results.digest:
        results.check()
        last = EventSubmission.objects.create(
            at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, source=results.source,
            digest=results.digest, payload=results.as_payload(),
        )  # fmt: skip
    if last.batch_id is None:
        queue_apply()
    return last


@transaction.atomic
def mark_provisional(*, actor: Actor, now: datetime, source: str, reason: str = "") -> None:
    """An event is open again to be corrected: it counts as it was sent last until it is sent anew."""
    _send_again(actor, now, source, RatedState.PROVISIONAL, reason)


@transaction.atomic
def withdraw_event(*, actor: Actor, now: datetime, source: str, reason: str = "") -> None:
    """An event is not rated any more. Nothing happens for one that was never sent."""
    _send_again(actor, now, source, RatedState.WITHDRAWN, reason)


def _send_again(actor: Actor, now: datetime, source: str, state: RatedState, reason: str) -> None:
    last = EventSubmission.objects.filter(source=source).order_by("-pk").first()
    if last is not None:
        results = replace(EventResults.from_payload(last.payload), state=state)
        submit_event(actor=actor, now=now, results=results, reason=reason)
