"""Lists of events, and what an event's overview tells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet
from django.utils.translation import gettext as _

from players.models import User
from players.names import latin_key, name_key
from tournaments.models import Draw, EntryState, Event, EventState, Match, Stage
from tournaments.selectors.pages.round_names import round_name

# An event that was announced but did not start leaves the public lists after this time.
NEVER_STARTED = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a round is; byes are not counted."""

    number: int
    title: str
    tab: str
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
    return Event.objects.exclude(state=EventState.DRAFT).exclude(stale)


def events_of(user: User) -> QuerySet[Event]:
    """The events an account organises, drafts included, the newest first."""
    return Event.objects.filter(organiser_rows__user=user).order_by("-created_at", "-pk")


def event_rows(events: Iterable[Event]) -> tuple[EventRow, ...]:
    """Rows for these events: four queries for any number of them."""
    listed = list(events)
    ids = [event.pk for event in listed]
    counts = dict(
        Event.objects.filter(pk__in=ids)
        .annotate(n=Count("entries", filter=Q(entries__state=EntryState.ACCEPTED)))
        .values_list("pk", "n")
    )
    drawn = {
        event: len(entrants)
        for event, entrants in Draw.objects.filter(
            stage__event__in=ids, current=True, stage__event__state__in=(EventState.RUNNING, EventState.FINISHED)
        ).values_list("stage__event_id", "entrants")
    }
    rounds = load_progress(ids)
    champions = dict(
        Match.objects.filter(event__in=ids, winner_place=1, winner__isnull=False).values_list(
            "event_id", "winner__name"
        )
    )
    found = []
    for event in listed:
        accepted = counts.get(event.pk, 0)
        entries = drawn.get(event.pk, accepted)
        current = current_round(rounds.get(event.pk, ()))
        found.append(EventRow(event, entries, current, champions.get(event.pk, ""), max(0, entries - accepted)))
    return tuple(found)


def load_progress(event_ids: Sequence[int]) -> dict[int, tuple[Progress, ...]]:
    """The rounds of each event's main draw; one query."""
    rows = (
        Match.objects.filter(event__in=event_ids, label="", bracket="main")
        .values("event", "round", "stage__number", "stage__kind", "stage__rounds")
        .annotate(
            total=Count("pk", filter=~Q(state__in=("bye", "not_needed"))),
            done=Count("pk", filter=Q(state__in=("decided", "walkover"))),
            ends=Min("deadline", filter=Q(state__in=("open", "waiting"))),
        )
        .order_by("event", "stage__number", "round")
    )
    found: dict[int, list[Progress]] = {}
    for row in rows:
        stage, number = Stage(kind=row["stage__kind"], rounds=row["stage__rounds"]), row["round"]
        name = round_name(stage, "main", number)
        found.setdefault(row["event"], []).append(
            Progress(number, name.title, name.tab, row["done"], row["total"], row["ends"])
        )
    return {event: tuple(rounds) for event, rounds in found.items()}


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
