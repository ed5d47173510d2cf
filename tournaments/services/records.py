"""Game records attached to games of matches: each is its sender's report once it has been verified."""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import ContentType, RecordState, Submission
from games.services import submit_record
from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound
from tournaments.models import Entry, Event, GameResult, Match, Report, ReportState, Signature
from tournaments.models.report import LIVE_STATES
from tournaments.services.access import (
    lock_match,
    lock_report,
    may_arbitrate,
    raise_match_version,
    raise_version,
    require_running,
    require_side,
    require_version,
    side_of,
)
from tournaments.services.figures import GameFigures, figures_of, fill_figures
from tournaments.services.publishing import publish_game, show_to_opponent
from tournaments.services.recording import record_game, require_reportable, result_without_record
from tournaments.services.reports import confirm_report, move_report, place_report, weigh_report
from tournaments.services.seats import seat_record
from tournaments.services.time_claims import note_claim

logger = logging.getLogger(__name__)


@transaction.atomic
def attach_record(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    number: int,
    data: bytes | None = None,
    submission_id: str | None = None,
    content_type: str = ContentType.JSON,
    filename: str = "",
    idempotency_key: str | None = None,
    left_colour: str = "",
    right_colour: str = "",
    tiles: tuple[int, int] | None = None,
    claims_time: bool = False,
    expected_version: int | None = None,
) -> Report:
    """Send a record for a game of a match (`data`), or attach one that was sent before (`submission_id`, public).

    Once verified it is the sender's report, or, attached by an organiser who does not play, the result. A game that
    counts already without a record gets it added, if both say the same. `left_colour`
    and `right_colour` say who had which colour (one is enough), `tiles` what the sender claims; what contradicts them
    is a conflict, shown to both players and the arbiters, and decides nothing.

    Raises those of `games.services.submit_record`; NotPermitted `not_in_match`; NotFound `submission_not_found`;
    InvalidInput `no_record`, `bad_tiles`, `bad_colours`, `bad_game_number`; Conflict as `report_game`; StaleVersion.
    """
    event, match = lock_match(match_id)
    side = side_of(actor, match)
    if side is None and not may_arbitrate(actor, event):
        require_side(actor, match)
    GameFigures(tiles=tiles or (0, 0), colours=(left_colour, right_colour)).check()
    submission = _submission(actor, now, data, submission_id, content_type, filename, idempotency_key)
    known = Report.objects.filter(match=match, number=number, side=side, submission=submission).last()
    if known is not None and (known.is_live or known.state == ReportState.CONFIRMED) and idempotency_key is not None:
        return known
    require_version(match.version, expected_version)
    if result_without_record(match, number) is None:
        require_running(event)
        require_reportable(event, match, number)
    report = place_report(actor=actor, now=now, match=match, number=number, side=side)
    report.submission = submission
    report.colour_left, report.colour_right = left_colour, right_colour
    report.claimed_left, report.claimed_right = tiles or (None, None)
    report.claims_time = claims_time
    report.save()
    show_to_opponent(report)
    log_action(
        actor=actor, now=now, action="report.record.attached", target=match, scope=event,
        data={"match": match.number, "game": number, "report": report.pk, "submission": submission.public_id},
    )  # fmt: skip
    _judge(now, event, match, report)
    raise_match_version(match)
    raise_version(event, now)
    report.refresh_from_db()
    return report


def _submission(
    actor: Actor,
    now: datetime,
    data: bytes | None,
    submission_id: str | None,
    content_type: str,
    filename: str,
    idempotency_key: str | None,
) -> Submission:
    if (data is None) == (submission_id is None):
        raise InvalidInput("no_record", _("Send a game record, or name one that you sent before."), field="record")
    if data is not None:
        return submit_record(
            actor=actor, data=data, now=now, content_type=content_type, filename=filename,
            idempotency_key=idempotency_key,
        )  # fmt: skip
    found = Submission.objects.select_related("record").filter(public_id=submission_id).first()
    own = found is not None and (
        (actor.user is not None and found.sender_id == actor.user.pk)
        or (actor.via == "link" and found.entry_id == actor.entry_id)
    )
    if found is None or not own:
        raise NotFound("submission_not_found", _("You have sent no such record."), field="record")
    return found


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
    if not _judge(now, event, match, report):
        return False
    raise_match_version(match)
    raise_version(event, now)
    return True


def _doubt(now: datetime, event: Event, match: Match, report: Report, submission: Submission) -> bool:
    """An open report whose record is refused by now waits for an arbiter instead of for the time."""
    if submission.record.state != RecordState.REJECTED:
        return False
    move_report(report, ReportState.CONFLICT)
    report.conflicts, report.confirm_by = [*report.conflicts, "record_rejected"], None
    report.save(update_fields=["state", "conflicts", "confirm_by"])
    _log(_sender(report), now, event, match, report, "report.conflict")
    raise_match_version(match)
    raise_version(event, now)
    return True


def _judge(now: datetime, event: Event, match: Match, report: Report) -> bool:
    """Move a report on if its record has a verdict. The event is locked."""
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
    sides = Entry.objects.select_related("player").in_bulk([report.left_id, report.right_id])
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
    if GameResult.objects.filter(game_key=report.game_key, current=True).exists():
        return ["game_counted"]
    claimed = Report.objects.filter(
        game_key=report.game_key, state__in=(ReportState.OPEN, ReportState.DISPUTED, ReportState.CONFLICT)
    ).exclude(match=match, number=report.number)
    return ["game_claimed"] if claimed.exclude(pk=report.pk).exists() else []


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
