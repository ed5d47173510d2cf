"""Reports that nobody answered, set aside with a reason by who rules or by who ends a stage or an event over them."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict
from tournaments.models import Event, Match, Report, ReportState
from tournaments.models.report import LIVE_STATES
from tournaments.services.access import raise_match_version, require_arbiter
from tournaments.services.signing import move_report
from tournaments.services.telling_matches import tell_ruling


def set_aside(actor: Actor, now: datetime, event: Event, match: Match, report: Report, reason: str) -> None:
    """Refuse one report, with its reason in the log, and tell both sides; who may is asked before."""
    move_report(report, ReportState.REFUSED)
    report.closed_at, report.closed_by, report.close_reason = now, actor.user, reason
    report.save(update_fields=["state", "closed_at", "closed_by", "close_reason"])
    log_action(
        actor=actor, now=now, action="report.refused", target=match, scope=event,
        data={"match": match.number, "game": report.number, "report": report.pk}, reason=reason,
    )  # fmt: skip
    tell_ruling(actor, now, event, match, what="refused", key=f"refused:{report.pk}", reason=reason, game=report.number)
    raise_match_version(match)


def set_aside_all(actor: Actor, now: datetime, event: Event, reports: QuerySet[Report], despite: str) -> str:
    """Set aside those of the reports that still wait, if `despite` says why; the reason that was needed, or nothing.

    Raises Conflict `reports_open` without a reason; NotPermitted `own_match` (`docs/regulations.md` 3.6).
    """
    live = reports.filter(state__in=LIVE_STATES).select_related("match").prefetch_related("match__slots__occupant")
    live = live.order_by("match__number", "number", "pk")
    reason = despite.strip()
    if live and not reason:
        numbers = sorted({report.match.number for report in live})
        raise Conflict("reports_open", _("Some reports still wait for an answer."), {"matches": numbers})
    for report in live:
        require_arbiter(actor, event, report.match)
        set_aside(actor, now, event, report.match, report, reason)
    return reason if live else ""
