"""What organisers and arbiters do in a match: enter results, decide, accept or refuse reports."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.models import GameResult, Match, MatchState, Report, ReportState, Signature
from tournaments.selectors.boards import boards_in
from tournaments.selectors.stages import load_match_stage
from tournaments.services.access import (
    lock_event,
    lock_match,
    lock_report,
    raise_match_version,
    raise_version,
    require_arbiter,
    require_organiser,
    require_running,
    require_version,
)
from tournaments.services.applying import apply_facts
from tournaments.services.deadline_notices import require_warned
from tournaments.services.figures import GameFigures, core_result, figures_of, fill_figures
from tournaments.services.recording import (
    GamesBefore,
    close_reports,
    counting_games,
    games_before,
    occupants,
    record_game,
    require_reportable,
    require_sides,
    settle_board,
    settle_match,
)
from tournaments.services.ruling import DEFAULTS, Ruling, decision_of
from tournaments.services.seats import figures_by_colour
from tournaments.services.setting_aside import set_aside
from tournaments.services.signing import confirm_report, release_disputed
from tournaments.services.team_results import require_live_board
from tournaments.services.telling_matches import tell_results, tell_ruling


def enter_result(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    number: int,
    figures: GameFigures,
    sides: tuple[int, int] | None = None,
    reason: str = "",
    expected_version: int | None = None,
) -> GameResult:
    """An organiser enters how a game ended, as from a score sheet; it counts at once. See `enter_results`."""
    return enter_results(
        actor=actor, now=now, match_id=match_id, games={number: figures}, sides=sides, reason=reason,
        expected_version=expected_version,
    )[0]  # fmt: skip


@transaction.atomic
def enter_results(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    games: Mapping[int, GameFigures],
    sides: tuple[int, int] | None = None,
    reason: str = "",
    expected_version: int | None = None,
) -> list[GameResult]:
    """An organiser enters games of a match, all or none. A game that has its result is corrected another way.

    `sides` are the entries that the sender takes for left and right, checked where given. Players' reports that say
    the same are confirmed by it, others are replaced. Raises NotPermitted `not_arbiter`, `own_match`;
    Conflict `event_not_started`, `event_finished`, `match_waiting`, `match_bye`, `match_decided`, `game_decided`,
    `game_not_due`; InvalidInput; StaleVersion.
    """
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    require_version(match.version, expected_version)
    require_running(event)
    require_sides(match, sides)
    if not games:
        raise InvalidInput("no_games", _("Say how at least one game ended."), field="games")
    results: list[GameResult] = []
    counting: list[GameResult] | None = None
    before: GamesBefore | None = None
    for number, figures in sorted(games.items()):
        figures.check(f"games.{number}" if len(games) > 1 else "")
        counting = require_reportable(event, match, number, counting)
        before = before or games_before(match)
        result = record_game(
            actor=actor, now=now, event=event, match=match, number=number, figures=figures,
            signature=Signature.ORGANISER, reason=reason, before=before,
        )  # fmt: skip
        results.append(result)
        counting = sorted([*counting, result], key=lambda game: game.number)
    close_reports(actor=actor, now=now, match=match, games=games)
    tell_results(actor, now, event, match, results)
    settle_match(actor=actor, now=now, event=event, match=match, games=counting, reason=reason)
    return results


@transaction.atomic
def decide_match(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    ruling: Ruling,
    reason: str = "",
    without_warnings: bool = False,
    expected_version: int | None = None,
) -> Match:
    """An arbiter decides an open match otherwise than by its games: walkover, default, retirement, adjudication.

    Raises NotPermitted `not_arbiter`, `own_match`; Conflict `event_not_started`, `event_finished`, `match_waiting`,
    `match_bye`, `match_decided` (that is a correction), `default_not_warned` (not all stages of 3.3 were sent; with
    `without_warnings` a default is pronounced all the same, and the log says so); InvalidInput as `Ruling.check`,
    `reason_needed` for what is somebody's fault; StaleVersion.
    """
    event, match = lock_match(match_id)
    require_arbiter(actor, event, match)
    require_version(match.version, expected_version)
    require_running(event)
    ruling.check()
    occupants(match)
    if match.state != MatchState.OPEN:
        raise Conflict("match_decided", _("This match has been decided. Correct its result instead."))
    if ruling.kind != "walkover" and not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    unwarned = require_warned(event, match, anyway=without_warnings) if ruling.kind in DEFAULTS else ()
    loaded = load_match_stage(event, match)
    if loaded is None:
        raise Conflict("not_drawn", _("There is no draw."))
    if match.team_match_id is not None:
        require_live_board(event, match)
    decision = decision_of(ruling, loaded, match, [core_result(game) for game in counting_games(match)])
    close_reports(actor=actor, now=now, match=match, games=None)
    apply_facts(
        actor=actor, now=now, loaded=loaded, after=loaded.facts.with_decision(decision), decisions=[decision],
        reason=reason,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="match.ruled", target=match, scope=event,
        data={"match": match.number, **ruling.as_data(), "version": decision.version,
              **({"unwarned": [stage.value for stage in unwarned]} if unwarned else {})}, reason=reason,
    )  # fmt: skip
    tell_ruling(
        actor, now, event, match, what=str(ruling.kind), key=f"ruled:{match.pk}:{decision.version}", reason=reason,
        side=ruling.side,
    )  # fmt: skip
    raise_match_version(match)
    settle_board(actor=actor, now=now, event=event, match=match, reason=reason)
    match.refresh_from_db()
    return match


@transaction.atomic
def accept_report(
    *,
    actor: Actor,
    now: datetime,
    report_id: int,
    reason: str = "",
    left_colour: str = "",
    expected_version: int | None = None,
) -> Report:
    """An arbiter accepts what a report says; other reports of the game are replaced.

    For a record whose seats could not be told apart `left_colour` says which colour the left player had. Raises
    NotPermitted `not_arbiter`, `own_match`; Conflict `report_closed`, `report_checking`, `game_counted`,
    `event_finished` and those of a report; InvalidInput `seats_unknown`; StaleVersion.
    """
    event, match, report = lock_report(report_id)
    require_arbiter(actor, event, match)
    require_version(match.version, expected_version)
    require_running(event)
    _require_answerable(report)
    if report.state == ReportState.CHECKING:
        raise Conflict("report_checking", _("The game record is still being checked."))
    if report.submission is not None and (left_colour or figures_of(report) is None):
        figures = figures_by_colour(event, report.submission.record, left_colour)
        if figures is None:
            raise InvalidInput(
                "seats_unknown",
                _("Say which colour of the record the left player had."),
                {"colours": list(report.submission.record.colours)},
                field="left_colour",
            )
        fill_figures(report, figures)
        report.save()
    log_action(
        actor=actor, now=now, action="report.accepted", target=match, scope=event,
        data={"match": match.number, "game": report.number, "report": report.pk, "conflicts": report.conflicts},
        reason=reason,
    )  # fmt: skip
    confirm_report(
        actor=actor, now=now, event=event, match=match, report=report, signature=Signature.ARBITER, reason=reason
    )
    return report


@transaction.atomic
def refuse_report(
    *, actor: Actor, now: datetime, report_id: int, reason: str, expected_version: int | None = None
) -> Report:
    """An arbiter sets a report aside; the opponent's, if any, waits for confirmation again.

    Raises NotPermitted `not_arbiter`, `own_match`; InvalidInput `reason_needed`; Conflict `report_closed`,
    `event_finished`; StaleVersion.
    """
    event, match, report = lock_report(report_id)
    require_arbiter(actor, event, match)
    require_version(match.version, expected_version)
    require_running(event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; both players will see it."), field="reason")
    _require_answerable(report)
    set_aside(actor, now, event, match, report, reason)
    release_disputed(event, match, report.number, now)
    raise_version(event)
    return report


def moments_changed(before: Sequence[datetime | None], after: datetime | None) -> list[object]:
    """A moment of several rows as it was and as it is, for the log: one where all had the same, else all of them."""
    told = sorted("" if moment is None else moment.isoformat() for moment in before)
    return [(told[0] or None) if len(told) == 1 else told, None if after is None else after.isoformat()]


@transaction.atomic
def set_deadline(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    round_number: int,
    deadline: datetime | None,
    stage_number: int = 1,
    bracket: str | None = None,
) -> int:
    """Say until when the matches of a round of a stage are to be played; returns how many there are.

    `bracket` limits it to one part of the stage: a plate, the losers. Raises NotPermitted `not_organiser`; InvalidInput
    `naive_time`, `unknown_round`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if deadline is not None and deadline.tzinfo is None:
        raise InvalidInput("naive_time", _("Give the time with its zone."), field="deadline")
    matches = Match.objects.filter(event=event, stage__number=stage_number, round=round_number)
    if bracket is not None:
        matches = matches.filter(bracket=bracket)
    before = list(matches.order_by().values_list("deadline", flat=True).distinct())
    # who had more time has that of the round now
    boards_in(matches).update(deadline=deadline, extended_from=None)
    count = matches.update(deadline=deadline, extended_from=None)
    if not count:
        raise InvalidInput("unknown_round", _("There is no such round."), field="round")
    log_action(
        actor=actor, now=now, action="event.deadline.set", target=event, scope=event,
        data={"stage": stage_number, "bracket": bracket, "round": round_number,
              "deadline": None if deadline is None else deadline.isoformat(),
              "changes": {"deadline": moments_changed(before, deadline)}},
    )  # fmt: skip
    raise_version(event)
    return count


def _require_answerable(report: Report) -> None:
    if not report.is_live:
        raise Conflict(
            "report_closed",
            _("This report has been answered already: %(state)s.") % {"state": report.get_state_display()},
            {"state": report.state},
        )
