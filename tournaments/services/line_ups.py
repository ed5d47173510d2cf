"""Line-ups: the order in which teams sit down, and who steps in for an absentee (`docs/regulations.md` 6.1).

A captain sends an order until the deadline. The opponent does not see it, and it may be changed, until both have sent
theirs or the deadline has passed; a team that sent none plays in its last order.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from players.services import log_action
from tantrix_site.errors import Conflict, DomainError, InvalidInput
from tournaments.formats.errors import LineUpError
from tournaments.formats.teams.line_up import LineUp as CoreLineUp
from tournaments.formats.teams.line_up import check_line_up, default_line_up, substitute
from tournaments.models import (
    Decision,
    DecisionKind,
    Entry,
    Event,
    EventState,
    GameResult,
    LineUp,
    LineUpKind,
    Match,
    MatchState,
    Report,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.team_officers import leads_team
from tournaments.selectors.teams import last_line_up, squad_of
from tournaments.services.access import (
    lock_event,
    lock_match,
    match_entries,
    raise_match_version,
    raise_version,
    require_neutral,
    require_open_stage,
    require_organiser,
    require_running,
    require_version,
)
from tournaments.services.boards import follow_boards
from tournaments.services.recording import occupants
from tournaments.services.rulings import moments_changed
from tournaments.services.team_access import require_lead, require_team_event
from tournaments.services.team_results import settle_team_match

logger = logging.getLogger(__name__)
BATCH: Final = 200


@transaction.atomic
def send_line_up(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    team_id: int,
    players: Sequence[int | None],
    expected_version: int | None = None,
) -> LineUp:
    """The captain, the deputy or an organiser gives the order of a team in a match; None leaves a board empty.

    It may be sent again until it is fixed: when the opponent has sent one too, or at the deadline. Raises NotPermitted
    `not_team_officer`, `own_match`; InvalidInput `not_in_match` and those of a line-up (`line_up_length`,
    `not_in_team`, `player_twice`, `too_few_players`, `too_strong`); Conflict `not_for_teams`, `not_a_team_match`,
    `event_not_started`, `event_finished`, `match_waiting`, `match_bye`, `match_decided`, `line_up_fixed`; StaleVersion.
    """
    event, match, team, opponent = _locked(match_id, team_id)
    require_lead(actor, event, team)
    _refuse_opponent(actor, event, match, team)
    require_version(match.version, expected_version)
    _require_open(event, match)
    before = current_line_up(match, team, opponent)
    if (before is not None and before.fixed_at is not None) or _is_late(match, now):
        raise Conflict("line_up_fixed", _("The line-ups of this match are fixed. A substitute may still step in."))
    order = _legal(lambda: check_line_up(players, squad_of(event, team)))
    if before is not None and tuple(before.players) == order:
        return before
    made = _store(actor, now, match, team, opponent, LineUpKind.SENT, order)
    # the log is read by both sides, so that the order itself is not in it
    log_action(
        actor=actor, now=now, action="team.line_up.sent", target=match, scope=event,
        data={"match": match.number, "team": team.name},
    )  # fmt: skip
    theirs = current_line_up(match, opponent, team)
    if theirs is not None:
        _fix(actor, now, event, match)
        made.refresh_from_db()
    else:
        raise_match_version(match)
        raise_version(event)
    return made


@transaction.atomic
def open_boards(*, actor: Actor, now: datetime, match_id: int) -> Match:
    """An organiser fixes the line-ups of a match without waiting; a team that sent none plays in its last order.

    Doing it twice changes nothing. Raises NotPermitted `not_organiser`, `own_match`; Conflict as `send_line_up`.
    """
    event, match = lock_match(match_id)
    require_organiser(actor, event)
    require_neutral(actor, event, match_entries(match))
    _require_team_match(event, match)
    if is_open(match):
        return match
    _require_open(event, match)
    occupants(match)
    _fix(actor, now, event, match)
    match.refresh_from_db()
    return match


def open_due_boards(*, now: datetime, limit: int = BATCH) -> int:
    """Fix the line-ups of all matches whose deadline has passed; how many. Each in a transaction of its own."""
    closed = Match.every.filter(team_match=OuterRef("pk"), state=MatchState.WAITING)
    due = Match.objects.filter(
        Exists(closed), event__state=EventState.RUNNING, state=MatchState.OPEN, line_ups_by__lte=now
    ).order_by("line_ups_by", "pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:limit]):
        try:
            open_boards(actor=SYSTEM, now=now, match_id=pk)
            done += 1
        except DomainError as error:
            # the next match must not wait for this one; the sweep comes back to it
            logger.warning("The boards of match %d could not be opened: %s", pk, error.code)
    return done


@transaction.atomic
def put_at_board(
    *,
    actor: Actor,
    now: datetime,
    match_id: int,
    team_id: int,
    board: int,
    player_id: int | None,
    reason: str = "",
) -> LineUp:
    """A substitute takes an absentee's board in a match whose line-ups are fixed; None leaves the board empty.

    The captain, the deputy or an organiser does it before anything of the board was played. Whoever steps in is not
    stronger by seeding points than the player on the board above. Raises NotPermitted `not_team_officer`, `own_match`;
    InvalidInput `not_in_match`, `no_such_board`, `already_seated` and those of a line-up; Conflict as `send_line_up`,
    `line_up_not_fixed`, `board_played`.
    """
    event, match, team, opponent = _locked(match_id, team_id)
    require_lead(actor, event, team)
    _refuse_opponent(actor, event, match, team)
    require_running(event)
    before = current_line_up(match, team, opponent)
    if before is None or before.fixed_at is None:
        raise Conflict("line_up_not_fixed", _("The line-up is not fixed yet; send another one instead."))
    arrives_late = match.state == MatchState.DECIDED and _is_empty(before, board) and player_id is not None
    if match.state not in (MatchState.OPEN, MatchState.DECIDED) or arrives_late:
        # what an empty board gave the opponent may be what decided the match
        raise Conflict("match_decided", _("This match has been decided."))
    require_open_stage(match.stage)
    order = _legal(lambda: substitute(tuple(before.players), squad_of(event, team), board, player_id))
    if order == tuple(before.players):
        return before
    _refuse_played(match, board)
    made = _store(actor, now, match, team, opponent, LineUpKind.SUBSTITUTION, order, fixed_at=now, reason=reason)
    names = dict(Entry.every.filter(team=team).values_list("pk", "name"))
    log_action(
        actor=actor, now=now, action="team.substituted", target=match, scope=event,
        data={
            "match": match.number, "team": team.name, "board": board,
            "absent": names.get(before.players[board - 1], ""), "name": names.get(player_id or 0, ""),
        },
        reason=reason,
    )  # fmt: skip
    _follow(actor, now, event, match, reason)
    return made


@transaction.atomic
def set_line_up_deadline(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    round_number: int,
    deadline: datetime | None,
    stage_number: int = 1,
    bracket: str | None = None,
) -> int:
    """Say until when the teams of a round may order their players; returns how many matches there are.

    Raises NotPermitted `not_organiser`; InvalidInput `naive_time`, `unknown_round`; Conflict `not_for_teams`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_team_event(event)
    if deadline is not None and deadline.tzinfo is None:
        raise InvalidInput("naive_time", _("Give the time with its zone."), field="deadline")
    matches = Match.objects.filter(event=event, stage__number=stage_number, round=round_number)
    if bracket is not None:
        matches = matches.filter(bracket=bracket)
    before = list(matches.order_by().values_list("line_ups_by", flat=True).distinct())
    count = matches.update(line_ups_by=deadline)
    if not count:
        raise InvalidInput("unknown_round", _("There is no such round."), field="round")
    log_action(
        actor=actor, now=now, action="event.line_ups.due", target=event, scope=event,
        data={"stage": stage_number, "bracket": bracket, "round": round_number,
              "deadline": None if deadline is None else deadline.isoformat(),
              "changes": {"line_ups_by": moments_changed(before, deadline)}},
    )  # fmt: skip
    raise_version(event)
    return count


def current_line_up(match: Match, team: Entry, opponent: Entry) -> LineUp | None:
    """What a team has sent, or plays in, against that opponent."""
    return LineUp.objects.filter(match=match, team=team, opponent=opponent, current=True).first()


def is_open(match: Match) -> bool:
    """Whether the line-ups of a team match are fixed, so that everybody sees who meets whom."""
    pair = [slot.occupant_id for slot in match.slots.all()]
    rows = LineUp.objects.filter(match=match, current=True, fixed_at__isnull=False)
    found = set(rows.values_list("team", "opponent"))
    return {(pair[0], pair[1]), (pair[1], pair[0])} <= found


def _locked(match_id: int, team_id: int) -> tuple[Event, Match, Entry, Entry]:
    """The match and the two teams in it, the one that is meant first."""
    event, match = lock_match(match_id)
    _require_team_match(event, match)
    occupants(match)
    left, right = (slot.occupant for slot in match.slots.all())
    if left is not None and right is not None:
        if left.pk == team_id:
            return event, match, left, right
        if right.pk == team_id:
            return event, match, right, left
    raise InvalidInput("not_in_match", _("This team does not play this match."), field="team")


def _refuse_opponent(actor: Actor, event: Event, match: Match, team: Entry) -> None:
    """An organiser orders no team that plays against the own one. Raises NotPermitted `own_match`."""
    if not leads_team(actor, event, team):
        require_neutral(actor, event, match_entries(match))


def _require_team_match(event: Event, match: Match) -> None:
    require_team_event(event)
    if match.team_match_id is not None:
        raise Conflict("not_a_team_match", _("This is a board; line-ups belong to the match of the two teams."))


def _require_open(event: Event, match: Match) -> None:
    require_running(event)
    require_open_stage(match.stage)
    occupants(match)
    if match.state != MatchState.OPEN:
        raise Conflict("match_decided", _("This match has been decided."))


def _is_empty(line_up: LineUp, board: int) -> bool:
    return 1 <= board <= len(line_up.players) and line_up.players[board - 1] is None


def _is_late(match: Match, now: datetime) -> bool:
    return match.line_ups_by is not None and now >= match.line_ups_by


def _legal(make: Callable[[], CoreLineUp]) -> CoreLineUp:
    try:
        return make()
    except LineUpError as error:
        raise InvalidInput(error.code, _sentence(error), dict(error.extra), field="players") from error


def _sentence(error: LineUpError) -> str:
    sentences = {
        "line_up_length": _("A line-up names a player, or nobody, for each board."),
        "not_in_team": _("This player is not in the team."),
        "player_twice": _("A player sits at one board only."),
        "too_few_players": _("A team needs at least three players present."),
        "too_strong": _("A substitute may not be stronger than the player on the board above."),
        "no_such_board": _("There is no such board."),
        "already_seated": _("This player sits at a board already."),
    }
    return sentences.get(error.code, error.message)


def _fix(actor: Actor, now: datetime, event: Event, match: Match) -> None:
    """From now on both orders stand and everybody sees them; who sent none plays in the last one."""
    left, right = (slot.occupant for slot in match.slots.all())
    if left is None or right is None:
        raise ValueError("Two teams stand in a match that is open.")
    for team, opponent in ((left, right), (right, left)):
        row = current_line_up(match, team, opponent)
        if row is None:
            order = default_line_up(squad_of(event, team), last_line_up(team))
            row = _store(SYSTEM, now, match, team, opponent, LineUpKind.DEFAULT, order)
        LineUp.objects.filter(pk=row.pk).update(fixed_at=now)
    log_action(
        actor=actor, now=now, action="team.line_ups.fixed", target=match, scope=event, data={"match": match.number}
    )  # fmt: skip
    _follow(actor, now, event, match, "")


def _follow(actor: Actor, now: datetime, event: Event, match: Match, reason: str) -> None:
    match.stage.event = event
    follow_boards(
        actor=actor, now=now, event=event, stage=match.stage, team_matches=[match.pk], reason=reason
    )  # fmt: skip
    settle_team_match(actor=actor, now=now, event=event, team_match=match, reason=reason)
    raise_match_version(match)
    raise_version(event)


def _store(
    actor: Actor,
    now: datetime,
    match: Match,
    team: Entry,
    opponent: Entry,
    kind: LineUpKind,
    order: CoreLineUp,
    *,
    fixed_at: datetime | None = None,
    reason: str = "",
) -> LineUp:
    LineUp.objects.filter(match=match, team=team, opponent=opponent, current=True).update(current=False)
    return LineUp.objects.create(
        match=match, team=team, opponent=opponent, kind=kind, players=list(order), fixed_at=fixed_at, at=now,
        user=actor.user, player=actor.player, via=actor.via, reason=reason,
    )  # fmt: skip


def _refuse_played(match: Match, board: int) -> None:
    """Nobody steps in once something of the board counts or was reported."""
    here = {"match__team_match": match, "match__board": board}
    if (
        Report.objects.filter(**here, state__in=LIVE_STATES).exists()
        or GameResult.objects.filter(**here, current=True).exists()
        or Decision.objects.filter(**here, current=True).exclude(kind=DecisionKind.VOID).exists()
    ):
        raise Conflict("board_played", _("Something was played at this board; who sits there stays."), {"board": board})
