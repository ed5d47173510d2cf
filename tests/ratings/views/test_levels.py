"""Moving all ratings to the level: seen by all, done by an administrator who has seen what follows."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from players.models import ActionLog, User
from ratings.models import Relevelling
from ratings.services import Pairing
from tests.ratings.scene import make_players, results, send, standings

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()
PAGE, API = "/ratings/level/", "/api/v1/ratings/levels/"


@pytest.fixture(autouse=True)
def ledger() -> None:
    """Three players whose mean, weighted with games, is no more 1850."""
    a, b, c = make_players(3)
    send(
        results(1, [Pairing(a, b, 2, (260, 140))], closes_on=TODAY - timedelta(9)),
        results(2, [Pairing(a, c, 5, (620, 380))], closes_on=TODAY - timedelta(8)),
    )


@pytest.fixture
def root() -> User:
    return User.objects.create(username="root", is_superuser=True)


def text(answer) -> str:
    html = unescape(answer.content.decode()).split("<main")[1].replace("\u202f", "")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def mean() -> float:
    found = standings().values()
    return sum(s.rating * s.games for s in found) / sum(s.games for s in found)


def test_planned_seen_and_done(root, client):
    day = {"on": (TODAY - timedelta(3)).isoformat()}
    client.force_login(root)
    plan = client.get(PAGE, day)
    assert re.search(r"3 players with 14 rated games have a mean of [\d.]+; 1850.00 less this is", text(plan))
    seen = re.search(r'name="rating_digest" value="(\w+)"', plan.content.decode())[1]
    body = day | {"reason": "The championship has closed.", "rating_digest": seen}
    assert client.post(PAGE, body | {"rating_digest": "x"}).status_code == 409
    assert "Say why" in text(client.post(PAGE, body | {"reason": " "}))
    assert not Relevelling.objects.exists()
    assert client.post(PAGE, body).status_code == 303
    assert mean() == pytest.approx(1850.0)
    assert ActionLog.objects.get(action="ratings.relevelled").reason == "The championship has closed."
    again = client.post(PAGE, body)
    assert again.status_code == 409
    assert "on that day already" in text(again)
    shown = text(Client().get(PAGE))
    assert "The championship has closed." in shown
    assert "Restore the level" not in shown


def test_days_that_cannot_be(root, client):
    client.force_login(root)
    tomorrow, before = ((TODAY + timedelta(days)).isoformat() for days in (1, -10))
    for day in ("x", "2026-13-45", "12/01/2025", "0001-01-01", before, tomorrow, ""):
        assert client.get(PAGE, {"on": day}).status_code == 400, day
    api = APIClient()
    api.force_authenticate(root)
    for day, code in ((before, "nobody_rated"), (tomorrow, "future_day")):
        for address in (API, f"{API}plan/"):
            refused = api.post(address, {"on": day, "reason": "x", "digest": "x"} if address == API else {"on": day})
            assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, code)
    assert not Relevelling.objects.exists()


def test_nobody_else_may(client):
    assert "never restored" in text(client.get(PAGE))
    day = {"on": TODAY.isoformat(), "reason": "x", "digest": "x", "rating_digest": "x"}
    assert client.post(PAGE, day).status_code == 403
    client.force_login(User.objects.create(username="other"))
    assert client.post(PAGE, day).status_code == 403
    assert "See what follows" not in text(client.get(PAGE, day))
    api = APIClient()
    assert api.post(API, day).status_code == 401
    api.force_authenticate(User.objects.create(username="another"))
    assert api.post(f"{API}plan/", {"on": TODAY.isoformat()}).status_code == 403
    assert api.post(API, {"on": TODAY.isoformat(), "reason": "x", "digest": "x"}).status_code == 403


def test_for_programs(root):
    api = APIClient()
    api.force_authenticate(root)
    day = {"on": TODAY.isoformat()}
    plan = api.post(f"{API}plan/", day).json()
    assert len({round(move["difference"], 6) for move in plan["moves"]}) == 1
    body = day | {"reason": "By custom."}
    changed = api.post(API, body | {"digest": "x"})
    assert (changed.status_code, changed.json()["errors"][0]["code"]) == (409, "plan_changed")
    done = api.post(API, body | {"digest": plan["digest"]})
    assert done.status_code == 201
    assert done.json()["constant"] == plan["constant"]
    (told,) = APIClient().get(API).json()["results"]
    assert (told["on"], told["reason"], told["players"], told["games"]) == (TODAY.isoformat(), "By custom.", 3, 14)
