"""`/api/v1/players/`."""

from datetime import date

import pytest
from django.test import Client

from players.actors import SYSTEM, account_actor
from players.models import Player, User
from players.services import create_player, update_profile

pytestmark = pytest.mark.django_db
URL = "/api/v1/players/"


def test_anybody_may_read(client: Client, anna: User) -> None:
    Player.objects.update(birth_date=date(2012, 5, 30))
    known = {
        "slug": "anna-kovacs", "name": "Anna Kovács", "country": "HU", "titles": [],
        "page": "http://testserver/players/anna-kovacs/",
    }  # fmt: skip
    assert client.get(URL).json()["results"] == [known]
    assert client.get(f"{URL}anna-kovacs/").json() == known
    for url in (URL, f"{URL}anna-kovacs/"):
        body = client.get(url).content.decode()
        assert "2012" not in body
        assert "anna@example.org" not in body


def test_search(client: Client, anna: User, boris: User) -> None:
    def found(query: str) -> list[str]:
        return [row["slug"] for row in client.get(URL, {"q": query}).json()["results"]]

    assert found("kovacs") == ["anna-kovacs"]
    assert found("борис") == ["boris-ilin"]
    assert found("nobody") == []
    assert client.get(URL, {"q": "\x00nobody"}).status_code == 400
    assert found("a" * 5000) == []


def test_pages_and_queries(client: Client, settings, now, django_assert_num_queries) -> None:
    for count, names in ((1, ["Ann A"]), (3, ["Ann B", "Ann C"])):
        for name in names:
            create_player(actor=SYSTEM, now=now, details={"name": name})
        with django_assert_num_queries(1):
            assert len(client.get(URL).json()["results"]) == count
    for number in range(50):
        create_player(actor=SYSTEM, now=now, details={"name": f"Bea {chr(97 + number % 26)}{number}"})
    slugs: list[str] = []
    url = URL
    while url:
        body = client.get(url).json()
        slugs += [row["slug"] for row in body["results"]]
        url = body["next"]
    assert len(slugs) == len(set(slugs)) == 53
    assert client.get(URL, {"cursor": "nonsense"}).status_code == 404


def test_a_former_address(client: Client, anna: User, now) -> None:
    update_profile(actor=account_actor(anna), player=anna.player, now=now, changes={"name": "Anna Nagy"})
    response = client.get(f"{URL}anna-kovacs/")
    assert (response.status_code, response.headers["Location"]) == (301, "/api/v1/players/anna-nagy/")


def test_unknown(client: Client, db) -> None:
    response = client.get(f"{URL}nobody/")
    assert response.status_code == 404
    assert response.json()["errors"][0]["code"] == "player_not_found"


def test_for_reading_only(as_anna: Client) -> None:
    assert as_anna.post(URL, {}, content_type="application/json").status_code == 405
