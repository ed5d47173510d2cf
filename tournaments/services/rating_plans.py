"""What a correction does to ratings, before it is made."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from players.actors import Actor
from ratings.services import ChangePlan, EventResults, plan_change
from tournaments.formats.graph import MatchId
from tournaments.models import Event, EventState
from tournaments.services.corrections import Correction, make_correction
from tournaments.services.rating import event_results


def plan_rating_change(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    correction: Correction,
    digest: str | None,
    reinstate: Collection[MatchId] = (),
) -> ChangePlan | None:
    """Who would move by how much if a correction were made with the digest of its plan; nothing is stored.

    None where ratings do not move yet: the event is not rated or not finished, or the correction opens it again. The
    correction is made and taken back, so that what is told is what would follow; what it does to the ledger is worked
    out after that, when no row is locked any more. Raises as `correct_result`.
    """
    event = Event.objects.get(matches=match_id)
    if not event.rated or event.state != EventState.FINISHED:
        return None
    results: EventResults | None = None
    with transaction.atomic():
        make_correction(
            actor=actor, now=now, match_id=match_id, correction=correction, reason="plan", digest=digest,
            reinstate=reinstate,
        )  # fmt: skip
        event.refresh_from_db()
        if event.state == EventState.FINISHED:
            results = event_results(event)
        transaction.set_rollback(True)
    return None if results is None else plan_change(results)
