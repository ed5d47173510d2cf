"""The pages of roles, invitations and switches; what each role is shown."""

import re

import pytest

from players.actors import account_actor
from tests.tournaments.scene import NOW, later, make_scene, make_user
from tournaments import services
from tournaments.models import Event, EventOrganiser, OrganiserRole
from tournaments.services import EntryTerms

pytestmark = pytest.mark.django_db


def test_an_invitation_is_sent_opened_and_taken(as_actor):
    scene = make_scene(2, start=False)
    owner, page = as_actor(scene.owner), f"/organise/{scene.event.slug}/people/"
    made = owner.post(page, {"act": "invite", "role": "check_in", "uses": "1", "days": "7"})
    link = re.search(r"/i/([\w-]{20,})/", made.content.decode())
    assert (made["Referrer-Policy"], link is not None) == ("strict-origin", True)
    assert link[0] not in owner.get(page).content.decode()
    visitor = as_actor(None)
    opened = visitor.get(link[0])
    assert (opened.status_code, opened["Location"], opened["Referrer-Policy"]) == (302, "/invitation/", "no-referrer")
    page = visitor.get("/invitation/")
    assert page["Referrer-Policy"] == "strict-origin"  # under no-referrer a browser sends the form as from nowhere
    told = page.content.decode()
    assert "Nothing else." in told
    assert link[1] not in told
    assert not EventOrganiser.objects.filter(role="check_in").exists()
    assert "login" in visitor.post("/invitation/")["Location"]
    desk = make_user("desk", player=False)
    visitor.force_login(desk)
    assert visitor.post("/invitation/", follow=True).redirect_chain[-1][0].endswith("/check-in/")
    assert visitor.get(link[0], follow=True).status_code == 200
    for lost in (as_actor(None).get("/i/" + "x" * 32 + "/"), as_actor(None).get("/invitation/")):
        assert lost.status_code == 404


def test_who_does_the_check_in_sees_that_page_alone(as_actor):
    scene = make_scene(2, start=False)
    desk = make_user("desk", player=False)
    common = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.add_organiser(**common, user=desk, role=OrganiserRole.CHECK_IN)
    services.set_entry_rules(**common, terms=EntryTerms(check_in_closes_at=later(days=1)))
    client, base = as_actor(account_actor(desk)), f"/organise/{scene.event.slug}/"
    assert scene.event.name in client.get("/organise/").content.decode()
    page = client.get(base, follow=True).content.decode()
    assert "Player P1" in page
    assert page.count(f'href="{base}') == 1  # the tab of the page itself
    assert client.post(base + "check-in/", {"entry": scene.entries[0].pk, "act": "there"}).status_code == 302
    shut = ("settings/", "people/", "audience/", "entrants/", "results/", "log/", "seeds/", "draw/", "registration/")
    assert {client.get(base + path).status_code for path in shut} == {403}
    named = as_actor(None).get(f"/events/{scene.event.slug}/").content.decode()
    assert ("<dd>owner</dd>" in named, "desk" in named) == (True, False)
    EventOrganiser.objects.filter(role="check_in").update(role="arbiter")
    assert "desk" not in as_actor(None).get(f"/events/{scene.event.slug}/").content.decode()


def test_each_switch_says_who_sees_what_and_stays_once_results_were_rated(as_actor):
    scene = make_scene(2)
    owner, page = as_actor(scene.owner), f"/organise/{scene.event.slug}/audience/"
    assert owner.get(page).content.decode().count("From then on") == 3
    for name in ("listed", "draw_released", "results_released"):
        before = scene.reload().version
        owner.post(page, {"switch": f"{name}:off", "version": str(before)})
        assert (getattr(scene.reload(), name), scene.event.version) == (False, before + 1)
        stale = owner.post(page, {"switch": f"{name}:on", "version": str(before)}, follow=True)
        assert "Somebody changed this" in stale.content.decode()
        owner.post(page, {"switch": f"{name}:on", "version": str(scene.event.version)})
    assert "held the results back" in owner.get(f"/organise/{scene.event.slug}/log/").content.decode()
    Event.objects.update(rated_version=1)
    told = owner.post(page, {"switch": "results_released:off", "version": str(scene.reload().version)}, follow=True)
    assert "have been rated" in told.content.decode()
    assert scene.reload().results_released


def test_an_event_that_is_not_listed_is_found_by_its_address_alone(as_actor):
    scene = make_scene(2)
    scene.enter(1)
    services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, listed=False)
    visitor, slug = as_actor(None), scene.event.slug
    lists = ["/", "/events/", "/search/?q=Spring", "/search/?q=M1", "/players/player-p1/", "/players/player-p1/career/",
             "/players/player-p1/vs/player-p2/", "/api/v1/events/", "/api/v1/matches/",
             "/api/v1/players/player-p1/career/"]  # fmt: skip
    for path in lists:
        answer = visitor.get(path)
        assert (path, answer.status_code, slug in answer.content.decode()) == (path, 200, False)
    for path in (f"/events/{slug}/", f"/events/{slug}/matches/1/", f"/api/v1/events/{slug}/"):
        assert visitor.get(path).status_code == 200, path
    # numbers can be guessed, addresses not
    match = f"/api/v1/matches/{scene.match(1).pk}/"
    assert visitor.get(match).status_code == 404
    assert as_actor(scene.player(1)).get(f"/events/{slug}/matches/1/").status_code == 200
    assert slug in as_actor(scene.owner).get("/organise/").content.decode()
