"""Sending what is due: each notice once, in its reader's language and zone, whatever the mail server does."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils.translation import get_language

from players.actors import account_actor
from players.models import ActionLog, Notice, NoticeChoice, Player, User
from players.notices import Choice, Group, Kind, Words, register_kinds, time_in
from players.services import notify, resend_notice, sending
from players.services.sending import send_due, sweep_notices
from tantrix_site.errors import Conflict, NotPermitted
from tests.players.mail_server import MailServer, mail_server
from tests.tournaments.together import together

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
PLAY_BY = "2026-12-06T22:59:00+00:00"


def spoken(data, zone):
    return Words(
        f"{get_language()}: {data['name']}", (f"Play by {time_in(zone, data['at'])}.", "Good luck."), "The match"
    )


def broken(data, zone):
    raise KeyError("name")


register_kinds([
    Kind("test.report", Group.REPORTS, spoken), Kind("test.ruling", Group.DECISIONS, spoken),
    Kind("test.broken", Group.REPORTS, broken),
])  # fmt: skip


def person(name: str, **details) -> User:
    user = User.objects.create(username=name, email=f"{name}@example.org", **details)
    Player.objects.create(user=user, slug=name, name=name, time_zone="Europe/Budapest", created_at=NOW)
    return user


def tell(user: User, key: str = "1", *, kind: str = "test.report", name: str = "Zoë") -> Notice:
    data = {"name": name, "at": PLAY_BY, "path": "/events/x/matches/3/"}
    notify(now=NOW, kind=kind, key=key, users=[user], data=data)
    return Notice.objects.get(user=user, kind=kind, key=key)


def states() -> list[str]:
    return list(Notice.objects.order_by("pk").values_list("state", flat=True))


@pytest.fixture
def anna(db: None) -> User:
    return person("anna", language="fr")


@pytest.fixture
def server(settings) -> Iterator[MailServer]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as running:
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", running.port, 5
        yield running


def test_one_mail_in_the_readers_language_and_zone(anna: User, settings) -> None:
    settings.SITE_URL = "https://tantrix.example"
    notice = tell(anna, name="Zoë\r\nBcc: all@example.org\u2028Ю")
    assert (send_due(now=NOW), send_due(now=NOW), sweep_notices(now=NOW)) == (1, 0, 0)
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert sent.subject == "[Tantrix] fr: Zoë Bcc: all@example.org Ю"
    assert b"\nBcc:" not in sent.message().as_bytes()
    assert "Play by dim 6 déc 2026, 23:59 (Europe/Budapest)." in sent.body
    assert "The match: https://tantrix.example/events/x/matches/3/" in sent.body
    assert "https://tantrix.example/me/settings/notices/" in sent.body
    headers = sent.extra_headers
    assert headers["Message-ID"] == f"<notice.{notice.pk}@tantrix.example>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].strip("<>") in sent.body
    assert states() == ["sent"]
    # what cannot be refused offers no way to refuse it
    tell(anna, kind="test.ruling")
    send_due(now=NOW)
    assert "List-Unsubscribe" not in mail.outbox[1].extra_headers
    assert "/notices/stop/" not in mail.outbox[1].body


def test_all_of_a_day_in_one_mail(anna: User) -> None:
    NoticeChoice.objects.create(user=anna, group=Group.REPORTS, choice=Choice.DAILY)
    for key in ("1", "2", "3"):
        tell(anna, key)
    tell(anna, kind="test.ruling")
    assert send_due(now=NOW) == 1  # the ruling
    assert sweep_notices(now=datetime(2026, 12, 2, 5, 59, tzinfo=UTC)) == 0
    assert sweep_notices(now=datetime(2026, 12, 2, 6, tzinfo=UTC)) == 1
    assert sweep_notices(now=datetime(2026, 12, 2, 6, tzinfo=UTC)) == 0
    assert mail.outbox[1].body.count("fr: Zoë") == 3
    assert mail.outbox[1].subject.startswith("[Tantrix] 3 ")
    assert states() == ["sent"] * 4


def test_what_is_not_sent_after_all(anna: User, settings) -> None:
    boris, clara, dora = person("boris", is_active=False), person("clara"), person("dora")
    for user in (anna, boris, clara, dora):
        tell(user)
    tell(dora, kind="test.ruling")
    User.objects.filter(pk=clara.pk).update(email="")
    NoticeChoice.objects.create(user=dora, group=Group.REPORTS, choice=Choice.NEVER)
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    anna.emailaddress_set.create(email="Anna@example.org", verified=True, primary=True)
    assert send_due(now=NOW) == 1
    assert list(Notice.objects.order_by("pk").values_list("state", "dropped_for")) == [
        ("sent", ""), ("dropped", "inactive"), ("dropped", "no_address"), ("dropped", "no_address"),
        ("dropped", "no_address"),
    ]  # fmt: skip
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    tell(dora, "2", kind="test.ruling")
    Notice.objects.filter(user=dora, kind="test.report").update(state="pending")
    assert send_due(now=NOW) == 1
    assert Notice.objects.get(user=dora, kind="test.report").dropped_for == "unsubscribed"


def test_a_fault_in_the_words_of_one_stops_no_other(anna: User) -> None:
    tell(anna, kind="test.broken")
    tell(anna)
    assert send_due(now=NOW) == 1
    assert states() == ["failed", "sent"]
    assert "KeyError" in Notice.objects.first().error


def test_a_real_server_takes_and_refuses(anna: User, server: MailServer) -> None:
    first, second, third = (tell(anna, key) for key in "123")
    Notice.objects.exclude(pk=first.pk).update(due_at=NOW + timedelta(hours=1))
    assert send_due(now=NOW) == 1
    assert (server.mails[0]["To"], len(server.mails)) == ("anna@example.org", 1)
    assert "fr: Zoë" in server.mails[0]["Subject"]

    server.answer = b"451 later"
    Notice.objects.filter(pk=second.pk).update(due_at=NOW)
    assert send_due(now=NOW) == 0
    second.refresh_from_db()
    assert (second.state, second.error, second.due_at) == ("pending", "451 later", NOW + timedelta(minutes=5))
    Notice.objects.filter(pk=second.pk).update(attempts=13)
    assert send_due(now=NOW + timedelta(minutes=5)) == 0
    second.refresh_from_db()
    assert second.state == "failed"

    server.answer = b"550 no such user"
    Notice.objects.filter(pk=third.pk).update(due_at=NOW)
    assert send_due(now=NOW) == 0
    third.refresh_from_db()
    assert (third.state, third.error) == ("failed", "550 no such user")


def test_a_server_that_cannot_be_reached_gets_nothing_and_loses_nothing(anna: User, settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        settings.EMAIL_HOST, settings.EMAIL_PORT = taken.getsockname()
        notice = tell(anna)
        assert send_due(now=NOW) == 0
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == ("pending", 0)
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        assert send_due(now=NOW) == 0  # it is left alone for a while
        cache.clear()
        assert send_due(now=NOW) == 1


def test_cut_off_in_the_middle_is_for_a_person_to_judge(anna: User, server: MailServer) -> None:
    server.hang_up = True
    tell(anna)
    assert send_due(now=NOW) == 0
    assert sweep_notices(now=NOW + timedelta(days=1)) == 0
    assert (states(), len(server.mails)) == (["doubtful"], 1)

    server.hang_up = False
    staff = account_actor(person("root2", is_staff=True))
    with pytest.raises(NotPermitted):
        resend_notice(actor=account_actor(anna), now=NOW, notice_id=Notice.objects.get().pk)
    resend_notice(actor=staff, now=NOW, notice_id=Notice.objects.get().pk)
    assert send_due(now=NOW) == 1
    assert server.mails[0]["Message-ID"] == server.mails[1]["Message-ID"]
    with pytest.raises(Conflict):
        resend_notice(actor=staff, now=NOW, notice_id=Notice.objects.get().pk)
    assert ActionLog.objects.get(action="notice.sent_again").data["was"] == "doubtful"


def test_a_worker_killed_after_handing_over_sends_nothing_twice(anna: User, server: MailServer, monkeypatch) -> None:
    tell(anna)
    with monkeypatch.context() as patch:
        patch.setattr(sending, "note_fate", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            send_due(now=NOW)
    assert (states(), len(server.mails)) == (["sending"], 1)
    assert sweep_notices(now=NOW + timedelta(minutes=9)) == 0
    assert states() == ["sending"]
    assert sweep_notices(now=NOW + timedelta(minutes=11)) == 0
    assert (states(), len(server.mails)) == (["doubtful"], 1)


@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_moment_send_each_once(anna: User, server: MailServer) -> None:
    boris = person("boris")
    NoticeChoice.objects.create(user=boris, group=Group.REPORTS, choice=Choice.DAILY)
    for key in map(str, range(6)):
        tell(anna, key)
        tell(boris, key)
    tomorrow = NOW + timedelta(days=1)
    told = together(*[lambda: sweep_notices(now=tomorrow)] * 4)
    while send_due(now=tomorrow):
        pass
    assert set(states()) == {"sent"}
    assert len(server.mails) == 7
    assert len({mail["Message-ID"] for mail in server.mails}) == 7
    assert sum(told) <= 7


def test_old_notices_forget_what_they_said(anna: User) -> None:
    tell(anna)
    send_due(now=NOW)
    assert sending.forget_old_data(now=NOW + timedelta(days=179)) == 0
    assert sending.forget_old_data(now=NOW + timedelta(days=181)) == 1
    assert notify(now=NOW, kind="test.report", key="1", users=[anna], data={"name": "x"}) == 0


def test_a_list_of_the_outbox(anna: User, django_user_model, client: Client) -> None:
    notice = tell(anna)
    Notice.objects.update(state="failed", ended_at=NOW)
    client.force_login(django_user_model.objects.create_superuser("root2", "root2@example.org", "x"))
    url = "/admin/players/notice/"
    assert client.get(f"{url}?state__exact=failed").status_code == 200
    page = client.post(url, {"action": "send_again", "_selected_action": notice.pk}, follow=True)
    assert page.status_code == 200
    assert states() == ["pending"]
