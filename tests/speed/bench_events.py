"""Whole events through the services: a Swiss of 500 over 16 rounds, a double elimination of 128, a draw of 150.

Figures are CPU of the site's process; for one result that of the database is added.
"""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from tests.speed import Row, at_most, cpu_of, row

SERVICES = True
ENTRIES = 500


def run(quick: bool) -> list[Row]:
    rounds = 4 if quick else 16
    return [*_swiss(rounds), *_double_elimination(), *_draw()]


def _swiss(rounds: int) -> list[Row]:
    from django.core.cache import cache
    from django.test import Client

    from tests.tournaments.scene import NOW, GameFigures, quick_scene
    from tournaments import services
    from tournaments.models import Match
    from tournaments.services import StagePlan

    scene = quick_scene(
        ENTRIES, name="swiss", capacity=ENTRIES, stages=[StagePlan("swiss", settings={"rounds": 16, "games": 1})]
    )
    act: dict[str, Any] = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    rng = Random(500)
    proposals: list[float] = []
    results: list[float] = []
    for number in range(1, rounds + 1):
        proposals.append(_ms(lambda: services.propose_pairing(**act)))
        services.publish_pairing(**act)
        matches = list(Match.objects.filter(event=scene.event, round=number, state="open").order_by("position"))
        database = cpu_of(_backend())
        for match in matches:
            figures = GameFigures((rng.randint(5, 35), rng.randint(5, 35)))
            enter = _entering(scene.owner, match, figures)
            took = _ms(enter)
            if number == rounds:
                results.append(took)
    database = 1000 * (cpu_of(_backend()) - database) / len(results)
    page = f"/events/{scene.event.slug}/standings/"
    client = Client()

    def show() -> None:
        cache.clear()
        assert client.get(page, follow=True).status_code == 200

    show()
    return [
        row(f"one result in round {rounds} of a Swiss of {ENTRIES}", median(results) + database, "ms", at_most(100)),
        row("of this the database", database, "ms"),
        row(f"standings page of {ENTRIES} after {rounds} rounds, made anew", median(_ms(show) for _ in range(5)), "ms"),
        row(f"proposal of a round for {ENTRIES}, slowest of {rounds}", max(proposals), "ms", at_most(4000)),
        row(f"proposal of a round for {ENTRIES}, median", median(proposals), "ms"),
    ]


def _entering(actor: Any, match: Any, figures: Any) -> Callable[[], object]:
    from tests.tournaments.scene import NOW
    from tournaments import services

    return lambda: services.enter_result(actor=actor, now=NOW, match_id=match.pk, number=1, figures=figures)


def _double_elimination() -> list[Row]:
    from tests.tournaments.scene import RIGHT_WINS, quick_scene
    from tournaments import services
    from tournaments.models import Match
    from tournaments.services import Correction, StagePlan

    scene = quick_scene(128, name="double", stages=[StagePlan("double_elimination")])
    scene.play_all()
    assert not Match.objects.filter(event=scene.event, state__in=("open", "waiting")).exists()
    first = Match.objects.filter(event=scene.event).order_by("number")[0]

    def plan() -> object:
        correction = Correction(games={1: RIGHT_WINS})
        return services.plan_correction(actor=scene.owner, match_id=first.pk, correction=correction).plan.digest

    plan()
    return [
        row("plan of a correction of the first result of a finished double elimination of 128",
            median(_ms(plan) for _ in range(7)), "ms", at_most(100)),
    ]  # fmt: skip


def _draw() -> list[Row]:
    from tests.tournaments.scene import NOW, quick_scene
    from tournaments import services
    from tournaments.services import StagePlan

    found: list[Row] = []
    for name, settings in (
        ("groups", {"groups": 29, "games": 4}), ("knockout", {"plate": "first_match"}),
    ):  # fmt: skip
        scene = quick_scene(
            150, name=f"draw-{name}", start=False, capacity=150, stages=[StagePlan(name, settings=settings)]
        )
        act: dict[str, Any] = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
        lots = iter(range(100))
        took = median(_ms(lambda a=act, n=lots: services.make_draw(**a, lot=next(n))) for _ in range(5))
        what = "29 groups" if name == "groups" else "a knockout with plate"
        found.append(row(f"draw of 150 into {what}", took, "ms", at_most(500)))
    return found


def _backend() -> int:
    """The process of the database that serves this one."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _ms(call: Callable[[], object]) -> float:
    before = time.process_time()
    call()
    return 1000 * (time.process_time() - before)
