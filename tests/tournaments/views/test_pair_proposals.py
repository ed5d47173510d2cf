"""Entering as a pair by oneself: asked, agreed to by account or by link, refused, taken back, lapsed."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from players.actors import account_actor
from players.models import ActionLog, Notice
from players.services import create_player
from tantrix_site.errors import Conflict, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import Entry, PairProposal
from tournaments.services import EntryTerms

pytestmark = pytest.mark.django_db
CLOSES = NOW + timedelta(days=400)


def code(act, **kwargs) -> str:
    with pytest.raises((Conflict, NotPermitted)) as error:
        act(**kwargs)
    return error.value.code


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    event = make_event(owner, play="doubles", capacity=2, self_entry=True)
    terms = EntryTerms(waiting_list=True, closes_at=CLOSES)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=terms)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    return event


def test_only_who_agrees_makes_a_pair(owner, event, as_actor):
    ann, ben, cem, dan = (account_actor(make_user(name)) for name in ("ann", "ben", "cem", "dan"))
    base = f"/events/{event.slug}/"
    assert as_actor(ann).get(f"{base}enter/")["Location"] == f"{base}pair/"
    client = as_actor(ann)
    assert client.post(f"{base}pair/", {"act": "propose", "partner": "Nobody Here"}).status_code == 400
    assert client.post(f"{base}pair/", {"act": "propose", "partner": "player ben"}).status_code == 302
    row = PairProposal.objects.get()
    assert Entry.every.count() == 0  # asking takes no place
    assert Notice.objects.filter(kind="pair.proposed", user=ben.user).count() == 1
    again = {"actor": ann, "now": NOW, "event_id": event.pk, "partner_id": cem.player.pk}
    assert code(services.propose_pair, **again) == "proposal_open"
    services.propose_pair(actor=cem, now=NOW, event_id=event.pk, partner_id=ben.player.pk)
    assert code(services.accept_pair, actor=dan, now=NOW, proposal_id=row.pk) == "not_asked"
    assert code(services.accept_pair, actor=ben, now=CLOSES, proposal_id=row.pk) == "entry_closed"  # it lapsed
    page = as_actor(ben).get(f"{base}pair/").content.decode()
    assert "Player ANN wants to play with you" in page
    assert as_actor(ben).post(f"{base}pair/", {"act": "accept", "proposal": row.pk}).status_code == 302
    pair = Entry.objects.get()
    assert (pair.name, pair.state) == ("Player ANN / Player BEN", "accepted")
    assert set(PairProposal.objects.values_list("first__name", "state")) == {
        ("Player ANN", "accepted"), ("Player CEM", "lapsed"),
    }  # fmt: skip
    assert code(services.accept_pair, actor=ben, now=NOW, proposal_id=row.pk) == "proposal_closed"
    assert "pair.accepted" in ActionLog.objects.values_list("action", flat=True)
    late = {"actor": cem, "now": NOW, "event_id": event.pk, "partner_id": ben.player.pk}
    assert code(services.propose_pair, **late) == "already_entered"

    program, other = APIClient(), APIClient()
    program.force_authenticate(cem.user)
    other.force_authenticate(dan.user)
    path = f"/api/v1/events/{event.slug}/pair-proposals/"
    made = program.post(path, {"partner": dan.player.slug}, format="json").json()
    assert [one["id"] for one in other.get(path).json()] == [made["id"]]
    assert other.post(f"/api/v1/pair-proposals/{made['id']}/", {"accepts": False}, format="json").status_code == 204
    made = program.post(path, {"partner": dan.player.slug}, format="json").json()
    assert other.delete(f"/api/v1/pair-proposals/{made['id']}/").status_code == 403
    assert program.delete(f"/api/v1/pair-proposals/{made['id']}/").status_code == 204
    made = program.post(path, {"partner": dan.player.slug}, format="json").json()
    answer = other.post(f"/api/v1/pair-proposals/{made['id']}/", {"accepts": True}, format="json")
    assert (answer.status_code, answer.json()["name"]) == (201, "Player CEM / Player DAN")


def test_a_partner_without_an_account_answers_by_a_link(owner, event, as_actor, client):
    ann = account_actor(make_user("ann"))
    eva = create_player(actor=owner, now=NOW, details={"name": "Eva Example"})
    row = services.propose_pair(actor=ann, now=NOW, event_id=event.pk, partner_id=eva.pk)
    assert code(services.make_proposal_link, actor=ann, now=NOW, proposal_id=row.pk) == "not_organiser"
    url = f"/organise/{event.slug}/pairs/"
    assert "Player ANN asks Eva Example" in as_actor(owner).get(f"{url}new/").content.decode()
    told = as_actor(owner).post(f"{url}{row.pk}/link/", follow=True).content.decode()
    path = "/pair/" + told.split("/pair/")[1].split("/")[0] + "/"
    assert "Player ANN wants to play with you" in client.get(path).content.decode()
    assert PairProposal.objects.get().state == "open"  # looking changes nothing
    assert client.get("/pair/guess/").status_code == 404
    assert client.post(path, {"act": "accept"}).status_code == 302
    assert Entry.objects.get().name == "Player ANN / Eva Example"
    assert client.get(path).status_code == 404


def test_the_way_in_and_in_again_is_on_the_page_of_the_event(event, as_actor):
    ann, ben = (account_actor(make_user(name)) for name in ("ann", "ben"))
    base = f"/events/{event.slug}/"
    enter, own = f'href="{base}enter/"', f'href="{base}my-entry/"'
    for _ in range(2):
        assert enter in as_actor(ann).get(base).content.decode()
        assert as_actor(ann).post(f"{base}pair/", {"act": "propose", "partner": "player ben"}).status_code == 302
        row = PairProposal.objects.get(state="open")
        assert as_actor(ben).post(f"{base}pair/", {"act": "accept", "proposal": row.pk}).status_code == 302
        page = as_actor(ben).get(base).content.decode()
        assert own in page
        assert enter not in page
        assert as_actor(ben).get(f"{base}pair/")["Location"] == f"{base}my-entry/"
        services.withdraw_entry(actor=ben, now=NOW, entry_id=Entry.objects.get().pk)
    assert Entry.every.count() == 3


def test_a_sweep_ends_what_nobody_agreed_to_before_entries_closed(owner, event):
    ann, ben = (account_actor(make_user(name)) for name in ("ann", "ben"))
    services.propose_pair(actor=ann, now=NOW, event_id=event.pk, partner_id=ben.player.pk)
    assert services.lapse_proposals(now=CLOSES - timedelta(seconds=1)) == 0
    assert [services.lapse_proposals(now=CLOSES) for _ in range(2)] == [1, 0]
    row = PairProposal.objects.get()
    assert (row.state, row.closed_at) == ("lapsed", CLOSES)
    assert ActionLog.objects.get(action="pair.lapsed").data == {"name": "Player ANN", "partner": "Player BEN"}
