"""Private entry links: acting without an account."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.kept import kept
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import GameResult, Report
from tournaments.services import NewPerson

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def linked():
    """A running event of two people without accounts: the event, its owner and both links."""
    owner = make_owner()
    event = make_event(owner, name="Club Cup")
    tokens = []
    for seed, name in enumerate(("Ana", "Ben"), start=1):
        entered = services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name), seed=seed)
        tokens.append(entered.link)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    services.start_event(actor=owner, now=NOW, event_id=event.pk)
    event.refresh_from_db()
    return event, owner, tokens


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_the_token_leaves_the_address_at_once(linked) -> None:
    event, _owner, (token, _other) = linked
    client = Client()
    answer = client.get(f"/e/{token}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/entry/{event.slug}/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    page = client.get(f"/entry/{event.slug}/")
    assert "Ana" in text(page)
    assert page["Referrer-Policy"] == "strict-origin"  # under no-referrer a browser sends its forms as from nowhere
    assert token not in page.content.decode()
    assert Client().get(f"/entry/{event.slug}/").status_code == 404


def test_report_confirm_and_withdraw_without_an_account(linked) -> None:
    event, _owner, (token, other) = linked
    ana, ben = Client(), Client()
    ana.get(f"/e/{token}/")
    ben.get(f"/e/{other}/")
    base = f"/events/{event.slug}/matches/1/"
    version = re.search(r'name="version" value="(\d+)"', ana.get(f"{base}report/").content.decode())[1]
    sent = ana.post(f"{base}report/", {"version": version, "g1-tiles_left": 20, "g1-tiles_right": 10})
    assert sent.status_code == 302
    report = Report.objects.get()
    assert (report.via, report.user) == ("link", None)
    page = ben.get(f"{base}confirm/").content.decode()
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    assert ben.post(f"{base}confirm/", {"version": version, "report": report.pk}).status_code == 302
    assert GameResult.objects.get().signature == "opponent"
    assert Client().get(f"{base}report/").status_code == 302  # a visitor has to sign in
    # who was signed out meanwhile comes back to the page of the form, not to an address that only forms reach
    page = f"http://testserver{base}?game=1"
    away = Client().post(f"{base}report/", headers={"referer": page})["Location"]
    assert parse_qs(urlsplit(away).query)["next"] == [f"{base}?game=1"]
    foreign = Client().post(f"{base}report/", headers={"referer": "https://elsewhere.example/"})["Location"]
    assert "elsewhere" not in foreign


def test_nothing_leads_to_results_held_back(linked) -> None:
    event, _owner, (token, _other) = linked
    client, place = Client(), f"/events/{event.slug}/standings/"
    client.get(f"/e/{token}/")
    stage = event.stages.get()
    stage.kind = "swiss"
    stage.save(update_fields=["kind"])
    page = f"/entry/{event.slug}/"
    assert place in client.get(page).content.decode()
    event.results_released = False
    event.save(update_fields=["results_released"])
    assert place not in client.get(page).content.decode()


def test_withdraw(linked) -> None:
    event, _owner, (token, _other) = linked
    client = Client()
    client.get(f"/e/{token}/")
    page = client.get(f"/events/{event.slug}/withdraw/")
    assert "walkover" in text(page)
    digest = re.search(r'name="digest" value="(\w+)"', page.content.decode())[1]
    done = client.post(f"/events/{event.slug}/withdraw/", {"digest": digest}, follow=True)
    assert "You have withdrawn." in text(done)
    assert event.entries.get(name="Ana").state == "withdrawn"


def test_a_link_acts_for_its_entry_alone(linked) -> None:
    event, owner, (token, _other) = linked
    client = Client()
    client.get(f"/e/{token}/")
    assert client.get(f"/organise/{event.slug}/").status_code == 302
    second = make_event(owner, name="Second Cup")
    services.publish_event(actor=owner, now=NOW, event_id=second.pk)
    assert client.get(f"/events/{second.slug}/withdraw/").status_code == 302
    assert client.get("/me/").status_code == 302


def test_a_new_link_ends_the_old_one(linked) -> None:
    event, owner, (token, _other) = linked
    client = Client()
    client.get(f"/e/{token}/")
    entry = event.entries.get(name="Ana")
    services.regenerate_entry_link(actor=owner, now=NOW, entry_id=entry.pk)
    assert Client().get(f"/e/{token}/").status_code == 404
    assert client.get(f"/entry/{event.slug}/").status_code == 404
    assert client.get(f"/events/{event.slug}/matches/1/report/").status_code == 302


def test_forgetting_the_link_in_a_browser(linked) -> None:
    event, _owner, (token, _other) = linked
    client = Client()
    client.get(f"/e/{token}/")
    client.post(f"/entry/{event.slug}/leave/")
    assert client.get(f"/entry/{event.slug}/").status_code == 404
    assert Client().get(f"/e/{token}/").status_code == 302  # the link itself still works


def test_organisers_make_and_end_links(linked, as_actor) -> None:
    event, owner, (token, _other) = linked
    entry = event.entries.get(name="Ana")
    client = as_actor(owner)
    made = client.post(f"/organise/{event.slug}/entrants/{entry.pk}/link/", follow=True)
    fresh = re.search(r"/e/([\w-]+)/", made.content.decode())[1]
    assert Client().get(f"/e/{token}/").status_code == 404
    assert Client().get(f"/e/{fresh}/").status_code == 302
    client.post(f"/organise/{event.slug}/entrants/{entry.pk}/link/", {"act": "revoke"})
    assert Client().get(f"/e/{fresh}/").status_code == 404
    assert as_actor(None).post(f"/organise/{event.slug}/entrants/{entry.pk}/link/").status_code == 302
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    assert stranger.post(f"/organise/{event.slug}/entrants/{entry.pk}/link/").status_code == 403
