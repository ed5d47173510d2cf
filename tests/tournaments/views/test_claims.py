"""`/organise/claims/`: deciding about requests for profiles."""

from urllib.parse import unquote

import pytest
from django.test import Client

from players.actors import Actor, account_actor
from players.models import Notice, ProfileClaim
from players.services import request_claim
from tests.kept import kept
from tests.tournaments.scene import NOW, later, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import Event
from tournaments.services import NewPerson

pytestmark = pytest.mark.django_db
URL = "/organise/claims/"


@kept
def claimed() -> tuple[Actor, ProfileClaim]:
    """An organiser, and who asks for a profile that was first entered in that event."""
    owner = make_owner()
    event = make_event(owner)
    entered = services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Zoë Bó", "HU", False))
    zoe = account_actor(make_user("zoe"))
    return owner, request_claim(actor=zoe, player=entered.entry.player, now=NOW, message="Oslo <b>2025</b>")


@pytest.fixture
def situation() -> tuple[Actor, ProfileClaim]:
    return claimed()


@pytest.fixture
def owner(situation) -> Actor:
    return situation[0]


@pytest.fixture
def organiser() -> Actor:
    """Of whose event nobody asks for anything."""
    return make_owner()


@pytest.fixture
def claim(situation) -> ProfileClaim:
    return situation[1]


def test_signed_in_only(client: Client, claim) -> None:
    assert client.get(URL).status_code == 302
    assert client.post(f"{URL}{claim.pk}/", {"act": "approve"}).status_code == 302
    assert ProfileClaim.objects.get().state == "pending"


def test_the_organiser_sees_and_agrees(claim, owner, as_actor) -> None:
    client = as_actor(owner)
    page = client.get(URL).content.decode()
    assert "Player ZOE (zoe)" in page
    assert "Oslo &lt;b&gt;2025&lt;/b&gt;" in page
    assert client.get(f"{URL}{claim.pk}/").status_code == 405
    assert client.post(f"{URL}{claim.pk}/", {"act": "approve"}).status_code == 302
    claim.refresh_from_db()
    assert claim.state == "approved"
    assert claim.player.user == claim.user
    assert "No request waits" in client.get(URL).content.decode()
    # a second click changes nothing and says so
    again = client.post(f"{URL}{claim.pk}/", {"act": "refuse"}, follow=True)
    assert "decided already" in again.content.decode()


def test_who_knows_the_person_is_told_and_the_staff_of_mails_that_were_refused(claim, owner, as_actor) -> None:
    told = Notice.objects.get(kind="claim.asked")
    assert (told.user, told.data["path"]) == (owner.user, URL)
    Notice.objects.filter(pk=told.pk).update(state="failed")
    words = "1 mail was refused"
    assert words not in as_actor(owner).get("/organise/").content.decode()
    root = account_actor(make_user("root", is_staff=True))
    assert words in as_actor(root).get("/organise/").content.decode()


def test_the_organiser_refuses_with_a_reason(claim, owner, as_actor) -> None:
    as_actor(owner).post(f"{URL}{claim.pk}/", {"act": "refuse", "reason": "Another Zoë."})
    page = as_actor(account_actor(claim.user)).get("/me/settings/").content.decode()
    assert "refused – Another Zoë." in page


def test_nobody_else(claim, as_actor) -> None:
    for actor in (account_actor(make_user("stranger")), account_actor(claim.user)):
        client = as_actor(actor)
        assert "Zoë Bó" not in client.get(URL).content.decode()
        assert client.post(f"{URL}{claim.pk}/", {"act": "approve"}).status_code == 404
        assert client.post(f"{URL}999999/", {"act": "approve"}).status_code == 404
    assert ProfileClaim.objects.get().state == "pending"


def test_the_list_of_events_tells_of_requests(claim, owner, as_actor) -> None:
    assert URL in as_actor(owner).get("/organise/").content.decode()
    assert URL not in as_actor(account_actor(make_user("stranger"))).get("/organise/").content.decode()


def test_events_of_these_names_stay_reachable(organiser) -> None:
    for name in ("New", "Claims"):
        make_event(organiser, name=name)
    assert set(Event.objects.values_list("slug", flat=True)) == {"new-2", "claims-2"}


def test_the_page_of_a_private_link_offers_what_is_possible(organiser, client: Client) -> None:
    event = make_event(organiser)
    services.publish_event(actor=organiser, now=NOW, event_id=event.pk)
    first = services.add_entry(actor=organiser, now=NOW, event_id=event.pk, person=NewPerson("Zoë Bó", "HU", False))
    rogue = make_owner("rogue")
    other = make_event(rogue, name="Other Cup")
    services.publish_event(actor=rogue, now=NOW, event_id=other.pk)
    second = services.add_entry(actor=rogue, now=later(days=1), event_id=other.pk, player_id=first.entry.player.pk)
    home = client.get(f"/e/{first.link}/", follow=True).content.decode()
    assert f"/entry/{event.slug}/claim/" in home
    elsewhere = client.get(f"/e/{second.link}/", follow=True).content.decode()
    assert f"/entry/{other.slug}/claim/" not in elsewhere
    assert f"/players/{first.entry.player.slug}/claim/" in elsewhere


def test_taking_over_by_the_link(organiser, client: Client) -> None:
    event = make_event(organiser)
    services.publish_event(actor=organiser, now=NOW, event_id=event.pk)
    entered = services.add_entry(actor=organiser, now=NOW, event_id=event.pk, person=NewPerson("Zoë Bó", "HU", False))
    zoe = make_user("zoe")
    client.get(f"/e/{entered.link}/")
    to_sign_in = client.post(f"/entry/{event.slug}/claim/").headers["Location"]
    assert unquote(to_sign_in) == f"/accounts/login/?next=/entry/{event.slug}/"
    client.force_login(zoe)
    client.get(f"/e/{entered.link}/")
    assert client.post(f"/entry/{event.slug}/claim/").headers["Location"] == "/me/"
    entered.entry.player.refresh_from_db()
    assert entered.entry.player.user == zoe
