"""The demo's world championship with qualifying, played to the final (`docs/regulations.md` 2.1, 4.4, 4.5).

What has happened is read from the database, so that a run that was stopped goes on where it was.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import QuerySet

from players.actors import Actor
from tantrix_site.demo.people import everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.setting_up import Plan, draw_and_start, make_event, withdraw
from tantrix_site.demo.sheets import enter_match, sides_of
from tournaments.formats.main_draw import main_draw
from tournaments.formats.progression import Progression
from tournaments.models import DecisionKind, Event, EventState, Match, MatchState, Stage, StageState
from tournaments.services import (
    EventDetails,
    Ruling,
    StagePlan,
    close_stage,
    decide_match,
    finish_event,
    make_draw,
)

NAME = "Demo World Championship with Qualifying"
LOT = 2026
# the last figure is the final's; the plate has four games
GAMES = (5, 5, 5, 6, 7, 8, 9)
QUALIFYING_GAMES = 4
DAYS_AGO = 60


@dataclass(frozen=True)
class Size:
    """How many enter, how many places the main draw has, and how many seeds are exempt from qualifying."""

    entrants: int = 150
    places: int = 128
    exempt: int = 32


def world_championship(today: date, accounts: dict[str, int], size: Size) -> Plan:
    """Groups for all but the exempt seeds, then the main draw with a plate."""
    way = main_draw(size.entrants, places=size.places, exempt=size.exempt)
    details = EventDetails(
        name=NAME,
        time_zone="Europe/Budapest",
        place="online",
        description="Qualifying in groups, a main draw and a plate, all played by invented people. "
        "Results were entered as from score sheets.",
        starts_on=today - timedelta(days=DAYS_AGO),
        ends_on=today - timedelta(days=DAYS_AGO - 40),
        capacity=size.entrants,
        confirm_hours=96,
        games_by_round=GAMES,
        third_place=True,
        seeds=size.exempt,
    )
    stages = (
        StagePlan("groups", "Qualifying", {"groups": len(way.groups), "games": QUALIFYING_GAMES}),
        StagePlan(
            "knockout", "Main draw", {"plate": "first_match"},
            rule=Progression(first=way.each, total=size.places, exempt=size.exempt),
        ),
    )  # fmt: skip
    return Plan(details, everybody(size.entrants), seeded=size.exempt, accounts=accounts, stages=stages)


def matches_of(size: Size) -> int:
    """About how many matches there are to play, for the progress shown."""
    way = main_draw(size.entrants, places=size.places, exempt=size.exempt)
    return sum(n * (n - 1) // 2 for n in way.groups) + size.places + size.places // 2


def load_world(plan: Plan, organiser: Actor, now: datetime, progress: Progress) -> Event:
    """Enter everybody and play to the end."""
    name = plan.details.name
    began = now - timedelta(days=DAYS_AGO)
    progress.task(f"{name}: entering {len(plan.people)} players")
    event = make_event(plan, organiser=organiser, now=began - timedelta(days=30), progress=progress)
    if event.state == EventState.PUBLISHED:
        event = draw_and_start(event, organiser=organiser, now=began - timedelta(hours=2), lot=LOT)
    if event.state != EventState.RUNNING:
        return event
    place = {person.name: number for number, person in enumerate(plan.people, start=1)}
    strength = {pk: place[entered] for pk, entered in event.entries.values_list("pk", "name")}
    qualifying, main = event.stages.order_by("number")
    if qualifying.state == StageState.RUNNING:
        progress.task(f"{name}: qualifying in groups")
        _play(qualifying, strength, organiser, began, progress)
        close_stage(actor=organiser, now=began + timedelta(days=8), event_id=event.pk, stage_number=1)
    main.refresh_from_db()
    if main.state == StageState.PLANNED:
        make_draw(actor=organiser, now=began + timedelta(days=9), event_id=event.pk, stage_number=2, lot=LOT)
    progress.task(f"{name}: the main draw and the plate")
    _play(main, strength, organiser, began + timedelta(days=10), progress)
    return finish_event(actor=organiser, now=began + timedelta(days=40), event_id=event.pk)


def _play(stage: Stage, strength: dict[int, int], organiser: Actor, began: datetime, progress: Progress) -> None:
    """Round by round, as long as anything is open."""
    while rounds := sorted(set(_open(stage).values_list("round", flat=True))):
        number = rounds[0]
        matches = _open(stage).filter(round=number).select_related("event", "stage")
        for position, match in enumerate(matches.prefetch_related("slots__occupant").order_by("bracket", "position")):
            at = began + timedelta(days=4 * (number - 1), minutes=23 * position)
            _play_one(match, strength, organiser, at)
            progress.advance()


def _open(stage: Stage) -> QuerySet[Match]:
    return Match.objects.filter(stage=stage, state=MatchState.OPEN)


def _play_one(match: Match, strength: dict[int, int], organiser: Actor, at: datetime) -> None:
    """Most matches are played; here and there somebody does not come, stops, or leaves the event."""
    match.refresh_from_db(fields=["state"])
    if match.state != MatchState.OPEN:
        return  # a walkover by somebody who has left since
    fate = (match.number * 7 + match.round) % 97
    left, right = sides_of(match)
    if fate == 0:
        decide_match(actor=organiser, now=at, match_id=match.pk, ruling=Ruling(DecisionKind.WALKOVER, 1), reason="Ill.")
    elif fate == 1 and match.round == 1:
        withdraw(max(left, right, key=lambda entry: strength[entry.pk]), organiser, at, "Cannot travel.")
    else:
        enter_match(match, strength=strength, organiser=organiser, now=at)
