"""The matches of an event as lists show them, of every format, read from what is stored of the fold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from players.names import latin_key
from tantrix_site.compiled import Compiled
from tournaments.formats.facts import DecisionKind
from tournaments.formats.graph import EntryId, MatchId
from tournaments.models import Decision, Draw, Event, GameResult, Match, MatchState, Report, Slot, Stage, StageKind
from tournaments.models.report import LIVE_STATES
from tournaments.models.structure import hall_of
from tournaments.selectors.arranging import arrangement_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow
from tournaments.selectors.pages.round_names import MAIN, at_table, key_name, round_name
from tournaments.selectors.pages.stage_words import origin_texts, stage_title
from tournaments.selectors.pages.words import Text
from tournaments.selectors.running import running_totals
from tournaments.selectors.stages import stages_of
from tournaments.selectors.withheld import DRAWN, is_from_play, state_without_results

UNPLAYED: Final = (DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT)
FILTERS: Final = ("open", "reported", "done", "waiting")


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match. `score` are its points, or "w/o" and "def"; `role` is "w" for the winner, "l" for a loser,
    "u" while nobody is known, else empty. `text` says who may come."""

    entry: EntryRow | None
    score: str
    role: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EventMatch:
    """One match. `table` is the group's key, empty in a bracket; `hall` the table in the hall, 0 without."""

    id: MatchId
    number: int
    stage: int
    table: str
    round: int
    title: str
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
        return self.state.key not in ("waiting", "playing", "void", *words.UNPLAYED_KEYS, *words.REPORT_ORDER)

    def side_of(self, entry: EntryId) -> int | None:
        """0 or 1; None for one who does not play here."""
        return next((n for n, seat in enumerate(self.sides) if seat.entry is not None and seat.entry.id == entry), None)


def filtered(
    matches: QuerySet[Match], *, state: str = "", stage: int = 0, table: str = "", round_: int = 0,
    players: Iterable[EntryId] | None = None, results: bool = True,
) -> QuerySet[Match]:  # fmt: skip
    """The matches that fit, byes left out; what is empty or unknown lets all through.

    Without `results` the state is not asked for, and players are found where they were drawn.
    """
    matches = matches.exclude(state=MatchState.BYE)
    state = state if results else ""
    if stage:
        matches = matches.filter(stage__number=stage)
    if table:
        matches = matches.filter(table=table)
    if round_:
        matches = matches.filter(round=round_)
    if players is not None:
        slots = Slot.objects.filter(match=OuterRef("pk"), occupant__in=list(players))
        matches = matches.filter(Exists(slots if results else slots.filter(DRAWN)))
    reported = Exists(Report.objects.filter(match=OuterRef("pk"), state__in=LIVE_STATES))
    if state == "open":
        return matches.filter(~reported, state=MatchState.OPEN)
    if state == "reported":
        return matches.filter(reported, state=MatchState.OPEN)
    if state == "waiting":
        return matches.filter(state=MatchState.WAITING)
    if state == "done":
        return matches.exclude(Q(state=MatchState.OPEN) | Q(state=MatchState.WAITING))
    return matches


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """By what a list of matches can be narrowed: stages where there are several, groups, rounds of one stage."""

    stages: tuple[tuple[int, Text], ...]
    groups: tuple[str, ...]
    rounds: tuple[tuple[int, str], ...]

    @property
    def has_matches(self) -> bool:
        return bool(self.stages)


def match_choice(event: Event, number: int) -> MatchChoice:
    """The choice for the stage of that number, 0 for all stages together; two queries."""
    stages = {stage.pk: stage for stage in Stage.objects.filter(event=event).order_by("number")}
    rows = Match.objects.filter(event=event).exclude(state=MatchState.BYE)
    found = rows.values_list("stage", "bracket", "table", "round").distinct().order_by("stage__number", "round")
    parts = [(stages[stage], bracket, table, round_) for stage, bracket, table, round_ in found]
    shown = list(dict.fromkeys((stage.number, stage_title(stage)) for stage, *_rest in parts))
    only = number or (shown[0][0] if len(shown) == 1 else 0)
    own = [part for part in parts if part[0].number == only]
    groups = {table for stage, _bracket, table, _round in own if stage.kind == StageKind.GROUPS}
    rounds: dict[int, str] = {}
    for stage, bracket, table, round_ in own:
        if stage.is_table or bracket == MAIN:
            rounds[round_] = (key_name("", round_) if table else round_name(stage, bracket, round_)).title
    return MatchChoice(tuple(shown), tuple(sorted(groups)) if len(groups) > 1 else (), tuple(sorted(rounds.items())))


def find_by_name(rows: Iterable[EntryRow], text: str) -> list[EntryRow]:
    """Those whose name has every word of the text, with or without accents."""
    wanted = latin_key(text).split()
    return [row for row in rows if all(word in latin_key(row.name) for word in wanted)]


_MATCH: Final = (
    "pk", "number", "stage_id", "bracket", "label", "table", "round", "position", "state", "winner_id", "deadline",
    "hall_table",
)  # fmt: skip


@Compiled
def _rows(matches: Sequence[MatchId]) -> QuerySet[Match, tuple[Any, ...]]:
    return Match.objects.filter(pk__in=matches).values_list(*_MATCH)


@Compiled
def _decisions(matches: Sequence[MatchId]) -> QuerySet[Decision, tuple[Any, ...]]:
    found = Decision.objects.filter(match__in=matches, current=True)
    return found.values_list("match_id", "kind", "tp_left", "tp_right")


@Compiled
def _live(matches: Sequence[MatchId]) -> QuerySet[Report, tuple[int, str]]:
    return Report.objects.filter(match__in=matches, state__in=LIVE_STATES).values_list("match_id", "state")


@Compiled
def _games(matches: Sequence[MatchId]) -> QuerySet[GameResult, tuple[int, int, int]]:
    games = GameResult.objects.filter(match__in=matches, match__state=MatchState.OPEN, current=True, decider=False)
    return games.values_list("match_id", "tp_left", "tp_right")


@Compiled
def _slots(matches: Sequence[MatchId]) -> QuerySet[Slot, tuple[Any, ...]]:
    return (
        Slot.objects.filter(match__in=matches)
        .order_by("match", "side")
        .values_list(
            "match", "side", "occupant", "source", "source_seed", "source_match", "is_bye", "match__stage__number"
        )
    )


def _feeding_rows(slots: QuerySet[Slot]) -> QuerySet[Slot, tuple[Any, ...]]:
    found = slots.distinct().order_by("match", "side")
    return found.values_list("match", "match__number", "occupant", "source", "match__stage__number")


_feeding = Compiled(lambda matches: _feeding_rows(Slot.objects.filter(match__feeds__match__in=matches)))
_feeding_unfilled = Compiled(
    lambda matches: _feeding_rows(Slot.objects.filter(match__feeds__match__in=matches, match__feeds__occupant=None))
)


def event_matches(
    event: Event,
    matches: Iterable[MatchId] | QuerySet[Match],
    entries: Mapping[EntryId, EntryRow],
    *,
    results: bool = True,
) -> tuple[EventMatch, ...]:
    """These matches by stage, round, group and place in the round, of a Swiss by table; at most eleven queries.

    Without `results` as they were drawn, as if nothing had been played.
    """
    ids = list(matches.values_list("pk", flat=True)) if isinstance(matches, QuerySet) else list(matches)
    rows = _rows(ids)
    stages = {stage.pk: stage for stage in stages_of([event])}
    seats = _Seats(event, ids, entries, results=results)
    if not results:
        rows = [seats.unplayed(row) for row in rows]
    played = ids if results else []
    decisions = {match: (kind, (left, right)) for match, kind, left, right in _decisions(played)}
    running = _running(ids) if results else {}
    for stage in stages.values():
        running |= running_totals(stage) if results else {}
    reports: dict[MatchId, set[str]] = {}
    for match, report in _live(played):
        reports.setdefault(match, set()).add(report)
    arranged = {} if event.is_for_teams else arrangement_of(ids)
    found = []
    for pk, number, stage_id, bracket, label, table, round_, position, state, winner, deadline, hall_table in rows:
        stage = stages[stage_id]
        hall = hall_of(stage.kind, position, hall_table)
        decision, tp = decisions.get(pk, (None, running.get(pk, (None, None))))
        scores = _scores(state, decision, tp, seats.won(pk, winner))
        found.append(
            (
                (stage.number, round_, table, hall if stage.kind == StageKind.SWISS else position),
                EventMatch(
                    id=pk,
                    number=number,
                    stage=stage.number,
                    table=table,
                    round=round_,
                    title=at_table(round_name(stage, bracket, round_, label=label, table=table), hall).title,
                    hall=hall,
                    sides=(seats.seat(pk, 0, state, winner, scores[0]), seats.seat(pk, 1, state, winner, scores[1])),
                    state=words.match_word(
                        state=state,
                        decision=decision,
                        reports=frozenset(reports.get(pk, ())),
                        games_in=pk in running,
                        arranged=arranged.get(pk),
                        deadline=deadline,
                    ),
                    deadline=deadline,
                    is_bye=state == MatchState.BYE,
                ),
            )
        )
    return tuple(match for _key, match in sorted(found, key=lambda pair: pair[0]))


def _running(ids: list[MatchId]) -> dict[MatchId, tuple[int, int]]:
    """The points so far of matches that go on."""
    found: dict[MatchId, tuple[int, int]] = {}
    for match, left, right in _games(ids):
        before = found.get(match, (0, 0))
        found[match] = (before[0] + left, before[1] + right)
    return found


class _Seats:
    """Who stands in the slots of some matches, and who may come into those that are not filled."""

    def __init__(self, event: Event, ids: list[MatchId], entries: Mapping[EntryId, EntryRow], *, results: bool) -> None:
        self.entries = entries
        self.occupants: dict[MatchId, list[EntryId | None]] = {}
        self._sources: dict[tuple[MatchId, int], tuple[str, int | None, MatchId | None, bool]] = {}
        for match, side, occupant, source, seed, feeding, is_bye, stage in _slots(ids):
            entry = occupant if results or not is_from_play(source, stage) else None
            self.occupants.setdefault(match, []).append(entry)
            if not entry:
                self._sources[match, side] = (source, seed, feeding, is_bye)
        self._feeding: dict[MatchId, tuple[int, list[EntryId]]] = {}
        for match, number, entry, source, stage in (_feeding_unfilled if results else _feeding)(ids):
            known = self._feeding.setdefault(match, (number, []))[1]
            if entry is not None and (results or not is_from_play(source, stage)):
                known.append(entry)
        self._origins: dict[int, str] = {}
        if any(seed is not None for _source, seed, _feeding, _bye in self._sources.values()):
            self._origins = _origins(event)

    def unplayed(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """The row of a match as if nothing had been played."""
        known = sum(entry is not None for entry in self.occupants[row[0]])
        state, winner = _MATCH.index("state"), _MATCH.index("winner_id")
        changed = list(row)
        changed[state], changed[winner] = state_without_results(row[state], known), None
        return tuple(changed)

    def won(self, match: MatchId, winner: EntryId | None) -> tuple[bool, bool]:
        left, right = (entry is not None and entry == winner for entry in self.occupants[match])
        return left, right

    def seat(self, match: MatchId, side: int, state: str, winner: EntryId | None, score: str) -> Seat:
        entry = self.entries.get(self.occupants[match][side] or 0)
        if entry is None:
            return Seat(None, "", "u", self._expected(match, side))
        over = state in (MatchState.DECIDED, MatchState.WALKOVER) and winner is not None
        return Seat(entry, score, ("w" if entry.id == winner else "l") if over else "")

    def _expected(self, match: MatchId, side: int) -> str:
        source, seed, feeding, is_bye = self._sources[match, side]
        if is_bye:
            return _("bye")
        if feeding is None:
            return self._origins.get(seed or 0, _("not drawn yet"))
        number, both = self._feeding[feeding]
        if len(both) == 2 and all(entry in self.entries for entry in both):
            one, other = (self.entries[entry].short for entry in both)
            return _("{one} or {other}").format(one=one, other=other)
        if source == "loser":
            return _("Loser of M{number}").format(number=number)
        return _("Winner of M{number}").format(number=number)


def _origins(event: Event) -> dict[int, str]:
    """Where the seeds of the stage come from that is drawn ahead of its entries."""
    draws = Draw.objects.filter(stage__event=event, current=True, stage__opened_at=None).order_by("-stage__number")
    return origin_texts(draws.values_list("detail", flat=True).first() or {})


def _scores(
    state: str,
    decision: str | None,
    tp: tuple[int | None, int | None],
    won: tuple[bool, bool],
) -> tuple[str, str]:
    """What stands behind the two names: points, or what happened instead of play."""
    points = words.tp_text(tp[0]), words.tp_text(tp[1])
    if state == MatchState.WALKOVER or (state == MatchState.DECIDED and decision in UNPLAYED):
        lost = _("def") if decision in (DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT) else ""
        return (_("w/o") if won[0] else lost), (_("w/o") if won[1] else lost)
    if decision == DecisionKind.RETIRED and not any(points):
        return ("" if won[0] else _("ret")), ("" if won[1] else _("ret"))
    return points
