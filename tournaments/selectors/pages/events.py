"""Lists of events, and what an event's overview tells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from players.models import User
from players.names import latin_key, name_key
from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.formats.plate import PLATE
from tournaments.formats.settings import SwissSettings
from tournaments.models import Draw, Entry, Event, EventState, Match, Stage
from tournaments.selectors.editions import entrants_of
from tournaments.selectors.pages.round_names import MAIN, key_name, round_name
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.visibility import listed_events

# An event that was announced but did not start leaves the public lists after this time.
NEVER_STARTED = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a round of a stage is; byes are not counted. The groups of a stage count together."""

    stage: int
    is_table: bool
    number: int
    title: str
    done: int
    total: int
    ends: datetime | None

    @property
    def is_done(self) -> bool:
        return self.done == self.total

    @property
    def text(self) -> str:
        """ "Round of 64: 21 of 32"."""
        return _("{round}: {done} of {total}").format(round=self.title, done=self.done, total=self.total)


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a list. `current` is the first round with something left to play.

    `entries` are those who take part; once the event has started, all of its draw, of whom `gone` have left since.
    """

    event: Event
    entries: int
    current: Progress | None
    champion: str = ""
    gone: int = 0
    plate_winner: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Events in one state, under a heading."""

    key: str
    title: str
    rows: tuple[EventRow, ...]


def public_events(now: datetime) -> QuerySet[Event]:
    """What everybody may find in lists."""
    today = now.date()
    stale = Q(state=EventState.PUBLISHED, starts_on__lt=today - NEVER_STARTED)
    return listed_events().exclude(stale)


def events_of(user: User) -> QuerySet[Event]:
    """The events an account organises, drafts included, the newest first."""
    return Event.objects.filter(organiser_rows__user=user).order_by("-created_at", "-pk")


def event_rows(events: Iterable[Event]) -> tuple[EventRow, ...]:
    """Rows for these events: six queries for any number of them."""
    listed = list(events)
    ids = [event.pk for event in listed]
    # in lists nobody is told more than everybody
    drawn_ids = [event.pk for event in listed if event.draw_released]
    counts = entrants_of(ids)
    drawn: dict[int, int] = {}
    for pk, entrants in _drawn(drawn_ids):
        drawn[pk] = max(len(entrants), drawn.get(pk, 0))
    rounds = load_progress(drawn_ids)
    champions = _champions([event.pk for event in listed if event.draw_released and event.results_released])
    found = []
    for event in listed:
        accepted = counts.get(event.pk, 0)
        # in a running Swiss some come later
        entries = max(accepted, drawn.get(event.pk, 0))
        current = current_round(rounds.get(event.pk, ()))
        found.append(
            EventRow(
                event, entries, current, champions.get((event.pk, MAIN), ""), entries - accepted,
                champions.get((event.pk, PLATE), ""),
            )
        )  # fmt: skip
    return tuple(found)


@Compiled
def _drawn(events: Sequence[int]) -> QuerySet[Draw, tuple[int, list[int]]]:
    started = (EventState.RUNNING, EventState.FINISHED)
    draws = Draw.objects.filter(stage__event__in=events, current=True, stage__event__state__in=started)
    return draws.values_list("stage__event_id", "entrants")


@Compiled
def _finals(events: Sequence[int]) -> QuerySet[Match, tuple[int, str, str]]:
    later = Stage.objects.filter(event=OuterRef("event"), number__gt=OuterRef("stage__number"))
    finals = Match.objects.filter(~Exists(later), event__in=events, winner_place=1, winner__isnull=False)
    return finals.values_list("event_id", "ranking", "winner__name")


@Compiled
def _first_of_tables(events: Sequence[int]) -> QuerySet[Entry, tuple[int, str]]:
    over = Entry.objects.filter(event__in=events, place=1, event__state=EventState.FINISHED)
    return over.values_list("event_id", "name")


_stages = CompiledObjects(lambda events: Stage.objects.filter(event__in=events).select_related("event"))


@Compiled
def _rounds(events: Sequence[int]) -> QuerySet[Match, tuple[Any, ...]]:
    return (
        Match.objects.filter(Q(bracket="main", label="") | ~Q(table=""), event__in=events)
        .values_list("event", "stage", "round")
        .annotate(
            total=Count("pk", filter=~Q(state__in=("bye", "not_needed", "annulled"))),
            done=Count("pk", filter=Q(state__in=("decided", "walkover"))),
            ends=Min("deadline", filter=Q(state__in=("open", "waiting"))),
        )
        .order_by("event", "stage__number", "round")
    )


def _champions(event_ids: Sequence[int]) -> dict[tuple[int, str], str]:
    """Who has won an event, and its plate, by ranking: the winner of the last match of a tree in the last stage, in a
    table alone who is first once it is over."""
    found = {(event, ranking): name for event, ranking, name in _finals(event_ids)}
    first: dict[int, list[str]] = {}
    for event, name in _first_of_tables(event_ids):
        first.setdefault(event, []).append(name)
    return {(event, MAIN): names[0] for event, names in first.items() if len(names) == 1} | found


def load_progress(event_ids: Sequence[int]) -> dict[int, tuple[Progress, ...]]:
    """The rounds of each event's stages, in a tree those of its main draw; two queries."""
    stages = {stage.pk: stage for stage in _stages(event_ids)}
    found: dict[int, list[Progress]] = {}
    for event, stage_id, number, total, done, ends in _rounds(event_ids):
        stage = stages[stage_id]
        found.setdefault(event, []).append(
            Progress(stage.number, stage.is_table, number, _round_title(stage, number), done, total, ends)
        )
    return {event: tuple(rounds) for event, rounds in found.items()}


def _round_title(stage: Stage, number: int) -> str:
    if not stage.is_table:
        return round_name(stage, "main", number).title
    settings = stage_settings(stage)
    if isinstance(settings, SwissSettings):
        return _("Round {n} of {total}").format(n=number, total=settings.rounds)
    return key_name("", number).title


def current_round(rounds: Sequence[Progress]) -> Progress | None:
    """The first round with something left to play; None when all is played or nothing drawn."""
    return next((round_ for round_ in rounds if not round_.is_done), None)


def find_events(events: QuerySet[Event], text: str) -> QuerySet[Event]:
    """Events whose name or place has every word of the text, as written or in its slug's Latin letters."""
    for word in name_key(text).split()[:8]:
        latin = latin_key(word).replace(" ", "-")
        found = Q(name__icontains=word) | Q(place__icontains=word)
        events = events.filter(found | Q(slug__contains=latin) if latin else found)
    return events


STATES = ("running", "next", "past")


def event_groups(events: QuerySet[Event], *, today: date) -> tuple[Group, ...]:
    """Running events, then those to come, then past ones by year, the latest first."""
    running = events.filter(state=EventState.RUNNING).order_by("ends_on", "name")
    coming = events.filter(state=EventState.PUBLISHED).order_by("starts_on", "name")
    past = events.filter(state=EventState.FINISHED).order_by("-finished_at", "name")
    rows = event_rows([*running, *coming, *past])
    by_state = {
        state: tuple(row for row in rows if row.event.state == state)
        for state in (EventState.RUNNING, EventState.PUBLISHED, EventState.FINISHED)
    }
    groups = [
        Group("running", _("Running"), by_state[EventState.RUNNING]),
        Group("next", _("Coming"), by_state[EventState.PUBLISHED]),
    ]
    years: dict[int, list[EventRow]] = {}
    for row in by_state[EventState.FINISHED]:
        years.setdefault(_year(row.event, today), []).append(row)
    groups += [Group("past", _("Finished in {year}").format(year=year), tuple(found)) for year, found in years.items()]
    return tuple(group for group in groups if group.rows)


def _year(event: Event, today: date) -> int:
    if event.ends_on or event.starts_on:
        return (event.ends_on or event.starts_on or today).year
    return event.finished_at.year if event.finished_at else today.year
