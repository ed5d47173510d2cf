"""The tables of a stage of groups or a Swiss: who stands where and by what, each one's matches, who goes on.

Plain values only, the same for every language and viewer, so that what is worked out once for a version of an event can
be kept for the next reader.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from django.core.cache import cache
from django.db.models import Max
from redis.exceptions import RedisError

from tournaments.formats.across import AcrossRow, across
from tournaments.formats.cross_table import Cell, group_cross_table, swiss_cross_table
from tournaments.formats.facts import Exit, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import EntryId, EntrySource, Structure, Table, TableKind
from tournaments.formats.progression import OriginKind, qualified
from tournaments.formats.settings import SwissSettings
from tournaments.formats.snapshot import RankingSnapshot, StageSnapshot, snapshot
from tournaments.formats.standings import StandingsRow, standings
from tournaments.models import (
    Attendance,
    AttendanceKind,
    Entry,
    EntryState,
    Event,
    Match,
    Report,
    Stage,
    StageState,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.feeding import accepted_entries, feed_rule, stored_snapshot
from tournaments.selectors.stages import Loaded, load, stage_settings

KEEP_SECONDS = 600


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A group, or the one table of a Swiss.

    `rows` are best first. `cells` has each entry's matches by round, in a Swiss one for every round, and `out` names
    those taken out of a group (regulation 3.5), whose matches are among the cells too. `decided` of `total` matches
    are over, byes left out; `tie_breaks` are the names behind the rows' values, in order.
    """

    key: str
    rows: tuple[StandingsRow, ...]
    cells: Mapping[EntryId, tuple[Cell, ...]]
    out: tuple[EntryId, ...]
    tie_breaks: tuple[str, ...]
    decided: int
    total: int

    def place_of(self, entry: EntryId) -> int | None:
        return next((row.place for row in self.rows if row.entry == entry), None)


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on to the next stage, or would if all ended as it stands.

    `places` by place in the own table, `best` as best of the others, `ranked` all others in one order (regulation 4.4),
    empty where nobody is chosen that way. `is_final` once the stage is closed.
    """

    stage: int
    places: frozenset[EntryId] = frozenset()
    best: frozenset[EntryId] = frozenset()
    ranked: tuple[AcrossRow, ...] = ()
    is_final: bool = False

    def __contains__(self, entry: EntryId) -> bool:
        return entry in self.places or entry in self.best


@dataclass(frozen=True, slots=True)
class StageTables:
    """All tables of a stage.

    `through` is the last round counted and `last_round` the last one there is; a Swiss has `rounds` planned ones.
    `exits` are the exits that count here, `joined` says from which round a late entry plays. `waiting` matches have a
    report that nobody has confirmed. `is_frozen` says that the table shown is the one noted when the stage was closed
    and that a fresh count differs from it.
    """

    stage: int
    tables: tuple[ShownTable, ...]
    through: int
    last_round: int
    rounds: int
    exits: Mapping[EntryId, Exit] = field(default_factory=dict)
    joined: Mapping[EntryId, int] = field(default_factory=dict)
    waiting: int = 0
    is_final: bool = False
    is_frozen: bool = False
    going: GoingOn | None = None

    @property
    def is_past(self) -> bool:
        """The table of an earlier round."""
        return self.through < self.last_round

    @property
    def decided(self) -> int:
        return sum(table.decided for table in self.tables)

    @property
    def total(self) -> int:
        return sum(table.total for table in self.tables)

    def table_of(self, entry: EntryId) -> ShownTable | None:
        """The table in which an entry plays, or was before it was taken out."""
        return next((table for table in self.tables if entry in table.cells), None)


def table_stages(event: Event) -> list[Stage]:
    """The stages of an event that have tables and are drawn, in order."""
    stages = event.stages.filter(kind__in=("groups", "swiss"), draws__current=True)
    found = list(stages.distinct().order_by("number"))
    for stage in found:
        stage.event = event
    return found


def current_tables(event: Event, stage: Stage, through: int = 0) -> StageTables | None:
    """`load_tables`, kept for further readers until the event changes."""
    key = f"tables:{event.pk}-{event.version}-{stage.number}-{through}"
    with suppress(RedisError):
        kept: StageTables | None = cache.get(key)
        if kept is not None:
            return kept
    found = load_tables(event, stage, through)
    if found is not None:
        with suppress(RedisError):
            cache.set(key, found, KEEP_SECONDS)
    return found


def load_tables(event: Event, stage: Stage, through: int = 0) -> StageTables | None:
    """The tables of a stage, counting matches of rounds up to `through` (0: all); None before the draw.

    As many queries for any number of entries. Earlier rounds are counted afresh from their matches, without later
    entries and without rulings of an arbiter, which are about the table as it stood when they were given.
    """
    loaded = load(stage, event)
    if loaded is None:
        return None
    last = max((node.round for node in loaded.structure.matches), default=0)
    joined = _joined(stage)
    through = through if 0 < through < last else last
    structure, facts = loaded.structure, loaded.facts
    if through < last:
        structure, facts = _as_of(loaded, through, joined)
    folded = fold(structure, facts)
    settings = stage_settings(stage, event)
    tables = tuple(_table(folded, table) for table in structure.tables)
    noted = stored_snapshot(stage) if stage.state == StageState.FINISHED and through == last else None
    frozen = noted is not None and not _agrees(tables, noted)
    if noted is not None and frozen:
        tables = tuple(_as_noted(table, noted) for table in tables)
    return StageTables(
        stage=stage.number,
        tables=tables,
        through=through,
        last_round=last,
        rounds=settings.rounds if isinstance(settings, SwissSettings) else last,
        exits=facts.exits,
        joined=joined,
        waiting=Report.objects.filter(match__stage=stage, state__in=LIVE_STATES).values("match").distinct().count(),
        is_final=stage.state == StageState.FINISHED,
        is_frozen=frozen,
        going=_going_on(event, stage, folded, noted) if through == last else None,
    )


def last_table_round(stage: Stage) -> int:
    """The last round that has matches; 0 for none."""
    found: int | None = Match.objects.filter(stage=stage).aggregate(last=Max("round"))["last"]
    return found or 0


def _joined(stage: Stage) -> dict[EntryId, int]:
    rows = Attendance.objects.filter(stage=stage, kind=AttendanceKind.JOINS, revoked_at=None)
    return dict(rows.values_list("entry_id", "round"))


def _as_of(loaded: Loaded, through: int, joined: Mapping[EntryId, int]) -> tuple[Structure, Facts]:
    """What was known after a round, with results as they are corrected now."""
    nodes = [node for node in loaded.structure.matches if node.round <= through]
    known = {node.id for node in nodes}
    facts = loaded.facts

    def was_there(table: Table) -> Table:
        members = (m for m in table.members if not isinstance(m, EntrySource) or joined.get(m.entry, 0) <= through)
        return replace(table, members=tuple(members))

    return Structure(nodes, map(was_there, loaded.structure.tables)), replace(
        facts,
        decisions={match: decision for match, decision in facts.decisions.items() if match in known},
        games={match: games for match, games in facts.games.items() if match in known},
        rulings={},
    )


def _table(folded: Folded, table: Table) -> ShownTable:
    rows = standings(folded, table)
    cells: dict[EntryId, tuple[Cell, ...]]
    out: tuple[EntryId, ...] = ()
    if table.kind is TableKind.SWISS:
        cells = {row.entry: row.cells for row in swiss_cross_table(folded, table, rows)}
    else:
        crossed = group_cross_table(folded, table, rows)
        out = tuple(row.entry for row in crossed.out)
        cells = {
            row.entry: tuple(
                sorted((cell for met in row.cells for cell in met), key=lambda cell: (cell.round, cell.number or 0))
            )
            for row in (*crossed.rows, *crossed.out)
        }
    matches = [folded.matches[node.id] for node in folded.structure.by_table[table.key]]
    played = [found for found in matches if found.state.value != "bye"]
    names = tuple(name for name, _value in rows[0].values) if rows else table.tie_breaks
    return ShownTable(
        table.key, rows, cells, out, names, sum(found.is_settled for found in played), len(played)
    )  # fmt: skip


def _agrees(tables: tuple[ShownTable, ...], noted: StageSnapshot) -> bool:
    """A fresh count gives what was noted when the stage was closed."""
    fresh = {t.key: [(r.place, r.entry, r.totals.tp, r.totals.games) for r in t.rows] for t in tables}
    return fresh == {r.key: [(row.place, row.entry, row.tp, row.games) for row in r.rows] for r in noted.rankings}


def _as_noted(table: ShownTable, noted: StageSnapshot) -> ShownTable:
    """Places and points as they were noted; what the tie-breaks were then is not known any more."""
    fresh = {row.entry: row for row in table.rows}
    ranking = next((found for found in noted.rankings if found.key == table.key), None)
    if ranking is None:
        return table
    rows = tuple(
        StandingsRow(row.place, row.entry, replace(fresh[row.entry].totals, tp=row.tp, games=row.games), (), None, {})
        for row in ranking.rows
        if row.entry in fresh
    )
    return replace(table, rows=rows, tie_breaks=("tp",))


def _going_on(event: Event, stage: Stage, folded: Folded, noted: StageSnapshot | None) -> GoingOn | None:
    """Who goes on by the rule of the next stage; None where there is none or all go on."""
    later = Stage.objects.filter(event=event, number=stage.number + 1).first()
    if later is None or later.feed is None:
        return None
    rule = feed_rule(later)
    if not rule.first and not rule.total:
        return None
    shown = noted or snapshot(folded)
    exempt = [entry.pk for entry in accepted_entries(event)[: rule.exempt]] if rule.exempt else []
    gone = set(Entry.objects.filter(event=event).exclude(state=EntryState.ACCEPTED).values_list("pk", flat=True))
    ended = StageSnapshot(tuple(RankingSnapshot(r.key, True, r.rows) for r in shown.rankings))
    seats = qualified(rule, ended, exempt=exempt, gone=gone)
    best = frozenset(s.entry for s in seats if s.origin.kind is OriginKind.BEST and s.entry is not None)
    by_place = frozenset(s.entry for s in seats if s.entry is not None) - best - set(exempt)
    counted = ended.only(rule.rankings) if rule.rankings else ended
    others = [row for row in counted.rows() if row.entry not in by_place | (gone if rule.pass_over else set())]
    return GoingOn(
        stage=later.number,
        places=by_place,
        best=best,
        ranked=across(others) if best and len(shown.rankings) > 1 else (),
        is_final=stage.state == StageState.FINISHED,
    )
