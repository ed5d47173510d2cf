"""What an event makes of ratings, for programs."""

import pytest

from ratings.services import apply_waiting
from tests.tournaments.api.conftest import Api
from tests.tournaments.scene import NOW, make_scene
from tournaments import services

pytestmark = pytest.mark.django_db


def test_provisional_then_final_with_all_inputs(api: Api):
    scene = make_scene(4)
    path = f"/api/v1/events/{scene.event.slug}/ratings/"
    empty = {"event": scene.event.slug, "state": "provisional", "weight": 1.0, "rows": []}
    assert api(None).get(path).json() == empty
    scene.play_all()
    before = api(None).get(path).json()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    # its results are on their way
    assert api(None).get(path).json()["state"] == "provisional"
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    after = api(None).get(path).json()
    assert (before["state"], after["state"]) == ("provisional", "final")
    assert before["rows"] == after["rows"]
    winner = next(row for row in after["rows"] if row["player"]["slug"] == "player-p1")
    assert winner["change"]["tp"] == sum(met["tp"] for met in winner["opponents"]) == 40.0
    services.reopen_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, reason="a protest")
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    again = api(None).get(path).json()
    assert (again["state"], again["rows"]) == ("provisional", before["rows"])


def test_an_event_that_is_not_rated(api: Api):
    scene = make_scene(2, rated=False)
    scene.enter(1)
    answer = api(None).get(f"/api/v1/events/{scene.event.slug}/ratings/").json()
    assert (answer["state"], answer["rows"]) == ("unrated", [])
    settings = api(scene.owner).patch(f"/api/v1/events/{scene.event.slug}/", {"rated": True}).json()
    assert settings["rated"] is True
