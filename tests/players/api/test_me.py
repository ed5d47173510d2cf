"""`/api/v1/me/`."""

from typing import Any

import pytest
from django.test import Client

from players.actors import account_actor
from players.models import ActionLog, Player, User
from players.services import create_token

pytestmark = pytest.mark.django_db
URL = "/api/v1/me/"


@pytest.fixture
def headers(anna: User, now) -> dict[str, str]:
    _token, secret = create_token(actor=account_actor(anna), now=now, name="t")
    return {"authorization": f"Token {secret}"}


def patch(body: Any, headers: dict[str, str]):
    return Client().patch(URL, body, content_type="application/json", headers=headers)


def test_nobody(client: Client, db) -> None:
    assert client.get(URL).status_code == 401
    assert client.patch(URL, {}, content_type="application/json").status_code == 401


def test_reading(headers, django_assert_num_queries) -> None:
    Client().get(URL, headers=headers)
    with django_assert_num_queries(2):
        response = Client().get(URL, headers=headers)
    assert response.json() == {
        "username": "anna",
        "email": "anna@example.org",
        "language": "",
        "player": {
            "slug": "anna-kovacs", "name": "Anna Kovács", "public_name": "Anna Kovács",
            "shown_in_full": False, "country": "HU", "time_zone": "Europe/Budapest",
            "first_colour": "", "second_colour": "",
        },
    }  # fmt: skip


def test_changing_a_part(headers, anna: User) -> None:
    response = patch({"name": "Anna Nagy", "language": "fr", "birth_date": "1992-05-30"}, headers)
    assert response.status_code == 200
    body = response.json()
    assert (body["language"], body["player"]["slug"], body["player"]["country"]) == ("fr", "anna-nagy", "HU")
    assert "birth" not in response.content.decode()
    assert str(Player.objects.get().birth_date) == "1992-05-30"
    entry = ActionLog.objects.get(action="player.updated")
    assert (entry.via, entry.user) == ("token", anna)


def test_nothing_changes_nothing(headers) -> None:
    logged = ActionLog.objects.count()
    assert patch({}, headers).status_code == 200
    assert patch({"country": "HU"}, headers).status_code == 200
    assert ActionLog.objects.count() == logged


@pytest.mark.parametrize(
    ("body", "attr"),
    [
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"name": "An\u200bna"}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"country": "XX"}, "country"),
        ({"country": "Hungary"}, "country"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"first_colour": "pink"}, "first_colour"),
        ({"second_colour": "red"}, "second_colour"),
        ({"birth_date": "yesterday"}, "birth_date"),
        ({"birth_date": "2999-01-01"}, "birth_date"),
        ({"language": "tlh"}, "language"),
        ({"language": "fr", "country": "XX"}, "country"),
    ],
)
def test_refused_with_the_field_and_nothing_stored(body, attr, headers, anna: User) -> None:
    response = patch(body, headers)
    assert response.status_code == 400
    assert response.json()["errors"][0]["attr"] == attr
    anna.refresh_from_db()
    player = Player.objects.get()
    assert (player.name, player.country.code, anna.language) == ("Anna Kovács", "HU", "")


def test_an_account_without_profile(django_user_model, now) -> None:
    user = django_user_model.objects.create_user("fresh", "fresh@example.org", "x")
    _token, secret = create_token(actor=account_actor(user), now=now, name="t")
    headers = {"authorization": f"Token {secret}"}
    assert Client().get(URL, headers=headers).json()["player"] is None
    assert patch({"country": "HU"}, headers).status_code == 400
    assert patch({"name": "Fresh", "country": "HU"}, headers).json()["player"]["slug"] == "fresh"


def test_a_session_needs_the_csrf_token(anna: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.get(URL).status_code == 200
    assert strict.patch(URL, {"country": "SK"}, content_type="application/json").status_code == 403
