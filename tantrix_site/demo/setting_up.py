"""Making the demo's events: people, entries, draw, start. Each step leaves alone what an earlier run has done."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

from players.actors import Actor
from tantrix_site.demo.logins import ONE, TWO
from tantrix_site.demo.people import Person
from tantrix_site.demo.progress import Progress
from tournaments.models import Draw, Entry, Event, EventState
from tournaments.selectors.feeding import accepted_entries
from tournaments.services import (
    EventDetails,
    NewPerson,
    StagePlan,
    add_entry,
    create_event,
    make_draw,
    plan_exit,
    plan_stages,
    publish_event,
    set_seeds,
    start_event,
    withdraw_entry,
)
from tournaments.services.draws import preview_draw


@dataclass(frozen=True)
class Plan:
    """One event of the demo. `people` are in order of strength, the first `seeded` of them with a seed number."""

    details: EventDetails
    people: Sequence[Person]
    seeded: int = 0
    # rows of `players.Player` for people with an account, by name
    accounts: dict[str, int] = field(default_factory=dict)
    # one knockout if nothing else is said
    stages: Sequence[StagePlan] = ()


def make_event(plan: Plan, *, organiser: Actor, now: datetime, progress: Progress) -> Event:
    """The event with all its entries, published."""
    assert organiser.user is not None
    event = Event.objects.filter(created_by=organiser.user, name=plan.details.name).first()
    if event is None:
        event = create_event(actor=organiser, now=now, details=plan.details)
    if plan.stages and event.state == EventState.DRAFT:
        plan_stages(actor=organiser, now=now, event_id=event.pk, plans=plan.stages)
    entered = set(Entry.objects.filter(event=event).values_list("name", flat=True))
    for person in plan.people:
        if person.name not in entered and event.state in (EventState.DRAFT, EventState.PUBLISHED):
            _enter(event, person, plan, organiser, now)
        progress.advance()
    if event.state == EventState.DRAFT:
        by_name = dict(Entry.objects.filter(event=event).values_list("name", "pk"))
        seeds = {by_name[person.name]: seed for seed, person in enumerate(plan.people[: plan.seeded], start=1)}
        set_seeds(actor=organiser, now=now + timedelta(hours=1), event_id=event.pk, seeds=seeds)
        event = publish_event(actor=organiser, now=now + timedelta(days=1), event_id=event.pk)
    return event


def _enter(event: Event, person: Person, plan: Plan, organiser: Actor, now: datetime) -> None:
    if person.name in plan.accounts:
        add_entry(actor=organiser, now=now, event_id=event.pk, player_id=plan.accounts[person.name])
    else:
        # one who already plays in another event of the demo is the same person
        known = Entry.objects.filter(name=person.name, event__created_by=organiser.user).first()
        if known is not None:
            add_entry(actor=organiser, now=now, event_id=event.pk, player_id=known.player_id)
        else:
            made = NewPerson(person.name, person.country, surely_new=True)
            add_entry(actor=organiser, now=now, event_id=event.pk, person=made)


def draw_and_start(event: Event, *, organiser: Actor, now: datetime, lot: int) -> Event:
    """Draw with this lot and open the first round."""
    if event.state == EventState.PUBLISHED:
        if not Draw.objects.filter(stage__event=event, current=True).exists():
            make_draw(actor=organiser, now=now, event_id=event.pk, lot=lot)
        event = start_event(actor=organiser, now=now + timedelta(hours=1), event_id=event.pk)
    return event


def lot_for_a_meeting(event: Event) -> int:
    """The first lot with which the two players with logins can meet in the second round."""
    entries = accepted_entries(event)
    seeds = {entry.name: number for number, entry in enumerate(entries, start=1)}
    stage = event.stages.get(number=1)
    for lot in count():
        drawn = preview_draw(event, stage, lot)
        at = sorted(drawn.lines.index(seeds[login.name]) for login in (ONE, TWO))
        if at[0] // 4 == at[1] // 4 and at[0] // 2 != at[1] // 2:
            return lot
    raise AssertionError("count() has no end")


def withdraw(entry: Entry, organiser: Actor, now: datetime, reason: str) -> None:
    """An entry leaves, after a look at what that changes."""
    planned = plan_exit(actor=organiser, now=now, entry_id=entry.pk)
    digest = None if planned is None else planned.plan.digest
    withdraw_entry(actor=organiser, now=now, entry_id=entry.pk, reason=reason, digest=digest)
