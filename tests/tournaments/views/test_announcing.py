"""Announcements: seen first, sent once, to whom they are for, in the reader's language."""

import re

import pytest
from django.core import mail
from django.test import Client

from players.models import ActionLog, Notice, NoticeChoice, User
from players.services.sending import send_due
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, Scene, add_arbiter, later, make_event, make_scene
from tests.tournaments.team_scene import team_scene
from tests.tournaments.together import together
from tournaments import services
from tournaments.models import Announcement, Entry, Team
from tournaments.services import AnnouncementOrder

pytestmark = pytest.mark.django_db
TEXTS = (
    ("en", "Start at ten", "Please come early.\n\nThe hall opens at nine."),
    ("fr", "Début à dix heures", "Venez tôt."),
)
WORDS = {
    "subject_en": "Start at ten", "text_en": "Please come early.", "subject_fr": "Début", "text_fr": "Venez tôt.",
    "language": "en",
}  # fmt: skip


def plan(scene: Scene, audience: str = "entrants", **more):
    order = AnnouncementOrder(audience, more.pop("texts", TEXTS), **more)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, "order": order}
    return services.plan_announcement(**act), act


def told() -> list[str]:
    return sorted(Notice.objects.filter(kind="announcement").values_list("user__username", flat=True))


def test_seen_first_and_sent_once() -> None:
    scene = make_scene(4)
    users = {user.username: user for user in User.objects.all()}
    User.objects.filter(username="p1").update(language="fr")
    User.objects.filter(username="p2").update(language="ru")
    User.objects.filter(username="p3").update(email="")
    NoticeChoice.objects.create(user=users["p4"], group="announcements", choice="never")
    shown, act = plan(scene, on_page=True)
    assert (shown.accounts, shown.reached, shown.without_address, shown.unwanted) == (4, 2, 1, 1)
    assert [sample.subject for sample in shown.samples] == [
        "[Tantrix] Spring Cup: Start at ten", "[Tantrix] Spring Cup: Début à dix heures",
    ]  # fmt: skip
    with pytest.raises(Conflict) as refused:
        services.send_announcement(**act, digest="x")
    assert refused.value.code == "preview_changed"
    first = services.send_announcement(**act, digest=shown.digest)
    assert services.send_announcement(**{**act, "now": later(days=3)}, digest=shown.digest) == first
    other = AnnouncementOrder("entrants", [("en", "Start at nine", "Earlier.")], on_page=True)
    with pytest.raises(Conflict) as refused:  # other words are not taken for what was sent
        services.send_announcement(**{**act, "order": other}, digest=shown.digest)
    assert refused.value.code == "preview_changed"
    assert told() == ["p1", "p2", "p3", "p4"]
    Notice.objects.exclude(kind="announcement").delete()
    assert send_due(now=NOW) == 2
    assert {message.to[0]: message.subject for message in mail.outbox} == {
        "p1@example.org": "[Tantrix] Spring Cup: Début à dix heures",
        "p2@example.org": "[Tantrix] Spring Cup: Start at ten",  # Russian is not there: the event's first
    }
    sample = shown.samples[1].body.split("…")[0]
    assert mail.outbox[0].body.startswith(sample) or mail.outbox[1].body.startswith(sample)
    assert all(len(message.recipients()) == 1 for message in mail.outbox)
    logged = ActionLog.objects.get(action="event.announced")
    assert (logged.data["recipients"], logged.data["subject"]) == (4, "Start at ten")
    # the same words once more are meant when they are looked at once more
    again, act = plan(scene, on_page=True)
    assert again.digest != shown.digest
    services.send_announcement(**act, digest=again.digest)
    assert Announcement.objects.count() == 2


def test_audiences_and_what_is_refused() -> None:
    scene = make_scene(4)
    add_arbiter(scene)
    scene.enter(1)
    Entry.objects.filter(pk=scene.entries[3].pk).update(state="waiting")
    assert plan(scene)[0].accounts == 3
    assert plan(scene, "officials")[0].accounts == 2
    assert plan(scene, "waiting")[0].accounts == 1
    assert plan(scene, "missing")[0].accounts == 3
    assert plan(scene, "round", round="1-main-1")[0].accounts == 2
    for audience, more, code in (
        ("everybody", {}, "unknown_audience"), ("round", {"round": "1-main-7"}, "unknown_round"),
        ("entrants", {"texts": ()}, "text_needed"), ("entrants", {"texts": (("en", "Hello", " "),)}, "text_needed"),
        ("entrants", {"texts": (("xx", "Hello", "you"),)}, "unknown_language"),
        ("entrants", {"texts": (("en", "a\u202eb", "you"),)}, "invisible_characters"),
        ("entrants", {"texts": (("en", "a" * 121, "you"),)}, "text_too_long"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as refused:
            plan(scene, audience, **more)
        assert refused.value.code == code
    with pytest.raises(NotPermitted):
        order = AnnouncementOrder("entrants", TEXTS)
        services.plan_announcement(actor=scene.player(1), now=NOW, event_id=scene.event.pk, order=order)
    draft = make_event(scene.owner, name="Draft")
    with pytest.raises(Conflict) as refused:
        services.plan_announcement(
            actor=scene.owner, now=NOW, event_id=draft.pk, order=AnnouncementOrder("entrants", TEXTS)
        )
    assert refused.value.code == "event_is_draft"


def test_captains_and_players_of_teams() -> None:
    scene = team_scene(["FR", "DE"], start=False)
    captain = User.objects.create(username="captain", email="captain@example.org")
    team = Team.objects.order_by("pk").first()
    player = Entry.every.filter(team=team.pk).first().player
    player.user = captain
    player.save()
    team.captain = player
    team.save()
    shown, _act = plan(scene, "captains")
    assert shown.accounts == 1
    shown, _act = plan(scene)
    assert (shown.accounts, shown.without_account) == (1, 1)


def test_the_page(client: Client) -> None:
    scene = make_scene(2)
    url = f"/organise/{scene.event.slug}/announce/"
    assert client.get(url).status_code == 302
    client.force_login(scene.player(1).user)
    assert client.get(url).status_code == 403
    client.force_login(scene.owner.user)
    assert client.get(url).status_code == 200
    data = {**WORDS, "audience": "entrants", "on_page": "on"}
    refused = client.post(url, {**data, "text_fr": ""})
    assert refused.status_code == 400
    assert "Write both a subject and a text" in refused.content.decode()
    page = client.post(url, data).content.decode()
    assert "2 accounts get this" in page
    assert "@example.org" not in page
    assert Announcement.objects.count() == 0
    digest = re.search(r'name="digest" value="(\w+)"', page)[1]
    assert "<textarea" in client.post(url, {**data, "digest": digest, "change": "1"}).content.decode()
    for _again in range(2):
        assert client.post(url, {**data, "digest": digest}).status_code == 302
    assert (Announcement.objects.count(), told()) == (1, ["p1", "p2"])
    assert client.post(url, {**data, "subject_en": "Other", "digest": "x"}).status_code == 409
    board = Client().get(f"/events/{scene.event.slug}/", headers={"accept-language": "fr"}).content.decode()
    assert "Venez tôt." in board
    assert "Please come early." not in board
    assert "announced “Start at ten” to 2 accounts" in client.get(f"/organise/{scene.event.slug}/log/").content.decode()


def test_the_api(client: Client) -> None:
    scene = make_scene(2)
    client.force_login(scene.owner.user)
    url = f"/api/v1/events/{scene.event.slug}/announcements/"
    body = {
        "audience": "entrants", "on_page": True,
        "texts": [{"language": code, "subject": subject, "text": text} for code, subject, text in TEXTS],
    }  # fmt: skip
    as_json = {"content_type": "application/json"}
    shown = client.post(f"{url}preview/", body, **as_json).json()
    assert (shown["reached"], len(shown["samples"])) == (2, 2)
    for _again in range(2):
        sent = client.post(url, {**body, "digest": shown["digest"]}, **as_json)
        assert (sent.status_code, sent.json()["recipients"]) == (201, 2)
    assert told() == ["p1", "p2"]
    (posted,) = Client().get(url, headers={"accept-language": "fr"}).json()
    assert (posted["subject"], posted["language"]) == ("Début à dix heures", "fr")
    client.force_login(scene.player(1).user)
    assert client.post(f"{url}preview/", body, **as_json).status_code == 403
    assert Client().post(url, body, **as_json).status_code == 401


@pytest.mark.django_db(transaction=True)
def test_a_double_click_sends_once() -> None:
    scene = make_scene(2)
    shown, act = plan(scene)
    sent = together(*[lambda: services.send_announcement(**act, digest=shown.digest)] * 3)
    assert len({announcement.pk for announcement in sent}) == 1
    assert told() == ["p1", "p2"]
