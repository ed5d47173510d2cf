"""All ratings worked out again from the database: 1,000 events of 100 players, with bounded memory."""

import random
import time
from datetime import date, timedelta
from pathlib import Path

from tests.speed import Row, at_most, cpu_of, row

SERVICES = True
PLAYERS, A_EVENT, ROUNDS = 3000, 100, 9


def run(quick: bool) -> list[Row]:
    from django.db import connection
    from django.utils import timezone

    from players.actors import SYSTEM
    from players.models import Player
    from ratings.models import RatedEvent, RatedPairing, RatingChange
    from ratings.services import Pairing, check_ratings, recompute_ratings
    from ratings.services.applying import apply_waiting
    from ratings.services.results import EventResults
    from ratings.services.submitting import submit_event

    events = 100 if quick else 1000
    lot, now = random.Random(1), timezone.now()
    people = Player.objects.bulk_create(
        Player(slug=f"b{n}", name=f"B{n}", name_key=f"b{n}", created_at=now) for n in range(PLAYERS)
    )
    ids = [person.pk for person in people]
    for number in range(1, events + 1):
        event = RatedEvent.objects.create(
            source=f"bench:{number}", number=number, name=str(number), closes_on=date(2000, 1, 1) + timedelta(number)
        )
        pairs: dict[tuple[int, int], int] = {}
        there = lot.sample(ids, A_EVENT)
        for _round in range(ROUNDS):
            lot.shuffle(there)
            for left, right in zip(there[::2], there[1::2], strict=True):
                pairs[min(left, right), max(left, right)] = lot.randint(0, 200)
        RatedPairing.objects.bulk_create(
            RatedPairing(event=event, left_id=left, right_id=right, games=1, tp=tp)
            for (left, right), tp in pairs.items()
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    # forgets the peak of filling the database
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _peak()
    began, began_there, clock = time.process_time(), cpu_of(backend), time.perf_counter()
    recompute_ratings(actor=SYSTEM, now=now, reason="bench")
    took, both = time.perf_counter() - clock, time.process_time() - began + cpu_of(backend) - began_there
    grown = (_peak() - before) / 1024
    clock = time.perf_counter()
    found = check_ratings()
    checked = time.perf_counter() - clock
    if not found.is_right or RatingChange.objects.count() != events * A_EVENT:
        raise RuntimeError("The ledger is not what the events say.")
    first = RatedEvent.objects.order_by("closes_on")[events // 2]
    pairings = [
        Pairing(left, right, games, (200 * games - tp, tp))
        for left, right, games, tp in first.pairings.values_list("left_id", "right_id", "games", "tp")
    ]
    submit_event(
        actor=SYSTEM, now=now,
        results=EventResults(first.source, first.number, first.name, "", first.closes_on, tuple(pairings)),
    )  # fmt: skip
    clock = time.perf_counter()
    apply_waiting(now=now)
    corrected = time.perf_counter() - clock
    newest = EventResults("bench:new", events + 1, "new", "", date(2000, 1, 1) + timedelta(events + 1), tuple(pairings))
    submit_event(actor=SYSTEM, now=now, results=newest)
    clock = time.perf_counter()
    apply_waiting(now=now)
    appended = time.perf_counter() - clock
    return [
        row(f"{events} events of {A_EVENT} from the database, written", took, "s", at_most(60)),
        row("the same, CPU of site and database", both, "s"),
        row("memory that it took beyond what was there", grown, "MB", at_most(100)),
        row("the same compared only (--check)", checked, "s"),
        row("a correction of an event in the middle", corrected, "s"),
        row("one more event at the end", appended, "s"),
    ]


def _peak() -> int:
    """The most memory this process has had, in KB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])
