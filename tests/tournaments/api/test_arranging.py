"""Arranging by programs."""

import io

import pytest
import time_machine
from PIL import Image

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, Scene, later, make_scene
from tournaments import services
from tournaments.models import MatchMessage, TimeOffer

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    scene = make_scene(4)
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=later(days=5))
    with time_machine.travel(NOW, tick=False):
        yield scene


def test_a_time_is_agreed(scene: Scene, api) -> None:
    match = f"/api/v1/matches/{scene.match(1).pk}/"
    one, other = api(scene.player(1)), api(scene.player(4))
    sent = {"starts_at": later(days=1).isoformat(), "zone": "Europe/Budapest"}
    for _ in range(2):
        answer = one.post(f"{match}offers/", sent, headers={"Idempotency-Key": "a"})
        assert answer.status_code == 201
    assert TimeOffer.objects.count() == 1
    offer = answer.json()["offers"][0]
    assert (offer["state"], offer["side"], answer.json()["turn"]) == ("open", "left", "right")
    assert api().get(match).json()["state"] == "proposed"
    refused = one.post(f"{match}offers/", {"starts_at": "2026-05-30T10:00"})
    assert refused.status_code == 400
    assert code(api(scene.player(2)).get(f"{match}arrangement/")) == "not_in_match"
    assert api().get(f"{match}arrangement/").status_code in (401, 403)
    assert code(one.post(f"/api/v1/offers/{offer['id']}/accept/")) == "own_offer"
    assert code(other.post("/api/v1/offers/999/accept/")) == "offer_not_found"
    answer = other.post(f"/api/v1/offers/{offer['id']}/accept/").json()
    assert answer["agreed_at"] == "2026-05-02T12:00:00Z"
    shown = api().get(match).json()
    assert (shown["state"], shown["agreed_at"]) == ("agreed", "2026-05-02T12:00:00Z")
    assert [row["state"] for row in api().get("/api/v1/matches/").json()["results"]] == [
        "agreed", "to_arrange", "waiting",
    ]  # fmt: skip
    assert code(one.post(f"/api/v1/offers/{offer['id']}/withdraw/")) == "offer_closed"
    again = other.post(f"{match}offers/", {"starts_at": later(days=2).isoformat()}).json()["offers"][-1]
    assert one.post(f"/api/v1/offers/{again['id']}/decline/", {"reason": "No"}).json()["offers"][-1]["reason"] == "No"
    third = other.post(f"{match}offers/", {"starts_at": later(days=2).isoformat()}).json()["offers"][-1]
    assert other.post(f"/api/v1/offers/{third['id']}/withdraw/").status_code == 200


def test_meeting_and_messages(scene: Scene, api, settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    match = f"/api/v1/matches/{scene.match(1).pk}/"
    one, other = api(scene.player(1)), api(scene.player(4))
    assert one.post(f"{match}meeting/", {}).json()["both_ready"] is False
    met = other.post(f"{match}meeting/", {"yields": True}).json()
    assert met["both_ready"]
    assert met["left"]["by_lot"] != met["right"]["by_lot"]
    assert one.put(f"{match}meeting/", {"room": "7"}).json()["room"] == other.get(f"{match}meeting/").json()["room"]
    assert one.post(f"{match}messages/", {"text": "Hi", "link": "https://example.org"}).status_code == 201

    def send(colour: str):
        out = io.BytesIO()
        Image.new("RGB", (8, 8), colour).save(out, "WEBP")
        out.name = "a.webp"
        out.seek(0)
        key = {"Idempotency-Key": "p"}
        return other.post(f"{match}messages/", {"picture": out}, format="multipart", headers=key)

    for _again in range(2):
        rows = send("red").json()
    assert [bool(row["picture"]) for row in rows] == [False, True]
    assert rows[1]["picture"].endswith("/picture/")
    assert code(send("blue")) == "idempotency_key_reused"  # another file of the same name
    assert code(other.post(f"{match}messages/", {})) == "message_empty"
    hide = f"/api/v1/messages/{rows[0]['id']}/hide/"
    assert other.post(hide, {"reason": "r"}).status_code == 403
    assert api(scene.owner).post(hide, {"reason": "r"}).json()[0]["text"] == "Hi"
    assert other.get(f"{match}messages/").json()[0]["text"] == ""
    assert api(scene.player(2)).get(f"{match}messages/").status_code == 403
    assert MatchMessage.objects.count() == 2
    answer = one.post(f"{match}games/1/result/", {"tiles": {"left": 20, "right": 10}, "server_code": "T!42"})
    assert answer.json()["game_list"][0]["reports"][0]["server_code"] == "T!42"
    other.post(f"{match}games/1/confirm/", {})
    assert api().get(match).json()["game_list"][0]["server_code"] == "T!42"


def test_more_time_and_settings(scene: Scene, api) -> None:
    match, event = f"/api/v1/matches/{scene.match(1).pk}/", f"/api/v1/events/{scene.event.slug}/arranging/"
    one, other, owner = api(scene.player(1)), api(scene.player(4)), api(scene.owner)
    times = {"reminder": 48, "final_reminder": 12, "warning": 0, "final_warning": 24}
    assert one.put(event, {"extension_days": 1, "times": times}).status_code == 403
    assert code(owner.put(event, {"extension_days": 1, "times": {**times, "reminder": 12}})) == "times_in_disorder"
    assert owner.put(event, {"extension_days": 1, "times": times}).json() == api().get(event).json()
    until = {"until": later(days=6).isoformat(), "reason": "r"}
    wish = one.post(f"{match}more-time/", until).json()["extensions"][0]["id"]
    assert code(other.post(f"{match}more-time/", until)) == "extension_waits"
    answer = other.post(f"/api/v1/more-time/{wish}/answer/", {"agrees": True}).json()
    assert (answer["deadline"], answer["extensions"][0]["state"]) == ("2026-05-07T12:00:00Z", "applied")
    assert [row["kind"] for row in answer["notices"]] == ["reminder", "final_reminder", "warning", "final_warning"]
    until = {"until": later(days=9).isoformat()}
    wish = one.post(f"{match}more-time/", until).json()["extensions"][-1]["id"]
    assert one.post(f"/api/v1/more-time/{wish}/withdraw/").json()["extensions"][-1]["state"] == "withdrawn"
    wish = one.post(f"{match}more-time/", until).json()["extensions"][-1]["id"]
    assert one.post(f"/api/v1/more-time/{wish}/ruling/", {"grants": True}).status_code == 403
    ruled = owner.post(f"/api/v1/more-time/{wish}/ruling/", {"grants": False, "reason": "No"}).json()
    assert (ruled["extensions"][-1]["state"], ruled["extensions"][-1]["answer"]) == ("refused", "No")
    assert owner.put(f"{match}more-time/", until).json()["deadline"] == "2026-05-10T12:00:00Z"
    ruling = {"kind": "default", "side": "left", "reason": "r"}
    assert code(owner.post(f"{match}decision/", ruling)) == "default_not_warned"
    assert owner.post(f"{match}decision/", {**ruling, "without_warnings": True}).json()["state"] == "default"


def test_own_calendar(scene: Scene, api) -> None:
    one = api(scene.player(1))
    address = one.post("/api/v1/me/calendar/").json()["address"]
    path = address.removeprefix("http://testserver")
    assert b"BEGIN:VCALENDAR" in api().get(path).content
    assert one.delete("/api/v1/me/calendar/").status_code == 204
    assert api().get(path).status_code == 404
