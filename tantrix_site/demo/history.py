"""The demo's past, event after event, each at its own time, through the services that the site is run with.

The older events were before the site: who met whom with which points is sent to be rated, as from an archive. The later
ones are played on the site and have their pages. Ratings are applied after each event as they would have been, and once
a year moved to the level. What is there is left alone, so that a loading that was interrupted goes on where it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import combinations
from random import Random

from django.db import transaction

from players.actors import SYSTEM, Actor
from players.services import ProfileChanges, create_player
from ratings.maths.elo import GAME_TP, Pairing
from ratings.models import RatedEvent
from ratings.services import EventResults, apply_waiting, plan_relevelling, relevel, submit_event
from tantrix_site.demo.people import Person
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.seasons import INVENTED, ROUND_ROBIN, PastEvent, past_events, strengths, who_came
from tantrix_site.demo.setting_up import draw_and_start
from tantrix_site.demo.sheets import correct_misread, enter_match, tp_of_games
from tournaments.models import Entry, Event, EventState, Match, MatchState, Stage, StageKind, StageState
from tournaments.selectors.swiss import last_round
from tournaments.services import (
    EventDetails,
    LineChoices,
    close_stage,
    create_event,
    finish_event,
    import_entries,
    make_draw,
    plan_stages,
    propose_pairing,
    publish_event,
    publish_pairing,
    rate_event,
    seed_by_points,
    take_seeding_points,
)

LOT = 6
# the sources of events that were not on the site
ARCHIVED = "demo:"
A_GROUP = 8


@dataclass(frozen=True)
class Size:
    """How many events there were, how many of them, the last, were played on the site, and how many came at most."""

    events: int = 21
    played: int = 11
    entrants: int = 32

    @property
    def steps(self) -> int:
        """About how much there is to do, for the progress shown; a match's worth each."""
        return 20 * self.played + self.events - self.played


def load_history(organiser: Actor, accounts: dict[str, int], now: datetime, size: Size, progress: Progress) -> None:
    """Years of finished events; `accounts` are the profiles of those who have one, by name."""
    past = past_events(now.date(), size.events)
    played = past[size.events - size.played :]
    sheet = misread_sheet(played)
    for one in past:
        progress.task(f"{one.name}: playing an event of the past")
        people = who_came(one, now.date(), size.entrants)
        places = strengths(now.year - one.starts_on.year)
        profiles = profiles_of(organiser) | accounts
        progress.advance(20 if one in played else 1)
        if one in played:
            _play(one, people, profiles, places, organiser)
        else:
            _send_archived(one, people, profiles, places)
        if sheet is not None and one == sheet[1]:
            _correct(sheet[0], organiser, _at(one, days=one.season.days + 20))


def misread_sheet(played: Sequence[PastEvent]) -> tuple[PastEvent, PastEvent] | None:
    """The event of which a sheet was misread, and the later one after which that was found out."""
    for later in reversed(played):
        tables = [one for one in played if one.season == ROUND_ROBIN and one.starts_on < later.starts_on]
        if later.season.levels and tables:
            return tables[-1], later
    return None


def profiles_of(organiser: Actor) -> dict[str, int]:
    """Everybody who was in an event of the demo, by name."""
    found = dict(
        Entry.objects.filter(event__created_by=organiser.user, player__isnull=False).values_list("name", "player")
    )
    archived = RatedEvent.objects.filter(source__startswith=ARCHIVED)
    for side in ("left", "right"):
        found |= dict(archived.values_list(f"pairings__{side}__name", f"pairings__{side}"))
    return found


@transaction.atomic
def _send_archived(
    past: PastEvent, people: Iterable[Person], profiles: Mapping[str, int], places: Mapping[str, float]
) -> None:
    """Groups in which everybody met everybody, known by their points alone."""
    source, at = f"{ARCHIVED}{past.name}", _at(past, days=past.season.days, hours=10)
    if RatedEvent.objects.filter(source=source).exists():
        return
    entered = []
    for person in people:
        pk = profiles.get(person.name)
        if pk is None:
            details: ProfileChanges = {"name": person.name, "country": person.country}
            pk = create_player(actor=SYSTEM, now=at, details=details).pk
        entered.append((person.name, pk))
    lot = Random(f"tantrix demo {past.name}")  # noqa: S311
    games = past.season.games[0]
    pairings = []
    for start in range(0, len(entered), A_GROUP):
        for (left, left_id), (right, right_id) in combinations(entered[start : start + A_GROUP], 2):
            tp = tp_of_games(games, places[right] - places[left], lot)
            pairings.append(Pairing(left_id, right_id, games, (tp, games * GAME_TP - tp)))
    results = EventResults(
        source=source, number=int(f"{past.ends_on:%Y%m%d}"), name=past.name, path="", closes_on=past.ends_on,
        pairings=tuple(pairings),
    )  # fmt: skip
    submit_event(actor=SYSTEM, now=at, results=results, reason=INVENTED)
    _rate(past, at)


def _at(past: PastEvent, **later: float) -> datetime:
    return datetime.combine(past.starts_on, time(9), UTC) + timedelta(**later)


def _play(
    past: PastEvent,
    people: Sequence[Person],
    profiles: Mapping[str, int],
    places: Mapping[str, float],
    organiser: Actor,
) -> None:
    """An event of the site from the entries to the end."""
    event = Event.objects.filter(created_by=organiser.user, name=past.name).first()
    if event is None:
        event = _make(past, people, profiles, organiser)
    if event.state == EventState.PUBLISHED:
        event = draw_and_start(event, organiser=organiser, now=_at(past, hours=-3), lot=LOT)
    if event.state == EventState.RUNNING:
        strength = {pk: places[name] for pk, name in event.entries.values_list("pk", "name")}
        for stage in event.stages.order_by("number"):
            if stage.state != StageState.FINISHED:
                _play_stage(event, stage, strength, organiser, past)
        _close(event, past, organiser)


@transaction.atomic
def _make(past: PastEvent, people: Sequence[Person], profiles: Mapping[str, int], organiser: Actor) -> Event:
    """The event with all its entries, seeded by the ratings of that time, published."""
    season, at = past.season, _at(past, days=-40)
    details = EventDetails(
        name=past.name,
        time_zone=season.zone,
        place=season.place,
        description=INVENTED,
        starts_on=past.starts_on,
        ends_on=past.ends_on,
        capacity=season.entrants,
        games_by_round=season.games,
        lead_threshold=season.lead,
        extra_games=season.extra,
        seeds=season.entrants // 4,
    )
    event = create_event(actor=organiser, now=at, details=details)
    if season.stages:
        plan_stages(actor=organiser, now=at, event_id=event.pk, plans=season.stages)
    numbered = list(enumerate(people, start=1))
    import_entries(
        actor=organiser, now=at, event_id=event.pk,
        text="\n".join(f"{person.name}\t{person.country}" for person in people),
        choices=LineChoices(
            players={n: profiles[person.name] for n, person in numbered if person.name in profiles},
            new=frozenset(n for n, person in numbered if person.name not in profiles),
        ),
    )  # fmt: skip
    at = _at(past, days=-30)
    take_seeding_points(actor=organiser, now=at, event_id=event.pk, on=at.date())
    seed_by_points(actor=organiser, now=at, event_id=event.pk)
    return publish_event(actor=organiser, now=at, event_id=event.pk)


def _play_stage(event: Event, stage: Stage, strength: dict[int, float], organiser: Actor, past: PastEvent) -> None:
    """All rounds; the second stage begins on the second day."""
    began = _at(past, days=stage.number - 1)
    number, pk = stage.number, event.pk
    if stage.state == StageState.PLANNED:
        make_draw(actor=organiser, now=began, event_id=pk, stage_number=number, lot=LOT)
    _play_open(stage, strength, organiser, past, began)
    if stage.kind == StageKind.SWISS:
        for played in range(last_round(stage), stage.settings["rounds"]):
            at = began + _gap(past) * played
            propose_pairing(actor=organiser, now=at, event_id=pk, stage_number=number)
            publish_pairing(actor=organiser, now=at, event_id=pk, stage_number=number)
            _play_open(stage, strength, organiser, past, began)
    if event.stages.filter(number=number + 1).exists():
        close_stage(actor=organiser, now=began + timedelta(hours=20), event_id=pk, stage_number=number)


def _gap(past: PastEvent) -> timedelta:
    """From round to round."""
    return timedelta(days=past.season.days) / 8


def _play_open(stage: Stage, strength: dict[int, float], organiser: Actor, past: PastEvent, began: datetime) -> None:
    """Round by round, as long as anything is open."""
    while True:
        matches = Match.objects.filter(stage=stage, state=MatchState.OPEN).select_related("event", "stage")
        first = matches.order_by("round").first()
        if first is None:
            return
        at = began + _gap(past) * (first.round - 1)
        for match in matches.filter(round=first.round).prefetch_related("slots__occupant").order_by("position"):
            enter_match(match, strength=strength, organiser=organiser, now=at + timedelta(minutes=11 * match.position))


@transaction.atomic
def _close(event: Event, past: PastEvent, organiser: Actor) -> None:
    """Finish, rate, and once a year move to the level; all at once, before a worker hears of it."""
    at = _at(past, days=past.season.days - 1, hours=10)
    finish_event(actor=organiser, now=at, event_id=event.pk)
    rate_event(now=at, event_id=event.pk)
    _rate(past, at)


def _rate(past: PastEvent, at: datetime) -> None:
    """Apply what was sent and, once a year, move all ratings to the level."""
    apply_waiting(now=at)
    if past.season.levels:
        on = past.ends_on
        relevel(
            actor=SYSTEM, now=at, on=on, digest=plan_relevelling(on).digest,
            reason="By custom, at the close of the world championship.",
        )  # fmt: skip


@transaction.atomic
def _correct(past: PastEvent, organiser: Actor, at: datetime) -> None:
    """A sheet of an event that closed long ago turns out to have been misread."""
    match = Match.objects.filter(event__name=past.name, event__created_by=organiser.user).order_by("number").first()
    if match is not None and correct_misread(match, organiser=organiser, now=at):
        rate_event(now=at, event_id=match.event_id)
        apply_waiting(now=at)
