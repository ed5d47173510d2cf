"""The pages on which two agree a time, meet and write; calendar files."""

import io
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from icalendar import Calendar
from PIL import Image

from players.cookies import TIME_ZONE
from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, later, make_scene
from tournaments import services
from tournaments.formats.warnings import Times
from tournaments.models import Event, Extension, MatchMessage, OfferEnding, OrganiserRole, TimeOffer
from tournaments.selectors.arranging_rules import Arranging

pytestmark = pytest.mark.django_db


@kept
def with_a_deadline() -> Scene:
    scene = make_scene(4, time_zone="Europe/Budapest", name="Őszi kupa")
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=later(days=340))
    return scene


@pytest.fixture
def scene():
    scene = with_a_deadline()
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        yield scene


def url(scene: Scene, rest: str = "", number: int = 1) -> str:
    return f"/events/{scene.event.slug}/matches/{number}/{rest}"


def link_client(scene: Scene, seed: int) -> Client:
    """One who came by the private link of an entry."""
    token = services.regenerate_entry_link(actor=scene.owner, now=NOW, entry_id=scene.entries[seed - 1].pk)
    client = Client()
    assert client.get(f"/e/{token}/").status_code == 302
    return client


def test_offering_and_accepting(scene: Scene, as_actor) -> None:
    one, other = as_actor(scene.player(1)), link_client(scene, 4)
    one.cookies[TIME_ZONE] = "America/New_York"
    assert "To arrange" in one.get(url(scene)).content.decode()
    page = one.get(url(scene, "time/"))
    assert page.status_code == 200
    sent = {"zone": "America/New_York", "first": "2026-05-03T15:00", "second": "2026-05-04T15:00"}
    assert one.post(url(scene, "time/"), sent).status_code == 302
    first, second = TimeOffer.objects.order_by("starts_at")
    assert (first.starts_at, first.zone) == (datetime(2026, 5, 3, 19, tzinfo=UTC), "America/New_York")
    # in the zones of the reader, of the one who offers and of the event
    other.cookies[TIME_ZONE] = "Asia/Tokyo"
    page = other.get(url(scene, "time/")).content.decode()
    assert "04:00" in page
    assert "15:00 America/New_York" in page
    assert "21:00 Europe/Budapest" in page
    assert "Time proposed" in Client().get(url(scene)).content.decode()
    card = other.get(f"/entry/{scene.event.slug}/").content.decode()
    assert "Player P1 could play" in card
    assert "1 more offer<" in card
    assert other.post(url(scene, f"time/{first.pk}/"), {"act": "accept"}).status_code == 302
    assert dict(OfferEnding.objects.values_list("offer", "kind")) == {first.pk: "accepted", second.pk: "replaced"}
    everybody = Client()
    everybody.cookies[TIME_ZONE] = "Europe/Budapest"
    for path in (url(scene), f"/events/{scene.event.slug}/matches/", f"/events/{scene.event.slug}/schedule/"):
        assert "Agreed: Sun 3 May, 21:00" in everybody.get(path).content.decode(), path
    assert "Meet and play" in one.get("/me/").content.decode()
    # a second answer says what became of it
    again = one.post(url(scene, f"time/{second.pk}/"), {"act": "withdraw"}, follow=True).content.decode()
    assert "another time was agreed" in again


def test_times_when_clocks_change(scene: Scene, as_actor) -> None:
    client = as_actor(scene.player(1))
    answer = client.post(url(scene, "time/"), {"zone": "Europe/Budapest", "first": "2027-03-28T02:30"})
    assert answer.status_code == 400
    assert "Did you mean Sun 28 Mar, 03:30?" in answer.content.decode()
    twice = {"zone": "Europe/Budapest", "first": "2026-10-25T02:30"}
    answer = client.post(url(scene, "time/"), twice)
    assert answer.status_code == 400
    assert "before clocks go back (UTC+0200)" in answer.content.decode()
    assert not TimeOffer.objects.exists()
    client.post(url(scene, "time/"), {**twice, "first_which": "1"})
    assert TimeOffer.objects.get().starts_at == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    # all or none, and what stands against one is said beside it
    sent = {"zone": "UTC", "first": "2026-06-01T10:00", "second": "2026-10-25T01:30"}
    answer = client.post(url(scene, "time/"), sent).content.decode()
    assert 'id="id_second_error"' in answer
    assert TimeOffer.objects.count() == 1
    for bad in ({"first": "soon"}, {"first": "2026-06-01T10:00", "zone": "Mars"}, {}):
        assert client.post(url(scene, "time/"), {"zone": "UTC", **bad}).status_code == 400


def test_meeting(scene: Scene, as_actor) -> None:
    one, other = as_actor(scene.player(1)), as_actor(scene.player(4))
    assert "The lot is drawn when" in one.get(url(scene, "ready/")).content.decode()
    for client in (one, other):
        assert client.post(url(scene, "ready/")).status_code == 302
    one.post(url(scene, "ready/"), {"room": "https://example.org/room?a=1&b=2"})
    page = other.get(url(scene, "ready/")).content.decode()
    assert "Both are ready" in page
    assert 'href="https://example.org/room?a=1&amp;b=2"' in page
    assert "is there and ready" in Client().get(url(scene)).content.decode()


def picture() -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (30, 20), "blue").save(out, "PNG")
    return SimpleUploadedFile("../../home.png", out.getvalue(), "image/png")


def test_writing_and_evidence(scene: Scene, as_actor, settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    one, other, owner = as_actor(scene.player(1)), link_client(scene, 4), as_actor(scene.owner)
    sent = {"text": "<b>Szia</b>\nÁdám", "link": "https://example.org/", "picture": picture()}
    assert one.post(url(scene, "messages/"), sent).status_code == 302
    row = MatchMessage.objects.get()
    assert row.picture.name.startswith("evidence/")
    assert "home" not in row.picture.name
    shown = url(scene, f"messages/{row.pk}/picture/")
    for reader in (other, owner):
        page = reader.get(url(scene, "messages/")).content.decode()
        assert "&lt;b&gt;Szia&lt;/b&gt;<br>Ádám" in page
        answer = reader.get(shown)
        assert (answer.status_code, answer["Content-Type"], answer["X-Content-Type-Options"]) == (
            200, "image/png", "nosniff",
        )  # fmt: skip
        assert "no-store" in answer["Cache-Control"]
    assert "Messages (1)" in other.get(url(scene)).content.decode()
    assert "Szia" not in other.get(url(scene)).content.decode()
    bad = one.post(url(scene, "messages/"), {"picture": SimpleUploadedFile("a.png", b"no"), "link": "ftp://x"})
    assert bad.status_code == 400
    assert owner.post(url(scene, f"messages/{row.pk}/hide/"), {"reason": "Not about it"}).status_code == 302
    assert other.get(shown).status_code == 404
    page = other.get(url(scene, "messages/")).content.decode()
    assert "Hidden by an arbiter: Not about it" in page
    assert "Szia" not in page
    assert "Szia" in owner.get(url(scene, "messages/")).content.decode()
    # nor does an arbiter who plays here read on
    user = scene.player(1).user
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=user, role=OrganiserRole.ARBITER
    )  # fmt: skip
    assert "Szia" not in one.get(url(scene, "messages/")).content.decode()
    assert one.get(shown).status_code == 404
    assert "Szia" not in one.get(f"/api/v1/matches/{scene.match(1).pk}/messages/").content.decode()
    assert "Not about it" not in Client().get(url(scene)).content.decode()


def test_nobody_else(scene: Scene, as_actor) -> None:
    stranger, visitor = as_actor(scene.player(2)), Client()
    services.send_message(actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, text="Hello")
    offer = services.offer_time(actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, starts_at=later(days=2))
    hidden = MatchMessage.objects.get().pk
    for path in ("time/", "ready/", "messages/"):
        assert stranger.get(url(scene, path)).status_code == 403, path
        assert stranger.post(url(scene, path), {"text": "x", "zone": "UTC"}).status_code in (400, 403), path
        assert visitor.get(url(scene, path)).status_code == 302, path
        assert as_actor(scene.owner).get(url(scene, path)).status_code == 200, path
    for path in (f"time/{offer.pk}/", f"messages/{hidden}/hide/"):
        assert stranger.post(url(scene, path), {"act": "accept", "reason": "r"}).status_code == 403, path
        assert stranger.get(url(scene, path)).status_code == 405, path
    assert stranger.get(url(scene, f"messages/{hidden}/picture/")).status_code == 404
    assert as_actor(scene.player(1)).post(url(scene, f"messages/{hidden}/hide/"), {"reason": "r"}).status_code == 403
    assert stranger.post(url(scene, f"time/{offer.pk}/", number=2), {"act": "accept"}).status_code == 404
    for path in ("arranging/", "matches/1/deadline/"):
        assert stranger.get(f"/organise/{scene.event.slug}/{path}").status_code == 403
    assert MatchMessage.objects.count() == TimeOffer.objects.count() == 1
    # nobody arranges what is not released
    Event.objects.filter(pk=scene.event.pk).update(draw_released=False)
    for path in ("time/", "ready/", "messages/"):
        assert as_actor(scene.player(1)).get(url(scene, path)).status_code == 404, path


def test_more_time_and_warnings(scene: Scene, as_actor) -> None:
    one, other, owner = as_actor(scene.player(1)), as_actor(scene.player(4)), as_actor(scene.owner)
    base = f"/organise/{scene.event.slug}"
    bad = {"extension_days": "2", "reminder": "48"}
    assert owner.post(f"{base}/arranging/", bad).status_code == 400
    hours = {"reminder": "48", "final_reminder": "12", "warning": "0", "final_warning": "24"}
    assert owner.post(f"{base}/arranging/", {**hours, "extension_days": "2"}).status_code == 302
    assert 'value="48"' in owner.get(f"{base}/arranging/").content.decode()
    asked = {"zone": "Europe/Budapest", "until": "2027-04-20T20:00", "reason": "Esküvő"}
    assert one.post(url(scene, "time/"), asked).status_code == 302
    wish = Extension.objects.get()
    assert "Esküvő" in other.get(url(scene, "time/")).content.decode()
    page = other.post(url(scene, f"more-time/{wish.pk}/"), {"act": "agree"}, follow=True).content.decode()
    assert "Now an organiser has to agree" in page
    assert "asks to play until" in owner.get(f"{base}/matches/1/deadline/").content.decode()
    assert owner.post(f"{base}/matches/1/deadline/{wish.pk}/", {"act": "grant"}).status_code == 302
    sent = {"zone": "UTC", "until": "2027-04-25T20:00", "reason": "r"}
    assert owner.post(f"{base}/matches/1/deadline/", sent).status_code == 302
    assert scene.match(1).deadline == datetime(2027, 4, 25, 20, tzinfo=UTC)
    assert "the deadline is Sun 25 Apr 2027" in Client().get(url(scene)).content.decode()
    page = owner.get(f"{base}/matches/1/decide/").content.decode()
    assert "not sent yet; planned for" in page
    ruling = {"choice": "default-0", "reason": "Gone", "version": scene.match(1).version}
    assert "Not all reminders" in owner.post(f"{base}/matches/1/decide/", ruling).content.decode()
    assert owner.post(f"{base}/matches/1/decide/", {**ruling, "without_warnings": "on"}).status_code == 302
    assert "though not all warnings had been sent" in Client().get(url(scene)).content.decode()


def calendar(client: Client, path: str) -> list:
    answer = client.get(path)
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert max(len(line) for line in answer.content.split(b"\r\n")) <= 75
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def agree(scene: Scene, hours: float) -> TimeOffer:
    offer = services.offer_time(
        actor=scene.player(1), now=later(hours=1), match_id=scene.match(1).pk, starts_at=later(hours=hours)
    )
    return services.accept_time(actor=scene.player(4), now=later(hours=1, minutes=hours / 60), offer_id=offer.pk)


def test_calendars(scene: Scene, as_actor) -> None:
    scene.entries[0].name, scene.entries[3].name = "Łukasz; Bakker, Jr.", "Константин Александрович Преображенский"
    for entry in scene.entries:
        entry.save(update_fields=["name"])
    client = Client()
    assert client.get(url(scene, "match.ics")).status_code == 404
    agree(scene, 48)
    (first,) = calendar(client, url(scene, "match.ics"))
    assert str(first["summary"]) == (
        "Łukasz; Bakker, Jr. – Константин Александрович Преображенский (Őszi kupa)"
    )  # fmt: skip
    assert (first["dtstart"].dt, first["sequence"], first["status"]) == (later(hours=48), 0, "CONFIRMED")
    agree(scene, 96)
    (moved,) = calendar(client, url(scene, "match.ics"))
    assert (moved["uid"], moved["sequence"], moved["dtstart"].dt) == (first["uid"], 1, later(hours=96))
    every = calendar(client, f"/events/{scene.event.slug}/schedule.ics")
    assert [row["dtstart"].dt for row in every] == [later(hours=96), later(days=340)]
    # by the private address, until it is taken back
    own = as_actor(scene.player(1))
    page = own.post("/me/calendar/", {"act": "make"}).content.decode()
    address = page.split('href="http://testserver')[1].split('"')[0]
    assert address.startswith("/calendar/")
    assert [row["uid"] for row in calendar(client, address)] == [first["uid"]]
    # decided before the time that was agreed
    services.decide_match(
        actor=scene.owner, now=later(hours=2), match_id=scene.match(1).pk, ruling=services.Ruling("walkover", 0)
    )
    (over,) = calendar(client, url(scene, "match.ics"))
    assert (over["uid"], over["sequence"], over["status"]) == (first["uid"], 2, "CANCELLED")
    assert len(calendar(client, address)) == 1
    # that it was decided is a result; whom one was to play is told by the draw
    switch = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.set_audience(**switch, results_released=False)
    for path in (url(scene, "match.ics"), f"/events/{scene.event.slug}/schedule.ics"):
        held = calendar(client, path)[0]
        assert (held["uid"], held["sequence"], held["status"]) == (first["uid"], 1, "CONFIRMED")
    assert calendar(client, address)[0]["status"] == "CANCELLED"  # a player knows
    services.set_audience(**switch, draw_released=False)
    assert calendar(client, address) == []
    services.set_audience(**switch, draw_released=True, results_released=True)
    own.post("/me/calendar/", {"act": "revoke"})
    assert client.get(address).status_code == 404


def test_reminders_show_on_the_page(scene: Scene, as_actor) -> None:
    services.set_arranging(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=Arranging(0, Times(48, 12, 0, 24))
    )
    assert services.send_deadline_notices(now=later(days=339)) == 2
    assert "both sides were reminded" in as_actor(scene.player(1)).get(url(scene)).content.decode()
    assert "Reminder: sent" in as_actor(scene.player(1)).get(url(scene, "time/")).content.decode()
