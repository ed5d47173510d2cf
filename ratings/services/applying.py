"""Applying what was sent: from the first step that it touches to the end of the sequence."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from ratings.models import EventSubmission, RatedEvent, RatingBatch, RatingClock
from ratings.selectors.standings import standings_before
from ratings.selectors.steps import position_of, steps_from
from ratings.services.finality import moves_final_ratings
from ratings.services.planning import basis, first_touched
from ratings.services.replay import replay
from ratings.services.results import EventResults, latest, waiting_submissions
from ratings.services.submitting import submit_event
from ratings.services.writing import lock_clock, start_batch, store_results, write_cache, write_outcomes
from tantrix_site.errors import Conflict


@transaction.atomic
def apply_waiting(*, now: datetime) -> RatingBatch | None:
    """Apply all submissions that wait, in one batch; None where there is nothing to do.

    However many processes call it, one works at a time; the next finds what came in meanwhile.
    """
    if first_touched(latest(waiting_submissions()).values()) is None:
        return None
    return apply_locked(lock_clock(), actor=SYSTEM, now=now)


def apply_change(*, actor: Actor, now: datetime, results: EventResults, reason: str, digest: str) -> RatingBatch | None:
    """Send the results of an event and apply them at once, with the digest of the plan that was seen.

    Raises InvalidInput as `EventResults.check`; Conflict `plan_changed` with the digest of the plan as it is now.
    """
    return apply_changes(actor=actor, now=now, results=[results], reason=reason, digest=digest)


@transaction.atomic
def apply_changes(
    *, actor: Actor, now: datetime, results: Sequence[EventResults], reason: str, digest: str
) -> RatingBatch | None:
    """As `apply_change`, for several events at once."""
    for found in results:
        found.check()
    clock = lock_clock()
    require_seen(basis(results), digest)
    for found in results:
        submit_event(actor=actor, now=now, results=found, reason=reason)
    return apply_locked(clock, actor=actor, now=now, reason=reason)


@transaction.atomic
def recompute_ratings(*, actor: Actor, now: datetime, reason: str) -> RatingBatch | None:
    """Work everything out again from the first event and write what differs; None if nothing does."""
    return apply_locked(lock_clock(), actor=actor, now=now, reason=reason, thorough=True)


@transaction.atomic
def require_results_seen(results: EventResults, digest: str | None) -> None:
    """For who sends these results soon: the plan that was seen is the one they come to, until the transaction ends.

    Nothing is asked for where they move no rating that was final already (`moves_final_ratings`). Raises Conflict
    `ratings_move` without a digest, `ratings_changed` with that of another plan.
    """
    if not moves_final_ratings(results):
        return
    lock_clock()
    if digest is None:
        message = _("This moves ratings. Look at who moves by how much, then send the digest of that plan back.")
        raise Conflict("ratings_move", message)
    if digest != basis([results]).digest:
        message = _("Ratings have changed meanwhile, and who moves by how much is no longer what you saw.")
        raise Conflict("ratings_changed", message)


class Seen(Protocol):
    """A plan, or what it rests upon, that somebody has looked at before it is applied."""

    @property
    def digest(self) -> str: ...


def require_seen(plan: Seen, digest: str) -> None:
    """Raises Conflict `plan_changed` unless the plan is the one that was seen."""
    if plan.digest != digest:
        raise Conflict(
            "plan_changed",
            _("Meanwhile something else happened, and the consequences are no longer those you saw."),
            {"digest": plan.digest},
        )


def apply_locked(
    clock: RatingClock, *, actor: Actor, now: datetime, reason: str = "", thorough: bool = False
) -> RatingBatch | None:
    """Apply what waits, for who holds the clock."""
    submissions = waiting_submissions()
    results = latest(submissions)
    first = first_touched(results.values())
    oldest = RatedEvent.objects.order_by("closes_on", "number").first() if thorough else None
    if oldest is not None:
        first = min(first or position_of(oldest), position_of(oldest))
    if first is None:
        return None
    batch = start_batch(clock, actor=actor, now=now, reason=reason, first_on=first.on)
    fresh = {store_results(found).pk for found in results.values()}
    held = standings_before(first)
    written = write_outcomes(replay(steps_from(first), held, fresh=fresh, thorough=thorough), batch)
    written += write_cache(held)
    if not written and not submissions:
        # a version of the ledger says that something is different
        batch.delete()
        clock.version -= 1
        clock.save(update_fields=["version"])
        return None
    EventSubmission.objects.filter(pk__in=[sent.pk for sent in submissions]).update(batch=batch)
    return batch
