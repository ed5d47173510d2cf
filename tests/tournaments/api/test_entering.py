"""Terms of entering, waiting list, check-in, invitations by program."""

import base64
from datetime import timedelta

import pytest

from players.actors import account_actor
from players.models import User
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import Entry
from tournaments.services import NewPerson

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    event = make_event(owner, capacity=2, self_entry=True)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    return event


@pytest.fixture
def ana():
    return account_actor(make_user("ana"))


def test_terms_are_set_as_a_whole_and_read_by_everybody(api, owner, ana, event):
    url = f"/api/v1/events/{event.slug}/entry-terms/"
    sent = {
        "closes_at": "2031-05-01T20:00:00Z", "waiting_list": True, "asked": ["nickname"],
        "conditions": {"under_age": 16, "age_on": "2026-12-31", "continents": ["EU"]},
    }  # fmt: skip
    answer = api(owner).put(url, sent, format="json")
    assert answer.status_code == 200, answer.json()
    read = api().get(url).json()
    assert read == answer.json()
    assert {name: read[name] for name in sent} == sent
    assert code(api(ana).put(url, {}, format="json")) == "not_organiser"
    assert api(owner).put(url, {"conditions": {"shoe_size": 44}}, format="json").status_code == 400
    assert code(api(owner).put(url, {"conditions": {"under_age": 9, "from_age": 9}}, format="json")) == "nobody_fits"
    assert api(owner).put(url, {}, format="json").json()["conditions"] == {}


def test_the_refused_read_why_and_the_invited_enter(api, owner, ana, event):
    terms = {"asked": ["nickname"], "conditions": {"invited_only": True, "from_age": 18}}
    api(owner).put(f"/api/v1/events/{event.slug}/entry-terms/", terms, format="json")
    states = api(ana).get(f"/api/v1/events/{event.slug}/eligibility/").json()
    assert [(line["condition"], line["met"]) for line in states] == [("from_age", "unknown"), ("invited", "no")]
    entries = f"/api/v1/events/{event.slug}/entries/"
    body = {"answers": {"nickname": "ana77"}}
    assert code(api(ana).post(entries, body, format="json")) == "not_eligible"
    for kind in ("invitations", "age-evidence"):
        url = f"/api/v1/events/{event.slug}/{kind}/{ana.player.slug}/"
        assert code(api(ana).put(url)) == "not_organiser"
        assert api(owner).put(url).status_code == 204
    assert code(api(ana).post(entries, {}, format="json")) == "answer_needed"
    assert api(ana).post(entries, body, format="json").status_code == 201


def test_waiting_and_checking_in(api, owner, ana, event):
    closes = (NOW + timedelta(days=9000)).isoformat()
    api(owner).put(
        f"/api/v1/events/{event.slug}/entry-terms/", {"waiting_list": True, "check_in_closes_at": closes}, format="json"
    )
    for name in ("One", "Two"):
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name))
    mine = api(ana).post(f"/api/v1/events/{event.slug}/entries/", {}, format="json").json()
    assert mine["state"] == "waiting"
    assert [row["id"] for row in api().get(f"/api/v1/events/{event.slug}/waiting-list/").json()] == [mine["id"]]
    assert api(ana).put(f"/api/v1/entries/{mine['id']}/check-in/").status_code == 204
    state = api(owner).get(f"/api/v1/events/{event.slug}/check-in/").json()
    assert (state["there"], len(state["missing"])) == ([mine["id"]], 2)
    gone = api(owner).post(f"/api/v1/events/{event.slug}/check-in/remove-missing/", {"seen": []}, format="json")
    assert code(gone) == "check_in_open"
    assert api(ana).delete(f"/api/v1/entries/{mine['id']}/check-in/").status_code == 204
    api(ana).post(f"/api/v1/entries/{mine['id']}/leave/", {"kind": "withdrawn"}, format="json")
    back = api(ana).post(f"/api/v1/entries/{mine['id']}/undo-withdrawal/")
    assert (back.status_code, back.json()["state"]) == (200, "waiting")
    assert Entry.objects.filter(state="waiting").count() == 1


def test_a_file_is_sent_in_base64_and_taken_back(api, owner, ana, event):
    url = f"/api/v1/events/{event.slug}/entries/import/"
    body = {"file": base64.b64encode("Łukasz Żak;POL".encode("cp1250")).decode()}
    refused = api(owner).post(url, body, format="json")
    assert code(refused) == "not_utf8"
    assert code(api(ana).post(url, body, format="json")) == "not_organiser"
    assert code(api(owner).post(url, {"file": "!"}, format="json")) == "bad_base64"
    made = api(owner).post(url, {**body, "encoding": "cp1250"}, format="json").json()
    assert [entry["name"] for entry in made["entries"]] == ["Łukasz Żak"]
    undo = api(owner).post(f"/api/v1/events/{event.slug}/entries/imports/{event.entry_imports.get().pk}/undo/")
    assert undo.json() == {"removed": 1}


def test_merging_is_for_administrators_and_says_what_is_in_the_way(api, owner, ana, event):
    other = account_actor(make_user("ben"))
    url, body = f"/api/v1/players/{ana.player.slug}/merge/", {"other": other.player.slug, "reason": "same"}
    assert code(api(ana).post(url, body, format="json")) == "not_staff"
    staff = account_actor(make_user("staff", player=False, is_staff=True, is_superuser=True))
    refused = api(staff).post(url, body, format="json")
    assert (refused.status_code, code(refused)) == (409, "merge_refused")
    User.objects.filter(pk=other.user.pk).delete()
    merged = api(staff).post(url, body, format="json")
    assert merged.json() == {"slug": ana.player.slug, "name": ana.player.name}
