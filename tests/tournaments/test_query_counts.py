"""The number of queries does not grow with the event."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import NOW, RIGHT_WINS, make_owner, quick_scene
from tournaments import services
from tournaments.selectors.stages import load_current
from tournaments.services import Correction

pytestmark = pytest.mark.django_db


def count(act) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def test_a_confirmed_result_costs_the_same_in_every_draw():
    small, large = quick_scene(4, name="small"), quick_scene(32, name="large")
    costs = [count(lambda scene=scene: scene.enter(1)) for scene in (small, large)]
    assert costs[0] == costs[1] <= 28  # one asks whom to tell


def test_loading_a_stage_takes_as_many_queries_for_any_size():
    scene = quick_scene(16)
    assert count(lambda: load_current(scene.event)) <= 8
    assert count(lambda: load_current(scene.event, history=True)) <= 8


def test_a_plan_takes_as_many_queries_however_deep_it_reaches():
    scene = quick_scene(8, played=True)

    def plan(number):
        return services.plan_correction(
            actor=scene.owner, match_id=scene.match(number).pk, correction=Correction(games={1: RIGHT_WINS})
        )

    assert count(lambda: plan(7)) == count(lambda: plan(1))


def test_a_preview_of_many_lines_takes_as_many_queries_as_of_one():
    owner = make_owner()
    event = services.create_event(actor=owner, now=NOW, details=services.EventDetails(name="Cup"))
    one, many = "Ann", "\n".join(f"Name {chr(65 + n)}" for n in range(20))
    assert count(lambda: services.read_entry_lines(event=event, text=one)) == count(
        lambda: services.read_entry_lines(event=event, text=many)
    )
