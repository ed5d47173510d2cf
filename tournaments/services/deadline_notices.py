"""Reminders before a deadline and warnings after it, in stages, each stored once and told to both sides (3.3)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from players.actors import SYSTEM
from tantrix_site.errors import Conflict, DomainError
from tournaments.formats.warnings import Stage, due_stage, missing_stages
from tournaments.models import ArrangingRules, DeadlineNotice, Event, EventState, Match, MatchState, Report
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.arranging_rules import arranging_of, stages_sent, times_of
from tournaments.services.access import lock_match, raise_version
from tournaments.services.meeting import log_meeting, of_match
from tournaments.services.telling import tell_sides

BATCH: Final = 500


def send_deadline_notices(*, now: datetime, limit: int = BATCH) -> int:
    """Send what is due in running events, at most one stage a match; how many.

    Each match in a transaction of its own; running it twice sends nothing twice. A match with a report that waits for
    an answer was played: its sides are not reminded. A match of teams is told to all its players and captains.
    """
    sent = 0
    rules = ArrangingRules.objects.filter(
        event__state=EventState.RUNNING, event__draw_released=True, reminder__isnull=False
    )
    for row in rules.select_related("event"):
        times = times_of(row)
        if times is None:
            continue
        reported = Exists(Report.objects.filter(match=OuterRef("pk"), state__in=LIVE_STATES))
        waiting = Match.objects.filter(event=row.event, state=MatchState.OPEN, deadline__isnull=False)
        near = waiting.filter(~reported, deadline__lte=now + timedelta(hours=times.reminder))
        matches = list(near.order_by("deadline", "pk").values_list("pk", "deadline")[:limit])
        known = _sent_of([pk for pk, _deadline in matches])
        for pk, deadline in matches:
            stages = known.get(pk, {}).get(deadline, {}) if deadline is not None else {}
            # told apart by who meets only under the lock; without the lock most are seen to be up to date
            if deadline is not None and due_stage(times, deadline, stages, now) is not None:
                sent += _send(pk, now)
    return sent


@transaction.atomic
def _locked_send(match_id: int, now: datetime) -> int:
    event, match = lock_match(match_id)
    times = arranging_of(event).times
    if times is None or match.state != MatchState.OPEN or match.deadline is None or event.state != EventState.RUNNING:
        return 0
    stage = due_stage(times, match.deadline, stages_sent(match), now)
    if stage is None:
        return 0
    DeadlineNotice.objects.create(**of_match(SYSTEM, now, match, None), kind=stage.value, deadline=match.deadline)
    log_meeting(SYSTEM, now, event, match, f"deadline.{stage.value}", deadline=match.deadline)
    raise_version(event)
    key = f"{match.pk}-{match.deadline.isoformat()}-{stage.value}"
    tell_sides(now=now, kind=f"deadline_{stage.value}", key=key, match=match, deadline=match.deadline)
    return 1


def _send(match_id: int, now: datetime) -> int:
    try:
        return _locked_send(match_id, now)
    except DomainError:
        return 0  # the match is gone


def require_warned(event: Event, match: Match, *, anyway: bool) -> tuple[Stage, ...]:
    """What was not sent before a default of this match; empty where the event sends nothing.

    Raises Conflict `default_not_warned` unless the arbiter pronounces it `anyway`.
    """
    if arranging_of(event).times is None:
        return ()
    missing = missing_stages(stages_sent(match))
    if missing and not anyway:
        raise Conflict(
            "default_not_warned",
            _("Not all reminders and warnings were sent before this default. Say that it is pronounced all the same."),
            {"missing": [stage.value for stage in missing]},
            field="without_warnings",
        )
    return missing


def _sent_of(match_ids: list[int]) -> Mapping[int, Mapping[datetime, Mapping[Stage, datetime]]]:
    found: dict[int, dict[datetime, dict[Stage, datetime]]] = {}
    rows = DeadlineNotice.objects.filter(match__in=match_ids)
    for match, deadline, kind, at in rows.values_list("match", "deadline", "kind", "at"):
        found.setdefault(match, {}).setdefault(deadline, {})[Stage(kind)] = at
    return found
