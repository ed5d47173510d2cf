"""Making the next decision of a match from its games or from an arbiter's ruling.

Every function returns the decision that would be appended, with the right version, and changes
nothing. `docs/regulations.md` 3 says what each kind leads to in a knockout.
"""

from collections.abc import Iterable

from .errors import FactError
from .facts import Cause, CauseKind, Decision, DecisionKind, Facts, GameResult
from .fold import FoldedMatch
from .graph import Bye, EntryId, MatchId
from .match import MatchRule, match_outcome
from .teams.boards import BoardScore
from .teams.outcome import TeamRule, team_outcome

SideTP = tuple[int | None, int | None]


def occupants_of(folded: FoldedMatch) -> tuple[EntryId, EntryId]:
    """The two entries of a match. Raises `FactError("not_ready")` unless both slots hold one."""
    left, right = folded.occupants
    if left is None or right is None or isinstance(left, Bye) or isinstance(right, Bye):
        raise FactError(
            "not_ready",
            f"Match {folded.node.number} does not have two entries.",
            match=folded.node.id,
            state=folded.state,
        )
    return left, right


def next_decision(
    facts: Facts,
    match: MatchId,
    kind: DecisionKind,
    occupants: tuple[EntryId, EntryId],
    winner: int | None = None,
    *,
    tp: SideTP | None = None,
    voided_by: Cause | None = None,
    reinstates: int | None = None,
    excused: bool = True,
) -> Decision:
    """A decision that follows the current version of the match."""
    version = facts.next_version(match)
    return Decision(
        match=match,
        kind=kind,
        occupants=occupants,
        winner=winner,
        version=version,
        supersedes=version - 1 or None,
        tp=tp,
        voided_by=voided_by,
        reinstates=reinstates,
        excused=excused,
    )


def played(facts: Facts, folded: FoldedMatch, games: Iterable[GameResult], rule: MatchRule) -> Decision | None:
    """PLAYED, if the confirmed games decide the match by its rule; else None.

    Also None where the match already has this very decision, so that confirming one more game
    after an early end, or confirming twice, adds a version only if the totals changed. A later
    game of a decided match changes the totals and never the winner (regulation 2.2).
    """
    outcome = match_outcome(games, rule)
    if not outcome.is_decided:
        return None
    match = folded.node.id
    decision = next_decision(facts, match, DecisionKind.PLAYED, occupants_of(folded), outcome.winner, tp=outcome.tp)
    return None if _is_current(facts, decision) else decision


def team_played(facts: Facts, folded: FoldedMatch, boards: Iterable[BoardScore], rule: TeamRule) -> Decision | None:
    """PLAYED, if the boards decide the team match (`docs/regulations.md` 6.2); else None. As `played`."""
    outcome = team_outcome(boards, rule)
    if not outcome.is_decided:
        return None
    match = folded.node.id
    decision = next_decision(facts, match, DecisionKind.PLAYED, occupants_of(folded), outcome.winner, tp=outcome.tp)
    return None if _is_current(facts, decision) else decision


def walkover(facts: Facts, folded: FoldedMatch, absent: int) -> Decision:
    """WALKOVER: side `absent` (0 or 1) is excused, the other moves on without TP."""
    return next_decision(facts, folded.node.id, DecisionKind.WALKOVER, occupants_of(folded), 1 - absent)


def default(facts: Facts, folded: FoldedMatch, at_fault: int) -> Decision:
    """DEFAULT: side `at_fault` loses by its own fault, the other moves on without TP."""
    return next_decision(facts, folded.node.id, DecisionKind.DEFAULT, occupants_of(folded), 1 - at_fault)


def double_default(facts: Facts, folded: FoldedMatch) -> Decision:
    """DOUBLE_DEFAULT: both sides are at fault, nobody moves on and the next slot is a bye."""
    return next_decision(facts, folded.node.id, DecisionKind.DOUBLE_DEFAULT, occupants_of(folded))


def retired(
    facts: Facts,
    folded: FoldedMatch,
    retiring: int,
    games: Iterable[GameResult] = (),
    *,
    excused: bool = True,
    boards: Iterable[BoardScore] = (),
) -> Decision:
    """RETIRED: side `retiring` stopped in the middle, the other moves on whatever the score.

    The TP of the games already played stand, of a team match those of its `boards`; in a table the
    others count as WALKOVER, or as DEFAULT where the side is not `excused`.
    """
    scored = [game.tp for game in games if not game.decider] + [board.tp for board in boards]
    tp = (sum(pair[0] for pair in scored), sum(pair[1] for pair in scored))
    kind, pair = DecisionKind.RETIRED, occupants_of(folded)
    return next_decision(facts, folded.node.id, kind, pair, 1 - retiring, tp=tp, excused=excused)


def adjudicated(facts: Facts, folded: FoldedMatch, tp: tuple[int, int], winner: int | None = None) -> Decision:
    """ADJUDICATED: an arbiter sets the match's TP, and the higher total wins.

    Only where the totals are level does the arbiter name the winner; in a table there need not
    be one. Raises `FactError("level_ruling")` if it does not, and `FactError("ruling_differs")`
    if a named winner has fewer TP.
    """
    by_tp = None if tp[0] == tp[1] else (0 if tp[0] > tp[1] else 1)
    if by_tp is None and winner is None and not folded.node.table:
        raise FactError("level_ruling", "Level totals need a named winner.", match=folded.node.id, tp=tp)
    if by_tp is not None and winner not in (None, by_tp):
        raise FactError("ruling_differs", "The named winner has fewer TP.", match=folded.node.id, tp=tp, winner=winner)
    side = winner if by_tp is None else by_tp
    return next_decision(facts, folded.node.id, DecisionKind.ADJUDICATED, occupants_of(folded), side, tp=tp)


def imported(facts: Facts, folded: FoldedMatch, winner: int | None, tp: SideTP = (None, None)) -> Decision:
    """IMPORTED: a historic result as published; totals may be unknown, and need not match.

    Only a level match of a table has no winner.
    """
    return next_decision(facts, folded.node.id, DecisionKind.IMPORTED, occupants_of(folded), winner, tp=tp)


def cleared(facts: Facts, match: MatchId) -> Decision:
    """VOID by an arbiter: the match is open again and its decision is never offered back.

    Raises `FactError("not_decided")` where there is nothing to clear.
    """
    current = facts.decisions.get(match)
    if current is None or current.kind is DecisionKind.VOID:
        raise FactError("not_decided", f"Match {match} has no decision to clear.", match=match)
    return next_decision(
        facts,
        match,
        DecisionKind.VOID,
        current.occupants,
        voided_by=Cause(CauseKind.CLEARED, match=match, version=current.version),
    )


def _is_current(facts: Facts, decision: Decision) -> bool:
    current = facts.decisions.get(decision.match)
    return current is not None and current.same_result(decision)
