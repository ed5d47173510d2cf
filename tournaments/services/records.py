"""Game records attached to games of matches: each is its sender's report once it has been verified."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import ContentType, Submission
from games.services import submit_record
from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import InvalidInput, NotFound
from tournaments.models import Report, ReportState
from tournaments.services.access import (
    lock_match,
    may_arbitrate,
    raise_match_version,
    raise_version,
    require_arbiter,
    require_running,
    require_side,
    require_version,
    side_of,
)
from tournaments.services.figures import GameFigures
from tournaments.services.publishing import show_to_opponent
from tournaments.services.recording import require_reportable, result_without_record
from tournaments.services.settling import judge_report, require_colours
from tournaments.services.signing import clean_code, place_report


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
    server_code: str = "",
    expected_version: int | None = None,
) -> Report:
    """Send a record for a game of a match (`data`), or attach one that was sent before (`submission_id`, public).

    Once verified it is the sender's report, or, attached by an organiser who does not play, the result. A game that
    counts already without a record gets it added, if both say the same. `left_colour`
    and `right_colour` say who had which colour (one is enough), `tiles` what the sender claims, `server_code` what
    another server calls the game; what contradicts them
    is a conflict, shown to both players and the arbiters, and decides nothing.

    Raises those of `games.services.submit_record`; NotPermitted `not_in_match`, `own_match`; NotFound
    `submission_not_found`; InvalidInput `no_record`, `bad_tiles`, `bad_colours`, `seats_unknown` (nothing tells whose
    colours are whose), `bad_game_number`; Conflict as `report_game`; StaleVersion.
    """
    event, match = lock_match(match_id)
    side = side_of(actor, match)
    if side is None and not may_arbitrate(actor, event):
        require_side(actor, match)
    if side is None:
        require_arbiter(actor, event, match)
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
    report.server_code = clean_code(server_code)
    require_colours(event, match, report, submission.record)
    report.save()
    show_to_opponent(report)
    log_action(
        actor=actor, now=now, action="report.record.attached", target=match, scope=event,
        data={"match": match.number, "game": number, "report": report.pk, "submission": submission.public_id},
    )  # fmt: skip
    judge_report(now, event, match, report)
    raise_match_version(match)
    raise_version(event)
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
