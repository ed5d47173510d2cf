"""What happens by itself: verified records become reports, and unanswered reports are confirmed by time."""

import logging
from datetime import datetime
from typing import Final

from django.db import transaction

from players.actors import SYSTEM
from tantrix_site.errors import DomainError
from tournaments.models import EventState, Report, ReportState, Signature
from tournaments.services.access import lock_report
from tournaments.services.settling import settle_waiting
from tournaments.services.signing import confirm_report, move_report

logger = logging.getLogger(__name__)
BATCH: Final = 500


def sweep_reports(*, now: datetime, limit: int = BATCH) -> tuple[int, int]:
    """Do all that is due: reports whose record was judged, reports nobody objected to. How many of each.

    Each in a transaction of its own, so that one that fails holds up no other; running it twice changes nothing.
    """
    return settle_waiting(now=now, limit=limit), confirm_due_reports(now=now, limit=limit)


def confirm_due_reports(*, now: datetime, limit: int = BATCH) -> int:
    """Confirm the reports whose time for objection has passed; how many."""
    due = Report.objects.filter(
        state=ReportState.OPEN, confirm_by__lte=now, match__event__state=EventState.RUNNING
    ).order_by("confirm_by", "pk")
    return sum(confirm_by_time(now=now, report_id=pk) for pk in list(due.values_list("pk", flat=True)[:limit]))


def confirm_by_time(*, now: datetime, report_id: int) -> bool:
    """Confirm one report if it is due; True if it became a result.

    What cannot count (the game has a result, or counts elsewhere) is put aside or shown to the arbiter instead.
    """
    try:
        with transaction.atomic():
            event, match, report = lock_report(report_id)
            if report.state != ReportState.OPEN or report.confirm_by is None or report.confirm_by > now:
                return False
            confirm_report(actor=SYSTEM, now=now, event=event, match=match, report=report, signature=Signature.TIME)
    except DomainError as error:
        logger.warning("Report %d could not be confirmed by time: %s", report_id, error.code)
        _put_aside(report_id, error, now)
        return False
    return True


@transaction.atomic
def _put_aside(report_id: int, error: DomainError, now: datetime) -> None:
    _event, _match, report = lock_report(report_id)
    if report.state != ReportState.OPEN:
        return
    if error.code == "game_counted":
        move_report(report, ReportState.CONFLICT)
        report.conflicts = [*report.conflicts, error.code]
    else:
        move_report(report, ReportState.SUPERSEDED)
        report.closed_at, report.close_reason = now, str(error.message)
    report.confirm_by = None
    report.save()
