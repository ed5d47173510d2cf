"""Choosing what one is told: on the page, by the API, and by the link of a mail."""

from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from players.models import ActionLog, NoticeChoice, User
from players.notices import Group, Kind, Words, register_kinds
from players.services import notify
from players.services.sending import send_due
from tests.players.conftest import NOW

pytestmark = pytest.mark.django_db
URL = "/me/settings/notices/"
API = "/api/v1/me/notices/"
ALL = {"reports": "once", "arranging": "once", "results": "daily", "events": "once", "announcements": "once",
       "profile": "once", "duties": "once"}  # fmt: skip


def spoken(data, zone):
    return Words("A report", ("Look at it.",))


register_kinds([Kind("page.report", Group.REPORTS, spoken), Kind("page.ruling", Group.DECISIONS, spoken)])


def chosen(user: User) -> dict[str, str]:
    return dict(NoticeChoice.objects.filter(user=user).values_list("group", "choice"))


def test_the_page(as_anna: Client, anna: User, settings) -> None:
    assert Client().get(URL).status_code == 302
    notify(now=NOW, kind="page.report", key="1", users=[anna], data={"path": "/x/"})
    page = as_anna.get(URL).content.decode()
    assert 'href="/x/">A report</a>' in page
    assert "waiting to be sent" in page
    assert "No mail reaches you" not in page
    assert as_anna.post(URL, {**ALL, "events": "often"}).status_code == 400
    assert as_anna.post(URL, {**ALL, "events": "never", "decisions": "never"}).status_code == 303
    assert chosen(anna) == {**ALL, "events": "never"}
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert "No mail reaches you" in as_anna.get(URL).content.decode()


def test_the_api(as_anna: Client, anna: User) -> None:
    assert Client().get(API).status_code == 401
    assert as_anna.get(API).json() == ALL
    as_json = {"content_type": "application/json"}
    assert as_anna.patch(API, {"duties": "daily"}, **as_json).json() == {**ALL, "duties": "daily"}
    assert chosen(anna) == {"duties": "daily"}
    assert as_anna.patch(API, {"duties": "often"}, **as_json).json()["errors"][0]["attr"] == "duties"
    assert as_anna.patch(API, {"decisions": "never"}, **as_json).status_code == 400
    assert ActionLog.objects.filter(action="notices.chosen").count() == 1


def test_the_link_of_a_mail_asks_before_it_does_anything(anna: User) -> None:
    notify(now=NOW, kind="page.report", key="1", users=[anna], data={"path": "/x/"})
    send_due(now=NOW)
    address = urlsplit(mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")).path
    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(address)
    assert page.status_code == 200
    assert "Results you have to answer" in page.content.decode()
    assert "anna" not in page.content.decode()
    assert chosen(anna) == {}
    # one click in a mail program (RFC 8058): no cookie, no form of ours
    assert stranger.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert chosen(anna) == {"reports": "never"}
    assert stranger.post(address, {"choice": "daily"}).status_code == 200
    assert chosen(anna) == {"reports": "daily"}
    assert stranger.get(address[:-2] + "x/").status_code == 404
    assert stranger.post("/notices/stop/nonsense/").status_code == 404
    # every other form still needs its token
    assert stranger.post("/preferences/theme/", {"theme": "dark"}).status_code == 403


def test_the_link_of_a_mail_ends_no_decisions(anna: User) -> None:
    notify(now=NOW, kind="page.ruling", key="1", users=[anna], data={"path": "/x/"})
    send_due(now=NOW)
    assert "List-Unsubscribe" not in mail.outbox[0].extra_headers
