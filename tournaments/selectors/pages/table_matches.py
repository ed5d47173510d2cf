"""Matches of groups and Swiss rounds as lists show them, read from what is stored of the fold."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.formats.facts import DecisionKind
from tournaments.formats.graph import EntryId, MatchId
from tournaments.models import Decision, GameResult, Match, MatchState, Report, Slot, StageKind
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow

UNPLAYED = (DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT)


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match. `score` are its points, or "w/o" and "def"; `role` is "w", "l", or empty, a draw too."""

    entry: EntryRow | None
    score: str
    role: str


@dataclass(frozen=True, slots=True)
class TableMatch:
    """One match of a group or a Swiss round. `table` is the group's key, `hall` the table in the hall, 0 in a group."""

    id: MatchId
    number: int
    stage: int
    table: str
    round: int
    hall: int
    sides: tuple[Seat, Seat]
    state: words.StateWord
    deadline: datetime | None
    is_bye: bool

    @property
    def present(self) -> EntryRow | None:
        """Of a bye: who has it."""
        return next((seat.entry for seat in self.sides if seat.entry is not None), None)

    @property
    def is_over(self) -> bool:
        return self.state.key not in ("waiting", "to_play", "playing", "void", *words.REPORT_ORDER)

    def side_of(self, entry: EntryId) -> int | None:
        """0 or 1; None for one who does not play here."""
        return next((n for n, seat in enumerate(self.sides) if seat.entry is not None and seat.entry.id == entry), None)


def table_matches(matches: QuerySet[Match], entries: Mapping[EntryId, EntryRow]) -> tuple[TableMatch, ...]:
    """These matches by stage, round, group and table; four queries for any number."""
    ids = matches.exclude(table="").values("pk")
    occupants: dict[MatchId, list[EntryId | None]] = {}
    slots = Slot.objects.filter(match__in=ids).order_by("match", "side")
    for match, entry in slots.values_list("match_id", "occupant_id"):
        occupants.setdefault(match, []).append(entry)
    decisions = {
        match: (kind, (left, right))
        for match, kind, left, right in Decision.objects.filter(match__in=ids, current=True).values_list(
            "match_id", "kind", "tp_left", "tp_right"
        )
    }
    running: dict[MatchId, tuple[int, int]] = {}
    games = GameResult.objects.filter(match__in=ids, match__state=MatchState.OPEN, current=True, decider=False)
    for match, own, other in games.values_list("match_id", "tp_left", "tp_right"):
        before = running.get(match, (0, 0))
        running[match] = (before[0] + own, before[1] + other)
    reports: dict[MatchId, set[str]] = {}
    live = Report.objects.filter(match__in=ids, state__in=LIVE_STATES)
    for match, state in live.values_list("match_id", "state"):
        reports.setdefault(match, set()).add(state)
    found = []
    rows = matches.exclude(table="").order_by("stage__number", "round", "table", "position")
    for pk, number, stage, kind, table, round_, position, state, winner, deadline in rows.values_list(
        "pk", "number", "stage__number", "stage__kind", "table", "round", "position", "state", "winner_id", "deadline"
    ):
        decision, tp = decisions.get(pk, (None, running.get(pk, (None, None))))
        scores = _scores(state, decision, tp, winner, occupants[pk])
        left, right = (
            Seat(entries.get(entry) if entry else None, scores[side], _role(state, winner, entry))
            for side, entry in enumerate(occupants[pk])
        )
        word = words.match_word(
            state=state, decision=decision, reports=frozenset(reports.get(pk, ())), games_in=pk in running
        )
        hall = position + 1 if kind == StageKind.SWISS else 0
        found.append(
            TableMatch(
                pk, number, stage, table, round_, hall, (left, right), word, deadline, state == MatchState.BYE
            )
        )  # fmt: skip
    return tuple(found)


def _role(state: str, winner: EntryId | None, entry: EntryId | None) -> str:
    if entry is None or state not in (MatchState.DECIDED, MatchState.WALKOVER):
        return ""
    return "" if winner is None else "w" if entry == winner else "l"


def _scores(
    state: str,
    decision: str | None,
    tp: tuple[int | None, int | None],
    winner: EntryId | None,
    occupants: list[EntryId | None],
) -> tuple[str, str]:
    if state == MatchState.WALKOVER or (state == MatchState.DECIDED and decision in UNPLAYED):
        lost = _("def") if decision in (DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT) else ""
        left, right = (_("w/o") if winner is not None and entry == winner else lost for entry in occupants)
        return left, right
    return words.tp_text(tp[0]), words.tp_text(tp[1])
