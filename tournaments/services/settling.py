"""What becomes of an attached record once it has its verdict: a report, a conflict, a rejection."""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Record, RecordState, Submission
from players.actors import Actor
from players.services import log_action
from tantrix_site.compiled import CompiledObjects
from tantrix_site.errors import Conflict, DomainError, InvalidInput
from tournaments.models import Entry, Event, GameResult, Match, Report, ReportState, Signature
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.claims import CLAIMING, counts_outside_matches
from tournaments.services.access import (
    lock_report,
    raise_match_version,
    raise_version,
    require_running,
)
from tournaments.services.figures import figures_of, fill_figures
from tournaments.services.publishing import publish_game
from tournaments.services.recording import record_game, require_reportable, result_without_record
from tournaments.services.seats import require_seats, seat_record
from tournaments.services.signing import confirm_report, move_report, weigh_report
from tournaments.services.telling_matches import tell_doubt, tell_rejected
from tournaments.services.time_claims import note_claim

logger = logging.getLogger(__name__)


def settle_records(*, now: datetime, record_pks: Iterable[int]) -> int:
    """Move on all reports that waited for these records; how many. Each in a transaction of its own; idempotent."""
    concerned = Report.objects.filter(submission__record__in=list(record_pks))
    waiting = concerned.filter(state=ReportState.CHECKING) | concerned.filter(_FALLEN)
    return _settle(now, list(waiting.order_by("pk").values_list("pk", flat=True)))


def settle_waiting(*, now: datetime, limit: int) -> int:
    """The sweep's part: reports whose record has its verdict, whatever became of the signal."""
    judged = Report.objects.filter(state=ReportState.CHECKING, submission__record__state__in=_JUDGED)
    judged = judged | Report.objects.filter(_FALLEN)
    return _settle(now, list(judged.order_by("pk").values_list("pk", flat=True)[:limit]))


_JUDGED = (RecordState.VERIFIED, RecordState.REJECTED)
# open on the strength of a record that a later version of the engine refuses
_FALLEN = Q(state=ReportState.OPEN, submission__record__state=RecordState.REJECTED)


def _settle(now: datetime, pks: list[int]) -> int:
    done = 0
    for pk in pks:
        try:
            done += settle_report(now=now, report_id=pk)
        except DomainError:
            # the next report must not wait for this one; the sweep comes back to it
            logger.exception("Report %d could not be settled.", pk)
    return done


@transaction.atomic
def settle_report(*, now: datetime, report_id: int) -> bool:
    """Give a report the figures of its verified record, or reject it; True if its state changed."""
    event, match, report = lock_report(report_id)
    if report.state == ReportState.OPEN and report.submission is not None:
        return _doubt(now, event, match, report, report.submission)
    if report.state != ReportState.CHECKING:
        return False
    if not judge_report(now, event, match, report):
        return False
    raise_match_version(match)
    if report.state == ReportState.REJECTED:
        # who is told at once on sending needs no mail
        tell_rejected(now, event, match, report)
    raise_version(event)
    return True


def _doubt(now: datetime, event: Event, match: Match, report: Report, submission: Submission) -> bool:
    """An open report whose record is refused by now waits for an arbiter instead of for the time."""
    if submission.record.state != RecordState.REJECTED:
        return False
    move_report(report, ReportState.CONFLICT)
    report.conflicts, report.confirm_by = [*report.conflicts, "record_rejected"], None
    report.save(update_fields=["state", "conflicts", "confirm_by"])
    _log(_sender(report), now, event, match, report, "report.conflict")
    tell_doubt(now, event, match, report.number, key=str(report.pk))
    raise_match_version(match)
    raise_version(event)
    return True


_entries = CompiledObjects(lambda entries: Entry.every.filter(pk__in=entries).select_related("player"))


def _sides_of(report: Report) -> dict[int, Entry]:
    """The two entries that meet, by their keys."""
    return {entry.pk: entry for entry in _entries((report.left_id, report.right_id))}


def judge_report(now: datetime, event: Event, match: Match, report: Report) -> bool:
    """Move a report on if its record has a verdict; True if it did. The event is locked."""
    submission = report.submission
    if submission is None:
        return False
    record = submission.record
    if record.state == RecordState.PENDING:
        return False
    sender = _sender(report)
    if record.state == RecordState.REJECTED:
        move_report(report, ReportState.REJECTED)
        report.closed_at = now
        report.save(update_fields=["state", "closed_at"])
        _log(sender, now, event, match, report, "report.record.rejected")
        return True
    counted = result_without_record(match, report.number)
    try:
        if counted is None:
            require_running(event)
            require_reportable(event, match, report.number)
    except DomainError as error:
        move_report(report, ReportState.SUPERSEDED)
        report.closed_at, report.close_reason = now, str(error.message)
        report.save(update_fields=["state", "closed_at", "close_reason"])
        return True
    sides = _sides_of(report)
    typed = None
    if report.claimed_left is not None and report.claimed_right is not None:
        typed = (report.claimed_left, report.claimed_right)
    seating = seat_record(
        event=event, record=record, left=sides[report.left_id], right=sides[report.right_id],
        claimed=_claimed_colours(match, report), typed=typed,
    )  # fmt: skip
    report.game_key, report.complete = record.game_key, bool(record.complete)
    report.notes = list(seating.notes)
    report.conflicts = [*seating.conflicts, *_counted_elsewhere(match, report)]
    if seating.figures is not None:
        fill_figures(report, seating.figures)
        said = None if counted is None else figures_of(counted)
        if said is not None and not said.agrees_with(seating.figures):
            report.conflicts.append("result")
    report.save()
    if report.conflicts:
        move_report(report, ReportState.CONFLICT)
        report.save(update_fields=["state"])
        _log(sender, now, event, match, report, "report.conflict")
        tell_doubt(now, event, match, report.number, key=str(report.pk))
        return True
    if counted is not None:
        _add_to_result(sender, now, event, match, report, counted)
        return True
    _claim_time(sender, now, event, match, report)
    _log(sender, now, event, match, report, "report.record.verified")
    if report.side is None:
        confirm_report(actor=sender, now=now, event=event, match=match, report=report, signature=Signature.ORGANISER)
    else:
        weigh_report(actor=sender, now=now, event=event, match=match, report=report)
    return True


def _add_to_result(
    actor: Actor, now: datetime, event: Event, match: Match, report: Report, counted: GameResult
) -> None:
    """A record that says what was counted without one: the same result, with the record beside it."""
    figures = figures_of(report)
    if figures is None:
        return
    move_report(report, ReportState.CONFIRMED)
    report.closed_at = now
    report.save(update_fields=["state", "closed_at"])
    result = record_game(
        actor=actor, now=now, event=event, match=match, number=report.number, figures=figures,
        signature=Signature(counted.signature), report=report,
    )  # fmt: skip
    publish_game(event, result)


def _sender(report: Report) -> Actor:
    """Who sent the report: the worker acts for that person, not in its own name."""
    entry = None if report.side is None else (report.left_id, report.right_id)[report.side]
    via = report.via if report.via in ("account", "token", "link", "system") else "system"
    return Actor(
        via=via,  # type: ignore[arg-type]
        user=report.user,
        player=report.player,
        entry_id=entry if via == "link" else None,
    )


def require_colours(event: Event, match: Match, report: Report, record: Record) -> None:
    """Raises InvalidInput `seats_unknown` if nothing tells whose colours are whose in the record of a report."""
    sides = _sides_of(report)
    require_seats(
        event=event, record=record, left=sides[report.left_id], right=sides[report.right_id],
        claimed=_claimed_colours(match, report),
    )  # fmt: skip


def _claimed_colours(match: Match, report: Report) -> tuple[str, str]:
    """The colours the sender claims, else those the opponent claims for the same game."""
    if report.colour_left or report.colour_right:
        return report.colour_left, report.colour_right
    other = (
        Report.objects.filter(match=match, number=report.number, state__in=LIVE_STATES)
        .exclude(pk=report.pk)
        .exclude(colour_left="", colour_right="")
        .first()
    )
    return ("", "") if other is None else (other.colour_left, other.colour_right)


def _counted_elsewhere(match: Match, report: Report) -> list[str]:
    """One game counts once in all the site, and is claimed for one place at a time."""
    if not report.game_key:
        return []
    key = report.game_key
    if GameResult.objects.filter(game_key=key, current=True).exists() or counts_outside_matches([key]):
        return ["game_counted"]
    claimed = Report.objects.filter(game_key=report.game_key, state__in=CLAIMING).exclude(pk=report.pk)
    return ["game_claimed"] if claimed.exclude(match=match, number=report.number).exists() else []


def _claim_time(actor: Actor, now: datetime, event: Event, match: Match, report: Report) -> None:
    """The claim ticked beside a record counts where the record notes the time and it is over the limit."""
    figures = figures_of(report)
    if not report.claims_time or report.side is None or figures is None:
        return
    try:
        with transaction.atomic():
            note_claim(
                actor=actor, now=now, event=event, match=match, number=report.number, side=1 - report.side,
                figures=figures,
            )  # fmt: skip
    except (InvalidInput, Conflict) as error:
        report.notes = [*report.notes, error.code]
        report.save(update_fields=["notes"])


def _log(actor: Actor, now: datetime, event: Event, match: Match, report: Report, action: str) -> None:
    figures = figures_of(report)
    log_action(
        actor=actor, now=now, action=action, target=match, scope=event,
        data={
            "match": match.number, "game": report.number, "report": report.pk, "conflicts": report.conflicts,
            "tiles": None if figures is None else list(figures.tiles),
        },
    )  # fmt: skip
