"""From a report to a result: its states, what the opponent says, and the signature that makes it count."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.compiled import Compiled, CompiledObjects
from tantrix_site.errors import Conflict
from tournaments.models import Event, Match, Report, ReportState, Signature
from tournaments.models.report import LIVE_STATES, REPORT_TRANSITIONS
from tournaments.services.figures import figures_of
from tournaments.services.plain_text import one_line
from tournaments.services.publishing import publish_game
from tournaments.services.recording import (
    close_reports,
    occupants,
    record_game,
    refuse_counted_game,
    require_reportable,
    settle_match,
)
from tournaments.services.telling_matches import tell_dispute, tell_report, tell_results, tell_ruling
from tournaments.services.time_claims import withdraw_claim_of

MOST_CODE: Final = 60


@Compiled
def _own(match: int, number: int, side: int) -> QuerySet[Report, tuple[int]]:
    return Report.objects.filter(match=match, number=number, side=side, state__in=LIVE_STATES).values_list("pk")


@CompiledObjects
def _unsettled(match: int, number: int) -> QuerySet[Report, Report]:
    rows = Report.objects.filter(match=match, number=number, state__in=(ReportState.OPEN, ReportState.DISPUTED))
    return rows.exclude(side=None).select_related("submission").order_by("pk")


def place_report(
    *, actor: Actor, now: datetime, match: Match, number: int, side: int | None, reason: str = ""
) -> Report:
    """A fresh report of that side, not stored yet; its earlier one for this game is replaced, and its time claim."""
    left, right = occupants(match)
    if side is not None and _own(match.pk, number, side):
        own = Report.objects.filter(match=match, number=number, side=side, state__in=LIVE_STATES)
        for earlier in own.filter(claims_time=True).select_related("match__event"):
            withdraw_claim_of(actor=actor, now=now, report=earlier)
        own.update(state=ReportState.SUPERSEDED, closed_at=now, closed_by=actor.user)
    return Report(
        match=match, number=number, side=side, left_id=left, right_id=right, state=ReportState.CHECKING, at=now,
        user=actor.user, player=actor.player, via=actor.via, reason=reason,
    )  # fmt: skip


def clean_code(text: str) -> str:
    """By what name another server knows a game. Raises InvalidInput `text_too_long`, `invisible_characters`."""
    return one_line(text, MOST_CODE, "server_code")


def weigh_report(*, actor: Actor, now: datetime, event: Event, match: Match, report: Report) -> None:
    """Compare a report that has its figures with what the opponent says, and move both on.

    Alike: the game is recorded. Different: both are disputed. Nothing said yet: open until the confirmation time.
    """
    figures = figures_of(report)
    if figures is None:
        return
    others = (found for found in _unsettled(match.pk, report.number) if found.pk != report.pk)
    other = next((found for found in others if found.side != report.side), None)
    theirs = None if other is None else figures_of(other)
    if other is None or theirs is None:
        open_report(event, report, now)
    elif figures.agrees_with(theirs):
        best = other if other.complete and not report.complete else report
        confirm_report(actor=actor, now=now, event=event, match=match, report=best, signature=Signature.AGREEMENT)
        match.refresh_from_db()
    else:
        for disputed in (report, other):
            if disputed.state != ReportState.DISPUTED:
                move_report(disputed, ReportState.DISPUTED)
                disputed.confirm_by = None
                disputed.save(update_fields=["state", "confirm_by"])
        log_report(actor, now, event, report, "report.disputed")
        tell_dispute(now, event, match, [other, report], actor)


def open_report(event: Event, report: Report, now: datetime) -> None:
    """Let the time for objection run from now."""
    move_report(report, ReportState.OPEN)
    report.confirm_by = now + timedelta(hours=event.confirm_hours)
    report.save(update_fields=["state", "confirm_by"])
    tell_report(now, event, report.match, report)


def move_report(report: Report, state: ReportState) -> None:
    """Change the state by the table of transitions; anything else is a fault of ours."""
    if state not in REPORT_TRANSITIONS[ReportState(report.state)]:
        raise RuntimeError(f"A report cannot pass from {report.state} to {state}.")
    report.state = state


def confirm_report(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    match: Match,
    report: Report,
    signature: Signature,
    reason: str = "",
) -> None:
    """Turn a report into the game's result and settle the match. Raises Conflict `game_counted` and the like."""
    figures = figures_of(report)
    if figures is None:
        raise Conflict("report_without_figures", _("It is not known yet what this report says."))
    games = require_reportable(event, match, report.number)
    if report.game_key:
        refuse_counted_game(report.game_key, match, report.number)
    move_report(report, ReportState.CONFIRMED)
    report.closed_at, report.closed_by, report.close_reason = now, actor.user, reason
    report.save(update_fields=["state", "closed_at", "closed_by", "close_reason"])
    result = record_game(
        actor=actor, now=now, event=event, match=match, number=report.number, figures=figures, signature=signature,
        report=report, reason=reason, counts_nowhere=True,
    )  # fmt: skip
    close_reports(actor=actor, now=now, match=match, games={report.number: figures}, keep=report)
    publish_game(event, result)
    if signature == Signature.ARBITER:
        tell_ruling(
            actor, now, event, match, what="accepted", key=f"accepted:{report.pk}", reason=reason, game=report.number
        )
    else:
        tell_results(actor, now, event, match, [result])
    settle_match(actor=actor, now=now, event=event, match=match, games=[*games, result], reason=reason)


def release_disputed(event: Event, match: Match, number: int, now: datetime) -> None:
    """Where one of two differing reports is gone, the other waits for confirmation again."""
    left = list(Report.objects.filter(match=match, number=number, state__in=LIVE_STATES))
    if len(left) == 1 and left[0].state == ReportState.DISPUTED:
        open_report(event, left[0], now)


def log_report(actor: Actor, now: datetime, event: Event, report: Report, action: str, reason: str = "") -> None:
    """Note an act about a report in the event's log."""
    figures = figures_of(report)
    log_action(
        actor=actor, now=now, action=action, target=report.match, scope=event,
        data={
            "match": report.match.number, "game": report.number, "report": report.pk, "side": report.side,
            "tiles": None if figures is None else list(figures.tiles),
        },
        reason=reason or report.reason,
    )  # fmt: skip
