"""What the two players of a match say about its games: report, confirm, dispute, withdraw.

A report decides nothing by itself. It becomes a result when the opponent confirms it or reports alike, when nobody
objects in time, or when an arbiter accepts it (`tournaments.services.rulings`).
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.compiled import insert
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tournaments.models import Match, Report, ReportState, Signature
from tournaments.services.access import (
    is_entrant,
    lock_match,
    lock_report,
    raise_match_version,
    raise_version,
    require_running,
    require_side,
    require_version,
)
from tournaments.services.figures import GameFigures, figures_of, fill_figures
from tournaments.services.recording import (
    require_reportable,
    require_sides,
)
from tournaments.services.signing import (
    clean_code,
    confirm_report,
    log_report,
    move_report,
    open_report,
    place_report,
    release_disputed,
    weigh_report,
)
from tournaments.services.telling_matches import tell_dispute
from tournaments.services.time_claims import note_claim, withdraw_claim_of


def report_game(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    number: int,
    figures: GameFigures,
    claims_time: bool = False,
    sides: tuple[int, int] | None = None,
    server_code: str = "",
    reason: str = "",
    expected_version: int | None = None,
) -> Report:
    """One of the two players says how a game ended. `claims_time` claims the penalty for the opponent's time.

    `sides` are the entries that the sender takes for left and right, checked where given; `server_code` is by what
    name another server knows the game.

    Reports alike by both confirm the game at once; different ones are a dispute, which an arbiter decides. A new report
    replaces the player's own earlier one.

    Raises NotPermitted `not_in_match`; Conflict `event_not_started`, `event_finished`, `match_waiting`, `match_bye`,
    `match_decided`, `game_decided`, `game_not_due`; InvalidInput `bad_game_number`, `bad_tiles`, `bad_colours`,
    `bad_time`, `no_penalty`, `same_player`, `wrong_players`, `sides_swapped`; StaleVersion.
    """
    claims = frozenset({number}) if claims_time else frozenset()
    return report_games(
        actor=actor, now=now, match_id=match_id, games={number: figures}, claims_time=claims, sides=sides,
        codes={number: server_code}, reason=reason, expected_version=expected_version,
    )[0]  # fmt: skip


@transaction.atomic
def report_games(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    games: Mapping[int, GameFigures],
    claims_time: frozenset[int] = frozenset(),
    sides: tuple[int, int] | None = None,
    codes: Mapping[int, str] | None = None,
    reason: str = "",
    expected_version: int | None = None,
) -> list[Report]:
    """As `report_game` for several games of a match, all or none; `claims_time` names the games with a time claim, and
    `codes` gives by game what another server calls it."""
    event, match = lock_match(match_id)
    require_version(match.version, expected_version)
    side = require_side(actor, match)
    require_running(event)
    require_sides(match, sides)
    if not games:
        raise InvalidInput("no_games", _("Say how at least one game ended."), field="games")
    reports = []
    for number, figures in sorted(games.items()):
        figures.check(f"games.{number}" if len(games) > 1 else "")
        require_reportable(event, match, number)
        report = place_report(actor=actor, now=now, match=match, number=number, side=side, reason=reason)
        fill_figures(report, figures)
        report.claims_time = number in claims_time
        report.server_code = clean_code((codes or {}).get(number, ""))
        insert(report)
        if report.claims_time:
            note_claim(actor=actor, now=now, event=event, match=match, number=number, side=1 - side, figures=figures)
        log_report(actor, now, event, report, "report.sent")
        weigh_report(actor=actor, now=now, event=event, match=match, report=report)
        reports.append(report)
    raise_match_version(match)
    raise_version(event)
    return reports


@transaction.atomic
def confirm_game(
    *,
    actor: Actor,
    now: datetime,
    report_id: int,
    claims_time: bool = False,
    expected_version: int | None = None,
) -> Report:
    """The opponent says that a report is right. Doing it twice changes nothing.

    Raises NotPermitted `not_in_match`, `own_report`; Conflict `report_closed`, `report_checking`,
    `report_in_conflict` (only an arbiter can accept it), `event_finished`, `game_counted`, and those of `report_game`;
    StaleVersion.
    """
    event, match, report = lock_report(report_id)
    side = _require_opponent(actor, match, report)
    if report.state == ReportState.CONFIRMED:
        return report
    require_version(match.version, expected_version)
    require_running(event)
    _require_live(report)
    if report.state == ReportState.CHECKING:
        raise Conflict("report_checking", _("The game record is still being checked."))
    if report.state == ReportState.CONFLICT:
        raise Conflict(
            "report_in_conflict",
            _("The record contradicts the claim, so an arbiter has to look at it."),
            {"conflicts": report.conflicts},
        )
    figures = figures_of(report)
    if claims_time and figures is not None:
        note_claim(actor=actor, now=now, event=event, match=match, number=report.number, side=1 - side, figures=figures)
    log_report(actor, now, event, report, "report.confirmed")
    confirm_report(actor=actor, now=now, event=event, match=match, report=report, signature=Signature.OPPONENT)
    return report


@transaction.atomic
def dispute_game(
    *,
    actor: Actor,
    now: datetime,
    report_id: int,
    figures: GameFigures | None = None,
    reason: str = "",
    expected_version: int | None = None,
) -> Report:
    """The opponent says that a report is wrong, and how the game ended where it knows.

    Figures that agree confirm it after all. Returns the report disputed. Raises as `confirm_game`; InvalidInput
    `reason_needed` when neither figures nor a reason are given.
    """
    event, match, report = lock_report(report_id)
    side = _require_opponent(actor, match, report)
    require_version(match.version, expected_version)
    require_running(event)
    _require_live(report)
    if figures is None and not reason.strip():
        raise InvalidInput("reason_needed", _("Say what is wrong, or how the game ended."), field="reason")
    if report.state == ReportState.CHECKING:
        raise Conflict("report_checking", _("The game record is still being checked."))
    if figures is not None:
        figures.check()
        counter = place_report(actor=actor, now=now, match=match, number=report.number, side=side, reason=reason)
        fill_figures(counter, figures)
        counter.save()
        log_report(actor, now, event, counter, "report.sent")
        if report.state == ReportState.CONFLICT:
            open_report(event, counter, now)
        else:
            weigh_report(actor=actor, now=now, event=event, match=match, report=counter)
    elif report.state == ReportState.OPEN:
        move_report(report, ReportState.DISPUTED)
        report.confirm_by = None
        report.save(update_fields=["state", "confirm_by"])
    if figures is None:
        log_report(actor, now, event, report, "report.disputed", reason)
        tell_dispute(now, event, match, [report], actor)
    raise_match_version(match)
    raise_version(event)
    report.refresh_from_db()
    return report


@transaction.atomic
def withdraw_report(*, actor: Actor, now: datetime, report_id: int) -> Report:
    """The sender takes a report back that has not been answered with a result, and the time claim made with it.

    The opponent's report, if there is one, is open again. Raises NotPermitted `not_your_report`; Conflict
    `report_closed`, `event_finished`.
    """
    event, match, report = lock_report(report_id)
    if not _is_sender(actor, match, report):
        raise NotPermitted("not_your_report", _("Only its sender can take a report back."))
    require_running(event)
    _require_live(report)
    move_report(report, ReportState.WITHDRAWN)
    report.closed_at, report.closed_by = now, actor.user
    report.save(update_fields=["state", "closed_at", "closed_by"])
    withdraw_claim_of(actor=actor, now=now, report=report)
    release_disputed(event, match, report.number, now)
    log_report(actor, now, event, report, "report.withdrawn")
    raise_match_version(match)
    raise_version(event)
    return report


def _is_sender(actor: Actor, match: Match, report: Report) -> bool:
    if report.side is None:
        return actor.user is not None and actor.user.pk == report.user_id
    return any(
        slot.side == report.side and slot.occupant is not None and is_entrant(actor, slot.occupant)
        for slot in match.slots.all()
    )


def _require_opponent(actor: Actor, match: Match, report: Report) -> int:
    side = require_side(actor, match)
    if report.side == side:
        raise NotPermitted("own_report", _("Your opponent has to confirm what you reported."))
    return side


def _require_live(report: Report) -> None:
    if not report.is_live:
        raise Conflict(
            "report_closed",
            _("This report has been answered already: %(state)s.") % {"state": report.get_state_display()},
            {"state": report.state},
        )
