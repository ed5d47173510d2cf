"""Who sees an event, its draw and its results from now on."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict
from tournaments.models import Event, SittingRound
from tournaments.services.access import lock_event, raise_version, require_organiser, require_version
from tournaments.services.publishing import publish_games
from tournaments.services.rating import queue_rating
from tournaments.services.telling_entries import tell_places
from tournaments.services.telling_matches import tell_open
from tournaments.services.telling_sittings import tell_tables

_ACTS: Final = {
    ("listed", True): "event.listed",
    ("listed", False): "event.unlisted",
    ("draw_released", True): "event.draw.released",
    ("draw_released", False): "event.draw.held",
    ("results_released", True): "event.results.released",
    ("results_released", False): "event.results.held",
}


@transaction.atomic
def set_audience(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    listed: bool | None = None,
    draw_released: bool | None = None,
    results_released: bool | None = None,
    expected_version: int | None = None,
) -> Event:
    """Put the event in lists or take it out, release draw or results or hold them back; None leaves a switch as it is.

    Doing it twice changes nothing. What was rated has been told: it is not held back any more. Raises NotPermitted
    `not_organiser`; Conflict `results_rated` with the field; StaleVersion.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    wanted = {"listed": listed, "draw_released": draw_released, "results_released": results_released}
    changed = {name: on for name, on in wanted.items() if on is not None and on != getattr(event, name)}
    if not changed:
        return event
    for name, on in changed.items():
        if name != "listed" and not on and event.rated_version is not None:
            raise Conflict(
                "results_rated", _("These results have been rated; they are not held back any more."), field=name
            )
        setattr(event, name, on)
        log_action(actor=actor, now=now, action=_ACTS[name, on], target=event, scope=event)
    event.save(update_fields=list(changed))
    publish_games(event)
    if True in changed.values():
        _tell_released(now, event)
    raise_version(event)
    queue_rating(event)
    return event


def _tell_released(now: datetime, event: Event) -> None:
    """What was held back is told now; nobody is told anything again."""
    tell_open(now, event)
    latest = SittingRound.objects.filter(event=event).order_by("-number").first()
    if latest is not None:
        tell_tables(now, event, latest)
    tell_places(now, event)
