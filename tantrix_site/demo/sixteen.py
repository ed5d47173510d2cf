"""The demo's table open: a Swiss of many rounds with all that happens in a hall (`docs/regulations.md` 5.3).

Somebody comes late, somebody misses a round, somebody goes home, and a sheet turns out to have been misread two rounds
before. The numbers are odd for a while.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from players.actors import Actor
from tantrix_site.demo.people import Person, everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.setting_up import Plan, draw_and_start, make_event, withdraw
from tantrix_site.demo.sheets import correct_misread, enter_match
from tournaments.models import Entry, Event, EventState, Match, MatchState, Stage
from tournaments.selectors.swiss import last_round
from tournaments.services import (
    EventDetails,
    NewPerson,
    StagePlan,
    add_entry,
    finish_event,
    propose_pairing,
    publish_pairing,
    set_absence,
)

NAME = "Demo Open of Sixteen Rounds"
LOT = 34
DAYS_AGO = 20


@dataclass(frozen=True)
class Size:
    """How many play in the end, one of them entered late, and how many rounds."""

    entrants: int = 34
    rounds: int = 16


# what happens before a round is paired
LATE, MISSING, LEAVING = 3, 5, 8
# and while one is played
CORRECTED = 7


def open_of_rounds(today: date, accounts: dict[str, int], size: Size) -> Plan:
    """A Swiss, one game a round. The last of the people is not entered yet."""
    day = today - timedelta(days=DAYS_AGO)
    details = EventDetails(
        name=NAME.replace("Sixteen", str(size.rounds)) if size.rounds != 16 else NAME,
        time_zone="Europe/Amsterdam",
        place="Utrecht",
        description="A weekend in a hall: one game a round, everybody against those of the same standing.",
        starts_on=day,
        ends_on=day + timedelta(days=1),
        capacity=size.entrants + 6,
        confirm_hours=48,
    )
    people = everybody(150)[10 : 10 + size.entrants - 1]
    stage = StagePlan("swiss", settings={"rounds": size.rounds, "games": 1})
    return Plan(details, people, seeded=8, accounts=accounts, stages=(stage,))


def matches_of(size: Size) -> int:
    return size.rounds * (size.entrants // 2)


def load_open(plan: Plan, organiser: Actor, now: datetime, progress: Progress) -> Event:
    """Enter, play all rounds, finish."""
    name = plan.details.name
    morning = now - timedelta(days=DAYS_AGO)
    progress.task(f"{name}: entering players")
    event = make_event(plan, organiser=organiser, now=morning - timedelta(days=20), progress=progress)
    if event.state == EventState.PUBLISHED:
        event = draw_and_start(event, organiser=organiser, now=morning - timedelta(hours=2), lot=LOT)
    if event.state != EventState.RUNNING:
        return event
    stage = event.stages.get(number=1)
    rounds = stage.settings["rounds"]
    latecomer = everybody(150)[10 + len(plan.people)]
    progress.task(f"{name}: {rounds} rounds")
    _play_round(event, stage, last_round(stage), organiser, morning, progress)
    for number in range(last_round(stage) + 1, rounds + 1):
        at = morning + timedelta(minutes=45 * (number - 1))
        _before(event, stage, number, latecomer, organiser, at)
        propose_pairing(actor=organiser, now=at, event_id=event.pk)
        publish_pairing(actor=organiser, now=at + timedelta(minutes=2), event_id=event.pk)
        _play_round(event, stage, number, organiser, at + timedelta(minutes=30), progress)
    return finish_event(actor=organiser, now=morning + timedelta(days=1, hours=6), event_id=event.pk)


def _before(event: Event, stage: Stage, number: int, latecomer: Person, organiser: Actor, at: datetime) -> None:
    """What is known or found out before a round is paired; once only, if the loading is interrupted."""
    entries = {entry.name: entry for entry in Entry.objects.filter(event=event).order_by("pk")}
    by_order = list(entries.values())
    if number == LATE and latecomer.name not in entries:
        known = Entry.objects.filter(name=latecomer.name, event__created_by=organiser.user).first()
        person = NewPerson(latecomer.name, latecomer.country, surely_new=True)
        add_entry(
            actor=organiser, now=at, event_id=event.pk, person=None if known is not None else person,
            player_id=None if known is None else known.player_id,
        )  # fmt: skip
    elif number == MISSING:
        set_absence(actor=organiser, now=at, entry_id=by_order[4].pk, round_number=number, reason="A late train")
    elif number == LEAVING and by_order[7].state == "accepted":
        withdraw(by_order[7], organiser, at, "Has to go home.")


def _play_round(event: Event, stage: Stage, number: int, organiser: Actor, at: datetime, progress: Progress) -> None:
    """All results of the published round, and what is found out meanwhile."""
    if number == CORRECTED:
        match = Match.objects.filter(stage=stage, round=number - 2, state=MatchState.DECIDED).order_by("position")[0]
        correct_misread(match, organiser=organiser, now=at)
    strength = {entry.pk: number for number, entry in enumerate(event.entries.order_by("pk"), start=1)}
    matches = Match.objects.filter(stage=stage, state=MatchState.OPEN).select_related("event", "stage")
    for match in matches.prefetch_related("slots__occupant").order_by("position"):
        enter_match(match, strength=strength, organiser=organiser, now=at + timedelta(seconds=20 * match.position))
        progress.advance()
