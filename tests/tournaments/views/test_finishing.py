"""Finishing an event, or having it rated, moves ratings that were final only once the organiser has seen it."""

import re

import pytest

from ratings.models import EventSubmission, Rating
from ratings.services import apply_waiting
from tests.kept import kept
from tests.tournaments.scene import NOW, RIGHT_WINS, Scene, make_scene
from tests.tournaments.views.test_organising import settings_form, text
from tournaments import services
from tournaments.services import Correction

pytestmark = pytest.mark.django_db


def rate() -> None:
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)


@kept
def opened_again_and_corrected() -> Scene:
    scene = make_scene(2)
    scene.enter(1)
    act = {"actor": scene.owner, "now": NOW}
    services.finish_event(**act, event_id=scene.event.pk)
    rate()
    services.reopen_event(**act, event_id=scene.event.pk, reason="a protest")
    flip = Correction(games={1: RIGHT_WINS})
    services.correct_result(**act, match_id=scene.match(1).pk, correction=flip, reason="upheld")
    rate()
    return scene


def digest_in(answer) -> str:
    return re.search(r'name="rating_digest" value="(\w+)"', answer.content.decode())[1]


def test_an_ordinary_finish_is_one_click(as_actor) -> None:
    scene = make_scene(2)
    scene.enter(1)
    client = as_actor(scene.owner)
    answer = client.post(f"/organise/{scene.event.slug}/step/", {"step": "finish"})
    assert (answer["Location"], scene.reload().state) == (f"/organise/{scene.event.slug}/", "finished")
    assert "After the end" in text(client.get(f"/organise/{scene.event.slug}/finish/"))


def test_finishing_what_was_corrected_leads_to_who_moves_first(as_actor) -> None:
    scene = opened_again_and_corrected()
    client, page = as_actor(scene.owner), f"/organise/{scene.event.slug}/finish/"
    assert client.post(f"/organise/{scene.event.slug}/step/", {"step": "finish"})["Location"] == page
    plan = client.get(page)
    assert "moves ratings that were final already" in text(plan)
    assert "1 event is worked out anew: Spring Cup" in text(plan)
    for unseen in ({}, {"rating_digest": "x"}):
        answer = client.post(page, unseen)
        assert (answer.status_code, digest_in(answer)) == (409, digest_in(plan))
    assert scene.reload().state == "running"
    assert client.post(page, {"rating_digest": digest_in(plan)}).status_code == 302
    assert scene.reload().state == "finished"
    assert as_actor(scene.player(1)).get(page).status_code == 403


def test_an_open_match_is_named_with_the_way_to_it(as_actor) -> None:
    scene = make_scene(2)
    answer = as_actor(scene.owner).get(f"/organise/{scene.event.slug}/finish/")
    assert f'href="/events/{scene.event.slug}/matches/1/">M1 is not decided.' in answer.content.decode()


def test_unrating_an_event_shows_who_moves_with_the_form(as_actor) -> None:
    scene = opened_again_and_corrected()
    client, page = as_actor(scene.owner), f"/organise/{scene.event.slug}/settings/"
    form = settings_form(scene.reload())
    del form["rated"]
    unseen = client.post(page, form)
    assert unseen.status_code == 409
    assert "look below at who moves by how much" in text(unseen)
    assert "1 event is worked out anew: Spring Cup" in text(unseen)
    assert scene.reload().rated
    assert client.post(page, form | {"rating_digest": digest_in(unseen)}).status_code == 302
    rate()
    assert not Rating.objects.exists()
    assert EventSubmission.objects.latest("pk").payload["state"] == "withdrawn"
