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


def last_sent(source: str) -> EventResults | None:
    """The results of an event as they were sent last; None if it was never sent."""
    last = EventSubmission.objects.filter(source=source).order_by("-pk").first()
    return None if last is None else EventResults.from_payload(last.payload)


def provisional_again(source: str) -> EventResults | None:
    """What to send for an event that is open again to be corrected: it counts as it was sent last until it is sent
    anew. None if it was never sent.
    """
    return _in_state(source, RatedState.PROVISIONAL)


def withdrawn(source: str) -> EventResults | None:
    """What to send for an event that is not rated any more; None if it was never sent."""
    return _in_state(source, RatedState.WITHDRAWN)


def _in_state(source: str, state: RatedState) -> EventResults | None:
    last = last_sent(source)
    return None if last is None else replace(last, state=state)
