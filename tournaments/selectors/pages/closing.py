"""Closing a stage, opening it again, and the entries that are level in its tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import Bye, EntryId, TableKind
from tournaments.formats.progression import qualified
from tournaments.formats.snapshot import snapshot
from tournaments.formats.standings import StandingsRow, standings
from tournaments.models import EntryState, Event, Report
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.feeding import accepted_entries, feed_rule
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.stage_words import origin_text, table_title
from tournaments.selectors.pages.stages import StageLine
from tournaments.selectors.stages import load


@dataclass(frozen=True, slots=True)
class Blocker:
    """A match that keeps a stage from being closed; one that is decided does so by a report that waits."""

    number: int
    pair: str
    is_reported: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A seed number of the next stage and who gets it; `entry` is None while that is not known."""

    seed: int
    entry: EntryRow | None
    origin: str


@dataclass(frozen=True, slots=True)
class Level:
    """Entries of a table that only their seed, or a ruling, puts in this order."""

    table: str
    title: str
    rows: tuple[tuple[int, EntryRow], ...]
    is_ruled: bool

    @property
    def key(self) -> str:
        """Names the entries, whatever their order."""
        return f"{self.table}:{','.join(map(str, sorted(entry.id for _place, entry in self.rows)))}"


@dataclass(frozen=True)
class Closing:
    """What stands against closing a stage, and what follows from it. `digest` names all that is shown."""

    blockers: tuple[Blocker, ...]
    rounds_left: int
    seats: tuple[Seat, ...]
    levels: tuple[Level, ...]
    digest: str

    @property
    def is_blocked(self) -> bool:
        """Whether no reason can help: some matches are not decided."""
        return not all(blocker.is_decided for blocker in self.blockers)

    @property
    def has_open_reports(self) -> bool:
        return any(blocker.is_reported for blocker in self.blockers)


def load_closing(event: Event, line: StageLine, later: StageLine | None) -> Closing:
    """What an organiser sees before a stage is closed; about a dozen queries."""
    loaded = load(line.stage, event)
    names = load_entries(event)
    if loaded is None:
        return Closing((), 0, (), (), "")
    folded = fold(loaded.structure, loaded.facts)
    levels = tuple(levels_of(folded, names))
    seats: tuple[Seat, ...] = ()
    if later is not None and later.stage.feed:
        rule = feed_rule(later.stage)
        gone = {row.id for row in names.values() if row.state != EntryState.ACCEPTED}
        exempt = [entry.pk for entry in accepted_entries(event)[: rule.exempt]]
        shown = snapshot(folded)
        seats = tuple(
            Seat(
                seat.seed, None if seat.entry is None else names.get(seat.entry),
                origin_text(seat.origin, groups=len(shown.rankings)),
            )
            for seat in qualified(rule, shown, exempt=exempt, gone=gone)
        )  # fmt: skip
    blockers = tuple(_blockers(event, line, folded, names))
    told = repr((
        [(blocker.number, blocker.is_reported) for blocker in blockers],
        sorted((match, decision.version) for match, decision in loaded.facts.decisions.items()),
        [(seat.seed, seat.entry and seat.entry.id) for seat in seats],
        [[row.id for _place, row in level.rows] for level in levels],
    ))  # fmt: skip
    return Closing(
        blockers, max(0, line.rounds - line.last_round), seats, levels,
        sha256(told.encode()).hexdigest(),
    )  # fmt: skip


def _blockers(event: Event, line: StageLine, folded: Folded, names: Mapping[EntryId, EntryRow]) -> Iterable[Blocker]:
    live = Report.objects.filter(match__stage=line.stage, state__in=LIVE_STATES)
    reported = set(live.values_list("match__number", flat=True))
    for found in sorted(folded.matches.values(), key=lambda m: m.node.number):
        number = found.node.number
        if not found.is_settled or number in reported:
            pair = " – ".join(
                names[side].name for side in found.occupants if side is not None and not isinstance(side, Bye)
            )
            yield Blocker(number, pair, number in reported, found.is_settled)


def levels_of(folded: Folded, names: Mapping[EntryId, EntryRow]) -> Iterable[Level]:
    """Runs of entries that nothing but the seed or a ruling separates, table by table."""
    for table in folded.structure.tables:
        title = table_title(table.key) if table.kind is TableKind.GROUP else ""
        for run in level_runs(standings(folded, table)):
            yield Level(
                table.key, title, tuple((row.place, names[row.entry]) for row in run),
                any(row.by == "ruling" for row in run[1:]),
            )  # fmt: skip


def level_runs(rows: Iterable[StandingsRow]) -> Iterable[list[StandingsRow]]:
    """Neighbours in a table that only a ruling or the seed puts in order, and that have played at all."""
    run: list[StandingsRow] = []
    for row in rows:
        if row.by in ("ruling", "seed") and run and row.totals.games:
            run.append(row)
            continue
        if len(run) > 1:
            yield run
        run = [row]
    if len(run) > 1:
        yield run
