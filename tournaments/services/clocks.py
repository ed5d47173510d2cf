"""The clock of a round: started, stopped, set forward or back. Only instants are stored; whoever shows it counts."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import Event, RoundClock
from tournaments.selectors.hall import clock_of, usual_minutes
from tournaments.services.access import lock_event, raise_version, require_arbiter, require_running, require_version

MOST_MINUTES: Final = 24 * 60


@transaction.atomic
def start_clock(
    *, actor: Actor, now: datetime, event_id: int, minutes: int | None = None, round_number: int = 0,
    expected_version: int | None = None,
) -> RoundClock:  # fmt: skip
    """Start the clock of a round anew: `minutes` from now, by default what its games may take. It takes the place of
    the one before. `expected_version` is that of the clock seen, 0 for none.

    Raises NotPermitted `not_arbiter`; InvalidInput `bad_minutes`; Conflict `event_not_started`, `event_finished`;
    StaleVersion.
    """
    event, before = _locked(actor, event_id, expected_version)
    minutes = usual_minutes(event) if minutes is None else minutes
    if not 1 <= minutes <= MOST_MINUTES:
        raise InvalidInput(
            "bad_minutes", _("A round takes from 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, field="minutes"
        )
    clock = before or RoundClock(event=event, version=0)
    clock.round, clock.seconds = round_number, 60 * minutes
    clock.ends_at, clock.left_seconds = now + timedelta(minutes=minutes), None
    return _stored(actor, now, event, clock, "clock.started", minutes=minutes, round=round_number)


@transaction.atomic
def pause_clock(*, actor: Actor, now: datetime, event_id: int, expected_version: int | None = None) -> RoundClock:
    """Stop the clock; what is left stays. Raises as `start_clock`, and Conflict `no_clock`, `clock_stands`."""
    event, clock = _locked(actor, event_id, expected_version)
    clock = _there(clock)
    if not clock.is_running:
        raise Conflict("clock_stands", _("The clock stands already."))
    clock.left_seconds, clock.ends_at = int(clock.left(now).total_seconds()), None
    return _stored(actor, now, event, clock, "clock.paused")


@transaction.atomic
def resume_clock(*, actor: Actor, now: datetime, event_id: int, expected_version: int | None = None) -> RoundClock:
    """Let a stopped clock go on. Raises as `pause_clock`, but Conflict `clock_runs`."""
    event, clock = _locked(actor, event_id, expected_version)
    clock = _there(clock)
    if clock.is_running:
        raise Conflict("clock_runs", _("The clock runs already."))
    clock.ends_at, clock.left_seconds = now + clock.left(now), None
    return _stored(actor, now, event, clock, "clock.resumed")


@transaction.atomic
def adjust_clock(
    *, actor: Actor, now: datetime, event_id: int, minutes: int, expected_version: int | None = None
) -> RoundClock:
    """Give so many minutes more, or fewer with a minus; never less than none. A clock that ran out gets them from now.

    Raises as `pause_clock`, and InvalidInput `bad_minutes`.
    """
    event, clock = _locked(actor, event_id, expected_version)
    clock = _there(clock)
    left = clock.left(now) + timedelta(minutes=minutes)
    if minutes == 0 or left > timedelta(minutes=MOST_MINUTES):
        raise InvalidInput(
            "bad_minutes", _("A round takes from 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, field="minutes"
        )
    left = max(left, timedelta(0))
    if clock.is_running:
        clock.ends_at = now + left
    else:
        clock.left_seconds = int(left.total_seconds())
    clock.seconds = max(clock.seconds, int(left.total_seconds()))
    return _stored(actor, now, event, clock, "clock.adjusted", minutes=minutes)


@transaction.atomic
def remove_clock(*, actor: Actor, now: datetime, event_id: int) -> None:
    """Take the clock off all pages; without one nothing happens. Raises NotPermitted `not_arbiter`."""
    event = lock_event(event_id)
    require_arbiter(actor, event, None)
    deleted, _rows = RoundClock.objects.filter(event=event).delete()
    if deleted:
        log_action(actor=actor, now=now, action="clock.removed", target=event, scope=event, data={})
        raise_version(event)


def _locked(actor: Actor, event_id: int, expected: int | None) -> tuple[Event, RoundClock | None]:
    event = lock_event(event_id)
    require_arbiter(actor, event, None)
    clock = clock_of(event)
    require_version(0 if clock is None else clock.version, expected)
    require_running(event)
    return event, clock


def _there(clock: RoundClock | None) -> RoundClock:
    if clock is None:
        raise Conflict("no_clock", _("No clock is set."))
    return clock


def _stored(actor: Actor, now: datetime, event: Event, clock: RoundClock, action: str, **data: int) -> RoundClock:
    clock.version += 1
    clock.save()
    log_action(actor=actor, now=now, action=action, target=event, scope=event, data=data)
    raise_version(event)
    return clock
