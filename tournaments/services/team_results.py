"""From the boards to the team match and all that follows from it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.compiled import CompiledObjects
from tantrix_site.errors import Conflict
from tournaments.formats.deciding import cleared, team_played
from tournaments.formats.facts import Decision, DecisionKind, Facts
from tournaments.formats.fold import MatchState as CoreState
from tournaments.formats.fold import fold
from tournaments.formats.impact import impact
from tournaments.formats.teams.board_match import board_scores
from tournaments.formats.teams.boards import BoardScore
from tournaments.formats.teams.outcome import team_outcome
from tournaments.models import Event, Match, MatchState
from tournaments.selectors.boards import boards_in, read_boards, scores_of
from tournaments.selectors.match_rule import team_rule_of
from tournaments.selectors.stages import Loaded, board_points, load_boards, load_match_stage
from tournaments.services.access import raise_match_version
from tournaments.services.applying import Planned, apply_decision, apply_facts, load_for_correction

_whole = CompiledObjects(lambda match: Match.objects.filter(pk=match).select_related("stage"))


def whole_match(board: Match) -> Match:
    """The team match of a board, as it is now."""
    if board.team_match_id is None:
        raise ValueError("This match is no board.")
    whole = _whole.one(board.team_match_id)
    assert whole is not None
    return whole


def scores_so_far(event: Event, team_match: Match) -> tuple[BoardScore, ...]:
    """What the boards of a team match count for now."""
    boards = boards_in(Match.objects.filter(pk=team_match.pk))
    return scores_of(boards, board_points(team_match.stage, event)).get(team_match.pk, ())


def require_live_board(event: Event, match: Match) -> None:
    """Whether games are played in this match: a team match has none, and a board goes with its team match.

    Raises Conflict `played_on_boards`, `match_decided`.
    """
    if match.team_match_id is None:
        if event.is_for_teams:
            raise Conflict(
                "played_on_boards", _("A match of two teams is played on its boards; report the games there.")
            )
        return
    whole = whole_match(match)
    decision = whole.decisions.filter(current=True).exclude(kind=DecisionKind.VOID).first()
    if whole.state not in (MatchState.OPEN, MatchState.DECIDED) or (
        decision is not None and decision.kind != DecisionKind.PLAYED
    ):
        raise Conflict("match_decided", _("The match of the two teams has been decided without further games."))


def settle_team_match(*, actor: Actor, now: datetime, event: Event, team_match: Match, reason: str = "") -> None:
    """Decide a team match if its boards do (`docs/regulations.md` 6.2), and carry the winner on.

    Whoever changed a board calls it; the event's version is raised by the caller or by what follows. What was decided
    otherwise than by its boards stays so.
    """
    scores = scores_so_far(event, team_match)
    decision = None
    if team_outcome(scores, team_rule_of(event, team_match)).is_decided:
        loaded = load_match_stage(event, team_match)
        decision = None if loaded is None else _next_decision(event, team_match, loaded, scores)
        if loaded is not None and decision is not None:
            after = loaded.facts.with_decision(decision)
            apply_facts(actor=actor, now=now, loaded=loaded, after=after, decisions=[decision], reason=reason)
            log_action(
                actor=actor, now=now, action="match.decided", target=team_match, scope=event,
                data={"match": team_match.number, "kind": str(decision.kind), "winner": decision.winner_entry,
                      "tp": decision.tp, "version": decision.version},
                reason=reason,
            )  # fmt: skip
    if decision is None or decision.version > 1:
        raise_match_version(team_match)


def _next_decision(event: Event, team_match: Match, loaded: Loaded, scores: Sequence[BoardScore]) -> Decision | None:
    folded = fold(loaded.structure, loaded.facts)[team_match.pk]
    by_boards = folded.decision is None or folded.decision.kind is DecisionKind.PLAYED
    if folded.state not in (CoreState.OPEN, CoreState.DECIDED) or not by_boards:
        return None
    return team_played(loaded.facts, folded, scores, team_rule_of(event, team_match))


def plan_team_match(event: Event, board: Match, after: Facts) -> Planned:
    """What becomes of the team match and its stage if a board has these facts instead of its own.

    Raises Conflict as `load_for_correction`.
    """
    team_match = whole_match(board)
    team_match.event = event
    loaded = load_for_correction(event, team_match)
    scores = _scores_with(event, team_match, board, after)
    facts = loaded.facts.with_boards(team_match.pk, scores) if loaded.stage.is_table else loaded.facts
    decision = decision_of_boards(event, team_match, loaded, scores)
    if decision is not None:
        facts = facts.with_decision(decision)
    return Planned(impact(loaded.structure, loaded.facts, facts), loaded, facts, decision)


def decision_of_boards(
    event: Event, team_match: Match, loaded: Loaded, scores: Sequence[BoardScore]
) -> Decision | None:
    """PLAYED if the boards decide the team match, cleared if they no longer do, None where nothing changes by them."""
    if team_outcome(scores, team_rule_of(event, team_match)).is_decided:
        return _next_decision(event, team_match, loaded, scores)
    current = loaded.facts.decisions.get(team_match.pk)
    is_played = current is not None and current.kind is DecisionKind.PLAYED
    return cleared(loaded.facts, team_match.pk) if is_played else None


def apply_team_plan(
    actor: Actor,
    now: datetime,
    planned: Planned,
    board: Match,
    digest: str | None,
    reinstate: Collection[int],
    reason: str,
) -> None:
    """Store what `plan_team_match` found once the board has been changed. Raises as `apply_facts`."""
    apply_decision(actor, now, planned.loaded, planned.after, planned.decision, digest, reinstate, reason)
    raise_match_version(whole_match(board))


def _scores_with(event: Event, team_match: Match, board: Match, after: Facts) -> tuple[BoardScore, ...]:
    """What all boards count for with these facts of one of them."""
    boards = boards_in(Match.objects.filter(pk=team_match.pk))
    loaded = load_boards(team_match.stage, event, boards)
    decisions = {pk: found for pk, found in loaded.facts.decisions.items() if pk != board.pk}
    decisions |= {pk: found for pk, found in after.decisions.items() if pk == board.pk}
    games = {**loaded.facts.games, board.pk: after.games.get(board.pk, ())}
    facts = replace(loaded.facts, decisions=decisions, games=games)
    rows = read_boards(boards)
    return board_scores(fold(loaded.structure, facts), rows, board_points(team_match.stage, event))[team_match.pk]
