"""One's own data as a file, and asking to be erased: pages and programs, for oneself and after the password."""

import io
import json
import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client, TestCase
from PIL import Image

from games.services import submit_record
from players.actors import account_actor
from players.models import Notice, Player, User
from players.services import create_player, log_action
from players.services.notices import notify
from tests.tournaments.scene import NOW, make_scene, make_user, record_bytes
from tournaments import services
from tournaments.models import (
    Announcement,
    CalendarLink,
    EntryAnswers,
    GameResult,
    Invitation,
    MatchMessage,
    PairProposal,
    ResultCheck,
)
from tournaments.selectors.own_data import data_archive

pytestmark = pytest.mark.django_db


def test_the_file_has_what_is_mine_and_no_secret() -> None:
    scene = make_scene(2)
    user, other = scene.player(1).user, scene.player(2).user
    assert user is not None
    assert other is not None
    user.set_password("correct horse")
    user.save()
    EntryAnswers.objects.create(entry=scene.entry(1), notes="only mine")
    EntryAnswers.objects.create(entry=scene.entry(2), notes="of the other")
    for entry in (scene.entry(1), scene.entry(2)):
        log_action(actor=scene.owner, now=NOW, action="entry.noted", target=entry, reason=f"log of {entry.name}")
    raw = record_bytes(2)
    sent = submit_record(actor=scene.player(1), now=NOW, data=raw)
    scene.report(1, 1)
    client = Client()
    assert client.post("/me/data/download/").status_code == 302
    client.force_login(user)
    assert client.get("/me/data/").status_code == 200
    # nobody who finds a browser signed in can take everything away
    asked = client.post("/me/data/download/")
    assert (asked.status_code, asked["Location"].split("?")[0]) == (302, "/accounts/reauthenticate/")
    url = "/api/v1/me/data/"
    assert Client().post(url, {"password": "x"}, content_type="application/json").status_code == 401
    wrong = client.post(url, {"password": "wrong"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["errors"][0]["code"]) == (403, "invalid_credentials")
    answer = client.post(url, {"password": "correct horse"}, content_type="application/json")
    with zipfile.ZipFile(BytesIO(answer.content)) as found:
        assert found.read(f"records/{sent.public_id}.json") == raw
        data = json.loads(found.read("data.json"))
        text = found.read("data.json").decode() + found.read("index.html").decode()
    assert data["tournaments.EntryAnswers"][0]["notes"] == "only mine"
    assert {"players.User", "players.Player", "tournaments.Entry", "tournaments.Report"} <= set(data)
    assert len(data["players.User"]) == 1
    assert "password" not in data["players.User"][0]
    assert "of the other" not in text
    noted = [row["reason"] for row in data["players.ActionLog"] if row["action"] == "entry.noted"]
    assert noted == [f"log of {scene.entry(1).name}"]
    assert f"{other.username}@example.org" not in text


def test_what_was_arranged_and_written_is_in_the_file_and_goes(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    scene = make_scene(2)
    one, other = scene.player(1), scene.player(2)
    at = {"now": NOW, "match_id": scene.match(1).pk}
    sent = io.BytesIO()
    Image.new("RGB", (3, 2), "blue").save(sent, "PNG")
    mine = services.send_message(actor=one, text="my words", picture=sent.getvalue(), **at)
    services.send_message(actor=other, text="words of the other", **at)
    services.offer_time(actor=one, starts_at=NOW + timedelta(days=1), zone="UTC", **at)
    services.make_calendar_link(actor=one, now=NOW)
    notify(now=NOW, kind="pair.proposed", key="1", users=[one.user.pk], data={"name": "x"})
    by = {"at": NOW, "via": "account", "user": one.user, "player": one.player}
    Invitation.objects.create(event=scene.event, invited=one.player, at=NOW, via="account")
    asked = PairProposal.objects.create(event=scene.event, first=other.player, second=one.player, at=NOW, via="account")
    Announcement.objects.create(
        event=scene.event, audience="entrants", texts={"en": ["Hello", "all"]}, recipients=1, digest="x", **by
    )
    scene.enter(1)
    ResultCheck.objects.create(result=GameResult.objects.get(), accepted=True, **by)
    with zipfile.ZipFile(BytesIO(data_archive(one.user, one.player, NOW))) as found:
        assert found.read(mine.picture.name).startswith(b"\x89PNG")
        data = json.loads(found.read("data.json"))
    assert {"TimeOffer", "CalendarLink", "Notice", "Invitation", "PairProposal", "Announcement", "ResultCheck"} <= {
        name.partition(".")[2] for name in data
    }
    assert [row["text"] for row in data["tournaments.MatchMessage"]] == ["my words"]
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.ask_erasure(actor=one, now=NOW, confirmation=one.user.username)
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert services.erase_due(now=NOW + services.GRACE) == 1
    assert list(MatchMessage.objects.values_list("text", flat=True)) == ["words of the other"]
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
    left = (CalendarLink.objects.all(), Invitation.objects.all(), Notice.objects.filter(user=one.user))
    assert [rows.exists() for rows in left] == [False] * 3
    asked.refresh_from_db()
    assert asked.state == "lapsed"
    # what others rely on stays, under the number: what was announced, offered, looked at
    assert (Announcement.objects.get().user, ResultCheck.objects.get().player) == (one.user, one.player)


def test_asking_to_be_erased_by_page_and_by_program() -> None:
    user = make_user("leaver")
    user.set_password("correct horse")
    user.save()
    client = Client()
    client.force_login(user)
    assert client.get("/me/data/erase/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": "correct horse"})
    page = client.get("/me/data/erase/").content.decode()
    assert "What stays, and why" in page
    assert client.post("/me/data/erase/", {"confirmation": "somebody"}).status_code == 400
    assert client.post("/me/data/erase/", {"confirmation": "leaver"})["Location"] == "/me/data/"
    assert "Call it off" in client.get("/me/data/").content.decode()
    assert client.get("/me/data/erase/call-off/").status_code == 405
    client.post("/me/data/erase/call-off/")
    assert User.objects.get(pk=user.pk).erase_after is None
    url, kind = "/api/v1/me/erasure/", {"content_type": "application/json"}
    told = client.post(url, {"password": "correct horse", "confirmation": "x"}, **kind)
    assert (told.status_code, told.json()["errors"][0]["code"]) == (400, "confirmation_differs")
    told = client.post(url, {"password": "correct horse", "confirmation": "leaver"}, **kind)
    assert (told.status_code, told.json()["grace_days"], told.json()["obstacles"]) == (200, services.GRACE.days, [])
    assert client.get(url).json()["erase_after"] is not None
    assert client.delete(url).json()["erase_after"] is None


def test_the_staff_erases_who_has_no_account() -> None:
    root = make_user("root", player=False, is_staff=True)
    guest = create_player(actor=account_actor(root), now=NOW, details={"name": "Zita Quastengruber"})
    client = Client()
    client.force_login(make_user("nobody"))
    url, kind = f"/api/v1/players/{guest.slug}/erase/", {"content_type": "application/json"}
    assert client.post(url, {"reason": "asked by letter"}, **kind).status_code == 403
    assert client.get(f"/players/{guest.slug}/erase/").status_code == 302
    client.force_login(root)
    told = client.post(url, {"reason": "asked by letter"}, **kind).json()
    assert told == {"slug": f"player-{guest.pk}", "name": f"Player {guest.pk}"}
    assert not Player.objects.filter(name_key__contains="quasten").exists()
    assert Client().get(f"/players/{guest.slug}/").status_code == 404
