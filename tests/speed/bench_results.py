"""One confirmed result of a 128 knockout, with all that follows from it, on PostgreSQL."""

import time
from statistics import median

from tests.speed import Row, at_most, cpu_of, row

SERVICES = True
ENTRIES = 128


def run(quick: bool) -> list[Row]:
    from django.db import connection
    from django.utils import timezone

    from players.actors import SYSTEM, Actor, account_actor
    from players.models import User
    from tantrix_site.demo.people import everybody
    from tournaments.models import Match, MatchState
    from tournaments.services import (
        Correction,
        EventDetails,
        GameFigures,
        NewPerson,
        add_entry,
        confirm_game,
        correct_result,
        create_event,
        enter_result,
        make_draw,
        plan_correction,
        publish_event,
        report_game,
        start_event,
    )

    now = timezone.now()
    organiser = account_actor(User.objects.create(username="bench"))
    event = create_event(actor=organiser, now=now, details=EventDetails(name="Bench", third_place=True))
    for person in everybody(ENTRIES):
        add_entry(actor=organiser, now=now, event_id=event.pk, person=NewPerson(person.name, person.country, True))
    publish_event(actor=organiser, now=now, event_id=event.pk)
    began = time.process_time()
    make_draw(actor=organiser, now=now, event_id=event.pk, lot=1)
    drawn = time.process_time() - began
    start_event(actor=SYSTEM, now=now, event_id=event.pk)

    ours: list[float] = []
    both: list[float] = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    matches = Match.objects.filter(event=event, state=MatchState.OPEN).prefetch_related("slots__occupant__player")
    for match in matches.order_by("number")[: 16 if quick else 64]:
        left, right = (slot.occupant for slot in match.slots.all())
        assert left is not None
        assert right is not None
        report = report_game(
            actor=Actor(via="link", player=left.player, entry_id=left.pk),
            now=now,
            match_id=match.pk,
            number=1,
            figures=GameFigures(tiles=(20, 13)),
        )
        began, began_there = time.process_time(), cpu_of(backend)
        confirm_game(
            actor=Actor(via="link", player=right.player, entry_id=right.pk), now=now, report_id=report.pk
        )  # committed when it returns
        took = time.process_time() - began
        ours.append(took)
        both.append(took + cpu_of(backend) - began_there)
    flip = Correction(games={1: GameFigures(tiles=(10, 50))})
    while match := Match.objects.filter(event=event, state=MatchState.OPEN).order_by("number").first():
        enter_result(actor=organiser, now=now, match_id=match.pk, number=1, figures=GameFigures(tiles=(20, 13)))
    first = Match.objects.get(event=event, number=1)
    began = time.process_time()
    planned = plan_correction(actor=organiser, match_id=first.pk, correction=flip)
    shown = time.process_time() - began
    began = time.process_time()
    correct_result(
        actor=organiser, now=now, match_id=first.pk, correction=flip, reason="bench", digest=planned.plan.digest
    )
    corrected = time.process_time() - began
    return [
        row("draw of 128 stored, CPU of the site", drawn * 1000, "ms", at_most(500)),
        row("confirmed result with propagation, CPU of the site", median(ours) * 1000, "ms", at_most(50)),
        # the database's clock is coarse, so that only the mean means something
        row("the same with the database's, mean", sum(both) / len(both) * 1000, "ms", at_most(50)),
        row("plan of a correction in round 1 of a finished 128", shown * 1000, "ms", at_most(100)),
        row("the same correction applied", corrected * 1000, "ms"),
    ]
