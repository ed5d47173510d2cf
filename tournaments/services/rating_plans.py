"""What an act on an event does to ratings, before it is done.

Each act is done and taken back, so that what is told is what would follow; what it does to the ledger is worked out
after that, when no row is locked any more.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from players.actors import Actor
from ratings.services import ChangePlan, EventResults, moves_final_ratings, plan_change
from tournaments.formats.graph import MatchId
from tournaments.models import Event, EventState
from tournaments.services.corrections import Correction, make_correction
from tournaments.services.event_details import RATING_SETTINGS, EventDetails
from tournaments.services.events import close_event, store_details
from tournaments.services.rating import event_results, results_to_send


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

    None where ratings do not move yet: the event is not rated or not finished, or the correction opens it again. Raises
    as `correct_result`.
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


def plan_finish_ratings(*, actor: Actor, now: datetime, event_id: int, despite: str = "") -> ChangePlan | None:
    """Who would move by how much if the event were finished now; nothing is stored.

    None where `finish_event` needs no digest: no rating moves that was final already. Raises as it does.
    """
    with transaction.atomic():
        results = _moving(close_event(actor=actor, now=now, event_id=event_id, despite=despite))
        transaction.set_rollback(True)
    return None if results is None else plan_change(results)


def plan_update_ratings(*, actor: Actor, now: datetime, event_id: int, details: EventDetails) -> ChangePlan | None:
    """Who would move by how much if the details were changed, as where a past event is rated now; nothing is stored.

    None where `update_event` needs no digest. Raises as it does.
    """
    with transaction.atomic():
        event, changed = store_details(actor=actor, now=now, event_id=event_id, details=details)
        results = _moving(event) if set(RATING_SETTINGS).intersection(changed) else None
        transaction.set_rollback(True)
    return None if results is None else plan_change(results)


def _moving(event: Event) -> EventResults | None:
    event.refresh_from_db()
    results = results_to_send(event)
    return results if results is not None and moves_final_ratings(results) else None
