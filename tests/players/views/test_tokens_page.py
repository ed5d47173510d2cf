"""`/me/tokens/`."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actors import account_actor
from players.models import ApiToken, User
from players.services import create_token

pytestmark = pytest.mark.django_db
URL = "/me/tokens/"


def test_signed_in_only(client: Client) -> None:
    assert client.get(URL).status_code == 302
    assert client.post(f"{URL}abc/revoke/").status_code == 302


def test_the_secret_is_shown_once_and_works(as_anna: Client) -> None:
    response = as_anna.post(URL, {"name": "club laptop"})
    assert (response.status_code, response.headers["Location"]) == (303, URL)
    page = as_anna.get(URL)
    assert "no-store" in page.headers["Cache-Control"]
    found = re.search(r"ttx_[0-9a-f]{64}", page.content.decode())
    assert found is not None
    assert found[0] not in as_anna.get(URL).content.decode()
    me = Client().get("/api/v1/me/", headers={"authorization": f"Token {found[0]}"})
    assert me.json()["username"] == "anna"


def test_sent_twice_makes_one_and_the_secret_is_still_shown(as_anna: Client) -> None:
    as_anna.post(URL, {"name": "laptop"})
    again = as_anna.post(URL, {"name": "laptop"})
    assert again.status_code == 400
    assert list(again.context["form"].errors) == ["name"]
    assert "ttx_" in re.sub("ttx_…", "", again.content.decode())
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize("name", ["", "x" * 61, "a\u200bb"])
def test_refused_names(name: str, as_anna: Client) -> None:
    response = as_anna.post(URL, {"name": name})
    assert response.status_code == 400
    assert list(response.context["form"].errors) == ["name"]
    assert as_anna.post(URL, {"name": f"{name}\x00"}).status_code == 400


def test_revoking_ends_it_at_once(as_anna: Client, anna: User, now) -> None:
    token, secret = create_token(actor=account_actor(anna), now=now, name="laptop")
    assert as_anna.get(f"{URL}{token.public_id}/revoke/").status_code == 405
    assert as_anna.post(f"{URL}{token.public_id}/revoke/").status_code == 303
    assert Client().get("/api/v1/me/", headers={"authorization": f"Token {secret}"}).status_code == 401
    assert as_anna.post(f"{URL}{token.public_id}/revoke/").status_code == 404


def test_not_yours(as_boris: Client, anna: User, now) -> None:
    token, _secret = create_token(actor=account_actor(anna), now=now, name="laptop")
    assert b"laptop" not in as_boris.get(URL).content
    assert as_boris.post(f"{URL}{token.public_id}/revoke/").status_code == 404
    assert ApiToken.objects.exists()


def test_the_number_of_queries_does_not_grow(as_anna: Client, anna: User, now) -> None:
    counts = []
    for names in (["a"], ["b", "c"]):
        for name in names:
            create_token(actor=account_actor(anna), now=now, name=name)
        with CaptureQueriesContext(connection) as queries:
            as_anna.get(URL)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6
