"""What an organiser sees first: what needs a decision, how far the event is, which matches are open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import EntryState, Event
from tournaments.selectors.pages import words
from tournaments.selectors.pages.open_matches import STATES, OpenMatch, by_deadline, open_matches
from tournaments.selectors.pages.progress import RoundProgress, round_progress
from tournaments.selectors.pages.stages import NextStep, StageLine, lines_of_stages, next_step
from tournaments.selectors.pages.todo import todo_of
from tournaments.selectors.pages.todo_words import GROUPS, Problem
from tournaments.selectors.sittings import load_rounds


@dataclass(frozen=True, slots=True)
class TablesProgress:
    """How far the last round of tables drawn each round is: how many of its tables have all their scores."""

    number: int
    done: int
    total: int

    @property
    def text(self) -> str:
        """ "Round 2: 3 of 8"."""
        title = _("Round {n}").format(n=self.number)
        return _("{round}: {done} of {total}").format(round=title, done=self.done, total=self.total)


@dataclass(frozen=True)
class Dashboard:
    """Problems first, then the state of the current round. `matches` are the open ones by deadline, without boards."""

    problems: tuple[Problem, ...]
    rounds: tuple[RoundProgress, ...]
    current: RoundProgress | None
    counts: tuple[tuple[words.StateWord, int], ...]
    matches: tuple[OpenMatch, ...]
    entries: int
    stages: tuple[StageLine, ...]
    step: NextStep
    tables: TablesProgress | None = None

    @property
    def groups(self) -> tuple[tuple[str, words.Text, int], ...]:
        """The groups that have problems, with how many."""
        return tuple(
            (key, title, n) for key, title in GROUPS.items() if (n := sum(p.group == key for p in self.problems))
        )

    @property
    def rounds_with_problems(self) -> tuple[tuple[str, str], ...]:
        """Keys and titles of the rounds that problems are about."""
        return _named(self.rounds, {problem.round for problem in self.problems})

    @property
    def open_rounds(self) -> tuple[tuple[str, str], ...]:
        """Keys and titles of the rounds with open matches."""
        return _named(self.rounds, {match.round for match in self.matches})


def _named(rounds: Sequence[RoundProgress], keys: set[str]) -> tuple[tuple[str, str], ...]:
    several = len({round_.stage.pk for round_ in rounds}) > 1
    return tuple(
        (round_.key, f"{round_.stage_title}: {round_.title}" if several else round_.title)
        for round_ in rounds
        if round_.key in keys
    )


def _tables_progress(event: Event) -> TablesProgress | None:
    rounds = load_rounds(event) if event.has_sittings else ()
    if not rounds:
        return None
    open_ = {table for table, _game in rounds[-1].open_games}
    total = len(rounds[-1].sittings)
    return TablesProgress(rounds[-1].round.number, total - len(open_), total)


def load_dashboard(event: Event, *, now: datetime, organises: bool = True) -> Dashboard:
    """Everything an organiser needs to see at once; some fifteen queries for any number of matches."""
    matches = open_matches({event.pk: event})
    lines = lines_of_stages([event])
    stages = lines[event.pk]
    entries = event.entries.filter(state=EntryState.ACCEPTED).count()
    rounds = round_progress(event)
    whole = [match for match in matches[event.pk] if match.row.board is None]
    counts = {key: sum(match.state.key == key for match in whole) for key in STATES}
    return Dashboard(
        problems=todo_of([event], matches, lines, now=now, organises=organises, ties=True)[event.pk],
        rounds=rounds,
        current=next((round_ for round_ in rounds if round_.open), None),
        counts=tuple((words.MATCH_WORDS[key], n) for key, n in counts.items() if n),
        matches=tuple(by_deadline(whole)),
        entries=entries,
        stages=stages,
        step=next_step(event, stages, entries),
        tables=_tables_progress(event),
    )
