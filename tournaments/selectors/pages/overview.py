"""What an event's overview tells: its stages with their rounds, who leads, what comes next."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.graph import EntryId
from tournaments.formats.settings import SwissSettings
from tournaments.models import Event, EventState, Stage, StageState
from tournaments.selectors.feeding import feed_rule
from tournaments.selectors.pages.events import EventRow, Progress, current_round, event_rows, load_progress
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.ranking import RankingRow, load_medallists
from tournaments.selectors.pages.stage_words import feed_sentences, stage_title, table_title
from tournaments.selectors.pages.words import Text, tp_text, upper_first
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.tables import StageTables, current_tables

SHOWN_LEADERS: Final = 5
MOST_GROUPS: Final = 8


@dataclass(frozen=True, slots=True)
class StagePart:
    """A stage of the event: its rounds so far, and who goes on to it in sentences."""

    stage: Stage
    title: Text
    rounds: tuple[Progress, ...]
    feed: tuple[str, ...]

    @property
    def is_table(self) -> bool:
        return self.stage.is_table

    @property
    def is_over(self) -> bool:
        return self.stage.state == StageState.FINISHED

    @property
    def is_on(self) -> bool:
        return self.stage.state == StageState.RUNNING


@dataclass(frozen=True, slots=True)
class Leader:
    """One who leads a table; `group` is its heading where there are several."""

    group: str
    place: int
    entry: EntryRow
    tp: str


@dataclass(frozen=True)
class Overview:
    """Everything of the overview that is the same for all readers."""

    event: Event
    row: EventRow
    stages: tuple[StagePart, ...]
    current: Progress | None
    leaders: tuple[Leader, ...]
    next_step: str
    medallists: tuple[RankingRow, ...] = ()

    @property
    def has_rounds(self) -> bool:
        return any(part.rounds for part in self.stages)

    @property
    def format(self) -> str:
        """The formats of the stages in their order; before them what is played, where that is not games of two."""
        if self.event.has_sittings:
            return upper_first(self.event.get_play_display())
        if self.event.is_for_pairs:
            return ": ".join((upper_first(self.event.get_play_display()), self._stages))
        return self._stages

    @property
    def _stages(self) -> str:
        return " → ".join(str(part.title) for part in self.stages)


def load_overview(event: Event, *, draw: bool = True, results: bool = True) -> Overview:
    """The overview of an event; as many queries for any number of entries.

    Without `draw` there are no rounds, without `results` nobody leads.
    """
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    rounds = load_progress([event.pk]).get(event.pk, ()) if draw else ()
    parts = tuple(
        StagePart(
            stage,
            stage_title(stage),
            tuple(round_ for round_ in rounds if round_.stage == stage.number),
            _feed(stage, stages[number - 1] if number else None),
        )
        for number, stage in enumerate(stages)
    )
    current = current_round(rounds)
    tables = next((part for part in reversed(parts) if part.is_table and part.is_on and part.rounds), None)
    counted = current_tables(event, tables.stage) if tables is not None and results else None
    return Overview(
        event=event,
        row=event_rows([event])[0],
        stages=parts,
        current=current,
        leaders=_leaders(counted, load_entries(event)) if counted is not None else (),
        next_step=_next_step(parts, current) if event.state == EventState.RUNNING and draw else "",
        medallists=load_medallists(event) if event.state == EventState.FINISHED and results else (),
    )


def _feed(stage: Stage, before: Stage | None) -> tuple[str, ...]:
    if before is None or not stage.feed:
        return ()
    return feed_sentences(feed_rule(stage), crossing=bool(stage.feed.get("crossing")), before=before.kind)


def _leaders(counted: StageTables, entries: dict[EntryId, EntryRow]) -> tuple[Leader, ...]:
    """The first of a Swiss, or of each of a few groups; nobody leads before a game."""
    if len(counted.tables) > MOST_GROUPS:
        return ()
    shown = SHOWN_LEADERS if len(counted.tables) == 1 else 1
    return tuple(
        Leader(
            table_title(table.key) if len(counted.tables) > 1 else "",
            row.place,
            entries[row.entry],
            tp_text(row.totals.tp),
        )
        for table in counted.tables
        for row in table.rows[:shown]
        if row.totals.games
    )


def _next_step(parts: tuple[StagePart, ...], current: Progress | None) -> str:
    """What comes after what is on now, in a sentence."""
    on = next((part for part in reversed(parts) if part.is_on), None)
    if on is None:
        return ""
    settings = stage_settings(on.stage)
    paired = max((round_.number for round_ in on.rounds), default=0)
    if isinstance(settings, SwissSettings) and paired < settings.rounds:
        left = settings.rounds - paired
        if current is None:
            return _("Round {n} is to be paired next.").format(n=paired + 1)
        return ngettext("{n} round follows.", "{n} rounds follow.", left).format(n=left)
    later = next((part for part in parts if part.stage.number == on.stage.number + 1), None)
    return "" if later is None else _("Then: {stage}.").format(stage=later.title)
