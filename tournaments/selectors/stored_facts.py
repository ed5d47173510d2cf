"""Decisions and games of matches as the core reads them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments.formats.facts import Cause, CauseKind, Decision, DecisionKind, GameResult
from tournaments.formats.graph import EntryId, MatchId
from tournaments.models import Decision as DecisionRow
from tournaments.models import GameResult as ResultRow
from tournaments.models import Match


def decisions_of(matches: QuerySet[Match], *, history: bool = False) -> list[Decision]:
    """The decisions of these matches that count, with `history` all their versions; one query."""
    return decisions_from(decision_rows(matches, history=history))


def decision_rows(matches: QuerySet[Match], *, history: bool = False) -> QuerySet[DecisionRow, tuple[Any, ...]]:
    """The same as rows, for `decisions_from`."""
    rows = DecisionRow.objects.filter(match__in=matches)
    if not history:
        rows = rows.filter(current=True)
    return rows.order_by("match", "version").values_list(*_DECISION_COLUMNS)


def decisions_from(rows: Iterable[tuple[Any, ...]]) -> list[Decision]:
    """The decisions of `decision_rows`."""
    return [_decision(*row) for row in rows]


def games_of(matches: QuerySet[Match]) -> dict[MatchId, tuple[GameResult, ...]]:
    """The games of these matches that count, by number; one query."""
    return games_from(game_rows(matches))


def game_rows(matches: QuerySet[Match]) -> QuerySet[ResultRow, tuple[Any, ...]]:
    """The same as rows, for `games_from`."""
    rows = ResultRow.objects.filter(match__in=matches, current=True).order_by("number")
    return rows.values_list(
        "match", "number", "tp_left", "tp_right", "tiles_left", "tiles_right", "decider", "deadlock"
    )


def games_from(rows: Iterable[tuple[Any, ...]]) -> dict[MatchId, tuple[GameResult, ...]]:
    """The games of `game_rows`, by match."""
    found: dict[MatchId, list[GameResult]] = {}
    for match, number, tp_left, tp_right, left, right, decider, deadlock in rows:
        tiles = None if left is None or right is None else (left, right)
        found.setdefault(match, []).append(GameResult(match, number, (tp_left, tp_right), tiles, decider, deadlock))
    return {match: tuple(games) for match, games in found.items()}


_DECISION_COLUMNS = (
    "match", "version", "kind", "left", "right", "winner_side", "tp_left", "tp_right", "void_cause", "void_match",
    "void_version", "void_entry", "reinstates", "excused",
)  # fmt: skip


def core_decision(row: DecisionRow) -> Decision:
    """A stored decision as the core reads it."""
    return _decision(
        row.match_id, row.version, row.kind, row.left_id, row.right_id, row.winner_side, row.tp_left, row.tp_right,
        row.void_cause, row.void_match_id, row.void_version, row.void_entry_id, row.reinstates, row.excused,
    )  # fmt: skip


def _decision(
    match: MatchId,
    version: int,
    kind: str,
    left: EntryId,
    right: EntryId,
    winner: int | None,
    tp_left: int | None,
    tp_right: int | None,
    cause: str,
    cause_match: MatchId | None,
    cause_version: int | None,
    cause_entry: EntryId | None,
    reinstates: int | None,
    excused: bool,
) -> Decision:
    voided_by = Cause(CauseKind(cause), match=cause_match, version=cause_version, entry=cause_entry) if cause else None
    return Decision(
        match=match,
        kind=DecisionKind(kind),
        occupants=(left, right),
        winner=winner,
        version=version,
        supersedes=version - 1 or None,
        tp=None if tp_left is None and tp_right is None else (tp_left, tp_right),
        voided_by=voided_by,
        reinstates=reinstates,
        excused=excused,
    )
