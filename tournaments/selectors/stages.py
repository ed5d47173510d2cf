"""Reading a stage of an event: structure, facts, and the cache of the last fold beside them.

The rows of structure, draws, decisions and exits are the truth. What the fold makes of them (occupants, states,
winners, places) is stored as a cache that `tournaments.services.folding` alone writes.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.db.models import Q, QuerySet

from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.formats.facts import Exit, ExitKind, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import (
    BYE,
    Bye,
    EntryId,
    EntrySource,
    LoserOf,
    MatchId,
    MatchNode,
    Occupant,
    OnlyIf,
    Seed,
    Source,
    Structure,
    Table,
    TableKind,
    TablePoints,
    WinnerOf,
)
from tournaments.formats.settings import GroupSettings, StageSettings, SwissSettings, settings_of
from tournaments.formats.teams.board_match import POINTS, board_structure
from tournaments.models import (
    Attendance,
    AttendanceKind,
    Draw,
    Entry,
    Event,
    Match,
    Slot,
    SourceKind,
    Stage,
    StageKind,
    StageState,
    TieRuling,
)
from tournaments.models import Exit as ExitRow
from tournaments.selectors.boards import boards_in, read_boards, scores_of
from tournaments.selectors.sittings import sitting_places
from tournaments.selectors.stored_facts import (
    decision_rows,
    decisions_from,
    decisions_of,
    game_rows,
    games_from,
    games_of,
)

SWISS_TABLE = "S"
"""The key of the one table of a Swiss stage."""


@dataclass(frozen=True)
class CachedSlot:
    """A slot's row and what the cache says of it."""

    pk: int
    occupant: Occupant


@dataclass
class Loaded:
    """Structure, facts and cache of a stage, read under the event's lock or for show.

    `is_whole` is False where only the matches around one match of a table were read. `until` is the moment until which
    exits count in the stage (`left_until`). `of_boards` says that these are boards of team matches.
    """

    event: Event
    stage: Stage
    structure: Structure
    facts: Facts
    states: dict[MatchId, tuple[str, EntryId | None]]
    slots: dict[tuple[MatchId, int], CachedSlot]
    places: dict[EntryId, int | None]
    is_whole: bool = True
    until: datetime | None = None
    of_boards: bool = False

    def number(self, match: MatchId) -> int:
        """What people call the match."""
        return self.structure[match].number


_MATCH_COLUMNS = (
    "pk", "number", "round", "position", "games", "bracket", "ranking", "label", "winner_place", "loser_place",
    "only_if_match", "only_if_side", "table", "state", "winner",
)  # fmt: skip
_SLOT_COLUMNS = (
    "pk", "match", "side", "source", "source_seed", "source_entry", "source_match", "first_match_only", "occupant",
    "is_bye",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """The rows of some matches of a stage, as `load` reads those of all."""

    matches: list[tuple[Any, ...]]
    slots: list[tuple[Any, ...]]

    @classmethod
    def of(cls, matches: Collection[MatchId]) -> Self:
        keys = tuple(matches)
        return cls(_these_matches(keys), _these_slots(keys))


def current_stage(event: Event) -> Stage:
    """The stage in which things happen now: the last one that was opened, else the first."""
    stages = stages_of([event])
    opened = [stage for stage in stages if stage.state != StageState.PLANNED]
    return opened[-1] if opened else stages[0]


def load_current(event: Event, *, history: bool = False) -> Loaded | None:
    """The stage in which things happen now, or None before its draw."""
    return load(current_stage(event), event, history=history)


def load_match_stage(event: Event, match: Match, *, history: bool = False) -> Loaded | None:
    """What a change of that match may touch: its whole stage in a tree, its group, or itself in a Swiss stage.

    A match of a Swiss stage leads nowhere, so that one result costs the same however many there are. Of a team match
    only the board itself; what follows for the team match is for the caller.
    """
    stage = match.stage
    if match.team_match_id is not None:
        return load_boards(stage, event, Match.every.filter(pk=match.pk), history=history)
    if stage.kind == StageKind.SWISS:
        return load(stage, event, history=history, only=Part.of([match.pk]))
    if stage.kind == StageKind.GROUPS:
        group = Part(_matches_of_group(stage.pk, match.table), _slots_of_group(stage.pk, match.table))
        return load(stage, event, history=history, only=group)
    return load(stage, event, history=history)


def load(stage: Stage, event: Event | None = None, *, history: bool = False, only: Part | None = None) -> Loaded | None:
    """A stage, or None before its draw. At most eight queries.

    With `history` the superseded decisions are read too; only what may be brought back after a correction needs them.
    `only` are the rows of the matches of a table that are wanted.
    """
    event = stage.event if event is None else event
    draw = _current_draw.one(stage.pk)
    if draw is None:
        return None
    sources: dict[MatchId, list[Source]] = {}
    slots: dict[tuple[MatchId, int], CachedSlot] = {}
    rows = _slots_of_stage(stage.pk) if only is None else only.slots
    for pk, match, side, kind, seed, entry, source_match, first_only, occupant, is_bye in rows:
        sources.setdefault(match, []).append(source_of(kind, seed, entry, source_match, first_only))
        slots[match, side] = CachedSlot(pk, BYE if is_bye else occupant)
    nodes: list[MatchNode] = []
    states: dict[MatchId, tuple[str, EntryId | None]] = {}
    for row in _matches_of_stage(stage.pk) if only is None else only.matches:
        pk, number, round_, position, games, bracket, ranking, label, winner_place, loser_place, *rest = row
        only_match, only_side, table, state, winner = rest
        left, right = sources[pk]
        condition = None if only_match is None else OnlyIf(only_match, only_side)
        nodes.append(
            MatchNode(
                id=pk, number=number, round=round_, position=position, sources=(left, right), games=games,
                bracket=bracket, ranking=ranking, label=label, winner_place=winner_place, loser_place=loser_place,
                condition=condition, table=table,
            )
        )  # fmt: skip
        states[pk] = (state, winner)
    seeds = seeds_of(stage, draw)
    matches = None if only is None else list(states)
    until = left_until(stage)
    return Loaded(
        event=event,
        stage=stage,
        structure=Structure(nodes, tables_of(stage, event, draw, seeds)),
        facts=_facts(stage, event, seeds, matches, until, history=history),
        states=states,
        slots=slots,
        places={} if only is not None else stored_places(event),
        is_whole=only is None,
        until=until,
    )


def _match_rows(matches: QuerySet[Match]) -> QuerySet[Match, tuple[Any, ...]]:
    return matches.order_by("number").values_list(*_MATCH_COLUMNS)


def _slot_rows(slots: QuerySet[Slot]) -> QuerySet[Slot, tuple[Any, ...]]:
    return slots.order_by("match", "side").values_list(*_SLOT_COLUMNS)


def _group(stage: int, group: str) -> QuerySet[Match]:
    return Match.objects.filter(stage=stage, table=group)


# A whole stage is read for every page of it and for every result in a tree.
_matches_of_stage = Compiled(lambda stage: _match_rows(Match.objects.filter(stage=stage)))
_slots_of_stage = Compiled(lambda stage: _slot_rows(whole_slots(stage)))
_matches_of_group = Compiled(lambda stage, group: _match_rows(_group(stage, group)))
_slots_of_group = Compiled(lambda stage, group: _slot_rows(Slot.objects.filter(match__in=_group(stage, group))))
_these_matches = Compiled(lambda matches: _match_rows(Match.objects.filter(pk__in=matches)))
_these_slots = Compiled(lambda matches: _slot_rows(Slot.objects.filter(match__in=matches)))
_current_draw = CompiledObjects(lambda stage: Draw.objects.filter(stage=stage, current=True).only("entrants", "detail"))
_decisions_of_stage = Compiled(lambda stage: decision_rows(Match.objects.filter(stage=stage)))
_decisions_of = Compiled(lambda matches: decision_rows(Match.objects.filter(pk__in=matches)))
_history_of_stage = Compiled(lambda stage: decision_rows(Match.objects.filter(stage=stage), history=True))
_history_of = Compiled(lambda matches: decision_rows(Match.objects.filter(pk__in=matches), history=True))
_games_of_stage = Compiled(lambda stage: game_rows(Match.objects.filter(stage=stage)))
_games_of = Compiled(lambda matches: game_rows(Match.objects.filter(pk__in=matches)))
_places_in = Compiled(lambda event: Entry.objects.filter(event=event).values_list("pk", "place"))
_late_in = Compiled(
    lambda stage: (
        Attendance.objects.filter(stage=stage, kind=AttendanceKind.JOINS, revoked_at=None)
        .order_by("pk")
        .values_list("entry")
    )
)
_rulings_of = Compiled(
    lambda stage: TieRuling.objects.filter(stage=stage, revoked_at=None).order_by("pk").values_list("table", "entries")
)
_exits_in_force = Compiled(lambda event: _exit_rows(ExitRow.objects.filter(entry__event=event, revoked_at=None)))


@Compiled
def _opened_in(event: int) -> QuerySet[Stage, tuple[int, datetime | None]]:
    opened = Stage.objects.filter(event=event, opened_at__isnull=False)
    return opened.order_by("number").values_list("number", "opened_at")


@CompiledObjects
def _stages_in(events: Sequence[int]) -> QuerySet[Stage]:
    return Stage.objects.filter(event__in=events).order_by("event", "number")


def stages_of(events: Iterable[Event]) -> list[Stage]:
    """The stages of these events, by event and number, each with its event at hand; one query."""
    known = {event.pk: event for event in events}
    found = _stages_in(list(known))
    for stage in found:
        stage.event = known[stage.event_id]
    return found


def whole_slots(stage: Stage | int) -> QuerySet[Slot]:
    """The sides of the matches of a stage, without those of boards."""
    return Slot.objects.filter(match__stage=stage, match__team_match=None)


def load_boards(stage: Stage, event: Event, boards: QuerySet[Match], *, history: bool = False) -> Loaded:
    """These boards of team matches of a stage, as a structure of matches that lead nowhere. At most six queries."""
    rows = read_boards(boards)
    cached = Slot.objects.filter(match__in=boards).values_list("pk", "match", "side", "occupant", "is_bye")
    decisions = decisions_of(boards, history=history)
    games = games_of(boards)
    if history:
        facts = Facts.from_history({}, decisions, (), games)
    else:
        facts = Facts(seeds={}, decisions={decision.match: decision for decision in decisions}, games=games)
    return Loaded(
        event=event,
        stage=stage,
        structure=board_structure(rows),
        facts=facts,
        states={pk: (state, winner) for pk, state, winner in boards.values_list("pk", "state", "winner")},
        slots={
            (match, side): CachedSlot(pk, BYE if is_bye else occupant) for pk, match, side, occupant, is_bye in cached
        },
        places={},
        is_whole=False,
        of_boards=True,
    )


def board_points(stage: Stage, event: Event) -> TablePoints:
    """What games of a board count that are not played: as set for the table, in a tree as in the regulations."""
    settings = stage_settings(stage, event)
    return settings.points if isinstance(settings, GroupSettings | SwissSettings) else POINTS


def seeds_of(stage: Stage, draw: Draw) -> dict[int, EntryId]:
    """The entry of each seed number: those drawn, and in a Swiss stage late entries after them."""
    seeds = draw.seed_map()
    if stage.kind == StageKind.SWISS:
        first = len(draw.entrants) + 1
        seeds |= dict(enumerate((entry for (entry,) in _late_in(stage.pk)), start=first))
    return seeds


def stage_settings(stage: Stage, event: Event | None = None) -> StageSettings:
    """What holds in a stage: what it sets itself, else what the event sets, else the regulations' defaults."""
    event = stage.event if event is None else event
    defaults = {
        "games": tuple(event.games_by_round) if not stage.is_table else event.games_by_round[0],
        "seeding": event.seeding_mode,
        "seeds": event.seeds,
        "separation": event.separation,
        "third_place": event.third_place,
    }
    if stage.is_table:
        # what the event says of its knockout has no meaning for how many games a pair plays
        del defaults["games"]
    return settings_of(stage.kind, stage.settings, defaults)


def tables_of(stage: Stage, event: Event, draw: Draw, seeds: dict[int, EntryId]) -> tuple[Table, ...]:
    """The tables of a stage; a tree has none."""
    if not stage.is_table:
        return ()
    settings = stage_settings(stage, event)
    if isinstance(settings, SwissSettings):
        members = tuple(EntrySource(entry) for _seed, entry in sorted(seeds.items()))
        return (
            Table(SWISS_TABLE, TableKind.SWISS, members, settings.rounds, settings.tie_breaks, settings.points),
        )  # fmt: skip
    assert isinstance(settings, GroupSettings)
    return tuple(
        Table(key, TableKind.GROUP, tuple(map(Seed, numbers)), 0, settings.tie_breaks, settings.points)
        for key, numbers in draw.detail.get("groups", {}).items()
    )


def source_of(kind: str, seed: int | None, entry: int | None, match: int | None, first_only: bool) -> Source:
    """The source of a slot, from its columns; the database has made sure that exactly one is given."""
    if kind == SourceKind.SEED and seed is not None:
        return Seed(seed)
    if kind == SourceKind.WINNER and match is not None:
        return WinnerOf(match)
    if kind == SourceKind.LOSER and match is not None:
        return LoserOf(match, first_match_only=first_only)
    if kind == SourceKind.ENTRY and entry is not None:
        return EntrySource(entry)
    return BYE


def _facts(
    stage: Stage,
    event: Event,
    seeds: dict[int, EntryId],
    matches: list[MatchId] | None,
    until: datetime | None,
    *,
    history: bool,
) -> Facts:
    wanted = Match.objects.filter(stage=stage) if matches is None else Match.objects.filter(pk__in=matches)
    if history:
        every = _history_of_stage(stage.pk) if matches is None else _history_of(tuple(matches))
        decisions = decisions_from(every)
    else:
        decisions = decisions_from(_decisions_of_stage(stage.pk) if matches is None else _decisions_of(tuple(matches)))
    games = {}
    if stage.is_table:
        games = games_from(_games_of_stage(stage.pk) if matches is None else _games_of(tuple(matches)))
    boards = {}
    if stage.is_table and event.is_for_teams:
        boards = scores_of(boards_in(wanted), board_points(stage, event))
    rulings = _rulings(stage) if stage.is_table and matches is None else {}
    exits = _exits_until(stage, until)
    if history:
        return Facts.from_history(seeds, decisions, exits, games, rulings, boards)
    return Facts(
        seeds=seeds,
        decisions={decision.match: decision for decision in decisions},
        exits={gone.entry: gone for gone in exits},
        games=games,
        rulings=rulings,
        boards=boards,
    )


def _rulings(stage: Stage) -> dict[str, tuple[tuple[EntryId, ...], ...]]:
    found: dict[str, list[tuple[EntryId, ...]]] = {}
    for table, entries in _rulings_of(stage.pk):
        found.setdefault(table, []).append(tuple(entries))
    return {table: tuple(rulings) for table, rulings in found.items()}


def exits_in(stage: Stage) -> list[Exit]:
    """The exits that count in a stage: those in force when it was closed or the next one opened (regulation 3.4)."""
    return _exits_until(stage, left_until(stage))


def _exits_until(stage: Stage, until: datetime | None) -> list[Exit]:
    if until is None:
        rows: Iterable[tuple[int, datetime, str]] = _exits_in_force(stage.event_id)
    else:
        found = ExitRow.objects.filter(entry__event=stage.event_id, at__lte=until)
        rows = _exit_rows(found.filter(Q(revoked_at=None) | Q(revoked_at__gt=until)))
    return [Exit(entry, at, ExitKind(kind)) for entry, at, kind in rows]


def _exit_rows(rows: QuerySet[ExitRow]) -> QuerySet[ExitRow, tuple[int, datetime, str]]:
    return rows.order_by("pk").values_list("entry", "at", "kind")


def left_until(stage: Stage) -> datetime | None:
    """Until when an exit, or its taking back, still counts in a stage; None while it does."""
    opened = next((at for number, at in _opened_in(stage.event_id) if number > stage.number), None)
    # a stage that was opened again and closed a second time keeps to what was true when it fed the next
    return min((moment for moment in (stage.closed_at, opened) if moment is not None), default=None)


def entry_or_none(occupant: Occupant) -> EntryId | None:
    """The entry that stands in a slot, None for nobody and for a bye."""
    return None if isinstance(occupant, Bye) else occupant


def cache_faults(events: Iterable[Event]) -> list[str]:
    """Where the cache differs from a fold from scratch, one line each; reads only."""
    return [fault for event in events for fault in faults_of(event, folded_stages(event))]


@dataclass(frozen=True)
class FoldedStage:
    """A stage as it is stored, and the fold of it from scratch."""

    loaded: Loaded
    folded: Folded

    @classmethod
    def of(cls, loaded: Loaded) -> Self:
        return cls(loaded, fold(loaded.structure, loaded.facts))


def folded_stages(event: Event) -> dict[int, FoldedStage]:
    """The stages of an event that have a draw, by their numbers, each folded from scratch."""
    found = {stage.number: _folded(stage, event) for stage in stages_of([event])}
    return {number: folded for number, folded in found.items() if folded is not None}


def faults_of(event: Event, stages: Mapping[int, FoldedStage]) -> list[str]:
    """As `cache_faults` for an event whose stages are read and folded already."""
    faults: list[str] = []
    for found in stages.values():
        faults += _cached_faults(found)
        if event.is_for_teams:
            stage = found.loaded.stage
            boards = boards_in(Match.objects.filter(stage=stage))
            faults += _cached_faults(FoldedStage.of(load_boards(stage, event, boards)))
    return faults + _place_faults(event, stages)


def _cached_faults(stage: FoldedStage) -> list[str]:
    loaded, folded = stage.loaded, stage.folded
    slug = loaded.event.slug
    faults = [f"{slug} M{loaded.number(match)}: stale decision" for match in folded.stale]
    for match, found in folded.matches.items():
        if loaded.states[match] != (str(found.state), entry_or_none(found.winner)):
            faults.append(f"{slug} M{found.node.number}: state or winner")
        faults += [
            f"{slug} M{found.node.number}: side {side}"
            for side in (0, 1)
            if loaded.slots[match, side].occupant != found.occupants[side]
        ]
    return faults


def _place_faults(event: Event, stages: Mapping[int, FoldedStage]) -> list[str]:
    places = event_places(event, stages)
    stored = stored_places(event).items()
    return [f"{event.slug} entry {entry}: place" for entry, place in stored if places.get(entry) != place]


def stored_places(event: Event) -> dict[EntryId, int | None]:
    """The place that is stored with each entry, None where it has none yet."""
    return dict(_places_in(event.pk))


def event_places(
    event: Event, stages: Mapping[int, FoldedStage] | None = None, *, known: FoldedStage | None = None
) -> dict[EntryId, int]:
    """The settled places in an event: those noted when a stage closed, else what the fold of a tree says.

    Who goes on to a later stage is placed by that stage. `stages` are those with a draw, where they are read already;
    `known` is one of them.
    """
    if event.has_sittings:
        return sitting_places(event)
    places: dict[EntryId, int] = {}
    for stage in stages_of([event]):
        if stage.state == StageState.PLANNED:
            continue
        noted = (stage.snapshot or {}).get("places")
        if stage.state == StageState.FINISHED and noted is not None:
            places |= {int(entry): place for entry, place in noted.items()}
            continue
        if stage.is_table:
            continue
        if known is not None and known.loaded.stage.pk == stage.pk:
            folded: FoldedStage | None = known
        else:
            folded = _folded(stage, event) if stages is None else stages.get(stage.number)
        if folded is None:
            continue
        for entry in folded.loaded.facts.seeds.values():
            places.pop(entry, None)
        places |= folded.folded.places
    return places


def _folded(stage: Stage, event: Event) -> FoldedStage | None:
    loaded = load(stage, event)
    return None if loaded is None else FoldedStage.of(loaded)
