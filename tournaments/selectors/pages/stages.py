"""The stages of an event as an organiser sees them: where each stands, why it is locked, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.models import (
    Decision,
    Draw,
    Event,
    EventState,
    GameResult,
    Match,
    PairingRun,
    Report,
    RunState,
    Stage,
    StageKind,
    StageState,
)
from tournaments.selectors.feeding import entries_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.stage_words import STAGE_WORDS, stage_title
from tournaments.selectors.stages import stage_settings, stages_of


@dataclass(frozen=True)
class StageLine:
    """A stage and how far it is. `rounds` are those planned, 0 where the draw says how many there are.

    `done` of `total` matches are decided; `open` can be played now. `proposed` is the round of a Swiss that organisers
    alone see.
    """

    stage: Stage
    title: words.Text
    draw: Draw | None
    is_played: bool
    done: int
    total: int
    open: int
    last_round: int
    rounds: int
    proposed: int | None

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def is_drawn(self) -> bool:
        return self.draw is not None

    @property
    def is_swiss(self) -> bool:
        return self.stage.kind == StageKind.SWISS

    @property
    def is_running(self) -> bool:
        return self.stage.state == StageState.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.stage.state == StageState.FINISHED

    @property
    def is_played_out(self) -> bool:
        """Nothing is left to play: the stage can be closed."""
        return self.is_running and self.done == self.total and self.total > 0 and self.last_round >= self.rounds

    @property
    def state_word(self) -> words.StateWord:
        """Where the stage stands, as a badge."""
        if self.is_finished:
            return STAGE_WORDS["finished"]
        if self.is_running and self.stage.event.state in (EventState.RUNNING, EventState.FINISHED):
            return STAGE_WORDS["running"]
        return STAGE_WORDS["drawn" if self.is_drawn else "planned"]

    @property
    def lock(self) -> str:
        """Why the settings of the stage stand, and the way out; empty while they may change."""
        if self.stage.event.state == EventState.FINISHED:
            return _("The event is finished; its stages stand.")
        if self.is_finished:
            return _("This stage is finished. Open it again to correct results; its settings stand.")
        if self.is_played:
            return _("Something has been played or reported in this stage: its settings stand.")
        if self.is_drawn:
            return _("This stage is drawn. Discard its draw first, then change it.")
        return ""


def stage_lines(event: Event) -> tuple[StageLine, ...]:
    """The stages of an event in order; five queries for any number of them."""
    return lines_of_stages([event])[event.pk]


_draws = CompiledObjects(lambda events: Draw.objects.filter(stage__event__in=events, current=True))


@Compiled
def _played(events: Sequence[int]) -> QuerySet[Stage, tuple[int]]:
    """The stages in which something was played or reported."""
    traces = (model.objects.filter(match__stage=OuterRef("pk")) for model in (Report, GameResult, Decision))
    reported, counted, decided = (Exists(rows) for rows in traces)
    return Stage.objects.filter(reported | counted | decided, event__in=events).values_list("pk")


@Compiled
def _counts(events: Sequence[int]) -> QuerySet[Match, tuple[int, int, int, int]]:
    """By stage how many matches there are, are done and are open."""
    found = Match.objects.filter(event__in=events).exclude(state__in=("bye", "not_needed", "annulled"))
    return found.values_list("stage").annotate(
        total=Count("pk"),
        done=Count("pk", filter=~Q(state__in=("open", "waiting"))),
        to_play=Count("pk", filter=Q(state="open")),
    )


@Compiled
def _runs(events: Sequence[int]) -> QuerySet[PairingRun, tuple[int, str, int]]:
    runs = PairingRun.objects.filter(stage__event__in=events).exclude(state=RunState.DISCARDED)
    return runs.values_list("stage", "state", "round")


def lines_of_stages(events: Sequence[Event]) -> dict[int, tuple[StageLine, ...]]:
    """The stages of each of these events, by its key; five queries for any number of events and stages."""
    known = {event.pk: event for event in events}
    pks = list(known)
    draws = {draw.stage_id: draw for draw in _draws(pks)}
    played = {stage for (stage,) in _played(pks)}
    counts = {stage: numbers for stage, *numbers in _counts(pks)}
    published: dict[int, int] = {}
    proposed: dict[int, int] = {}
    for stage_id, state, round_ in _runs(pks):
        if state == RunState.DRAFT:
            proposed[stage_id] = round_
        else:
            published[stage_id] = max(round_, published.get(stage_id, 0))
    found: dict[int, list[StageLine]] = {pk: [] for pk in known}
    for stage in stages_of(events):
        event = stage.event
        total, done, to_play = counts.get(stage.pk, (0, 0, 0))
        found[event.pk].append(
            StageLine(
                stage, stage_title(stage), draws.get(stage.pk), stage.pk in played, done, total,
                to_play, published.get(stage.pk, 0), getattr(stage_settings(stage, event), "rounds", 0),
                proposed.get(stage.pk),
            )
        )  # fmt: skip
    return {pk: tuple(lines) for pk, lines in found.items()}


@dataclass(frozen=True, slots=True)
class NextStep:
    """What an organiser does next: a key for the template, and the stage it is about."""

    key: str
    line: StageLine | None = None

    @property
    def number(self) -> int:
        return 1 if self.line is None else self.line.number


def next_step(event: Event, lines: Sequence[StageLine], accepted: int) -> NextStep:
    """The one thing that brings the event on, in every state of every stage."""
    if event.state == EventState.FINISHED:
        return NextStep("finished")
    first = lines[0]
    if event.state != EventState.RUNNING:
        if accepted < 2:
            return NextStep("entrants", first)
        if event.has_sittings:
            return NextStep("publish" if event.state == EventState.DRAFT else "start", first)
        if first.draw is None or is_outdated(event, first):
            return NextStep("draw", first)
        return NextStep("publish" if event.state == EventState.DRAFT else "start", first)
    if event.has_sittings:
        return NextStep("sittings", first)
    line = next((line for line in lines if not line.is_finished), None)
    if line is None:
        return NextStep("finish", lines[-1])
    if not line.is_running:
        return NextStep("draw", line)
    if line.proposed is not None:
        return NextStep("look", line)
    if line.done < line.total:
        return NextStep("results", line)
    if line.is_swiss and line.last_round < line.rounds:
        return NextStep("pair", line)
    return NextStep("finish" if line is lines[-1] else "close", line)


def is_outdated(event: Event, line: StageLine) -> bool:
    """Entries or seeds have changed since a draw that has not begun to count."""
    begun = line.is_running and (line.number > 1 or event.state == EventState.RUNNING)
    if line.draw is None or begun or line.is_finished:
        return False
    found = entries_of(event, line.stage)
    now = [] if found is None else [None if entry is None else entry.pk for entry in found.entries]
    return now != list(line.draw.entrants)


def find_line(lines: Sequence[StageLine], text: str) -> StageLine | None:
    """The stage an address names; None for no number and for one that is not there."""
    return next((line for line in lines if str(line.number) == text), None)
