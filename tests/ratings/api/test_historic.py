"""`/api/v1/ratings/historic/` and lists as CSV."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from players.models import Player, User
from ratings.models import HistoricRating
from ratings.selectors import rating_list
from ratings.selectors.historic import historic_list
from ratings.selectors.list_csv import historic_csv, list_csv
from ratings.services import Pairing
from ratings.services.historic_cells import MAX_BYTES
from tests.ratings.scene import make_players, results, send

pytestmark = pytest.mark.django_db
URL = "/api/v1/ratings/historic/"


@pytest.fixture
def staff() -> APIClient:
    client = APIClient()
    client.force_authenticate(User.objects.create(username="staff", is_staff=True))
    return client


def test_csv_of_lists():
    send(results(1, [Pairing(*make_players(2), 40, (4400, 3600))]))
    client = APIClient()
    answer = client.get("/api/v1/ratings/", {"date": "2026-02-01", "format": "csv", "limit": 1})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.decode() == list_csv(rating_list(date(2026, 2, 1)))
    assert client.get("/api/v1/ratings/", headers={"accept": "text/csv"}).content.startswith(b"date,rank,name")
    refused = client.get("/api/v1/ratings/", {"date": "soon", "format": "csv"})
    assert (refused.status_code, refused["Content-Type"]) == (400, "application/json")
    assert refused.json()["errors"][0]["attr"] == "date"


def test_what_was_published_is_read_apart_from_the_ledger():
    call_command("import_ratings", make_players=True, stdout=StringIO())
    client = APIClient()
    rows = client.get(URL, {"date": "2002-06-30"}).json()["results"]
    assert [(row["name"], row["value"], row["first_day"], row["last_day"]) for row in rows] == [
        ("P001", 2028.0, "2002-01-01", "2002-12-31"), ("P048", 1852.0, "2002-01-01", "2002-12-31"),
    ]  # fmt: skip
    assert client.get(URL, {"date": "2002-06-30", "country": "us"}).json()["results"][0]["player"]["slug"] == "p048"
    source = rows[0]["source"]
    text = client.get(URL, {"date": "2002-06-30", "source": source, "format": "csv"}).content.decode()
    assert text == historic_csv(historic_list(date(2002, 6, 30)))
    answer = client.get("/api/v1/players/p001/rating/").json()
    assert (answer["rating"], answer["history"]) == (None, [])
    assert [row["printed"] for row in answer["published"] if row["scale"] == "lobby"] == ["969", "958", "992", "980"]


def test_a_list_is_brought_in_after_a_dry_run_and_taken_back(staff):
    Player.objects.create(slug="ann", name="Ann", name_key="ann", created_at="2026-01-01T00:00Z")
    sent = {"text": "name,rating,source\nann,1800,Yearbook\nBo,1700-1750,Yearbook\n", "date": "2003-11"}
    dry = staff.post(URL, {**sent, "dry_run": True}).json()
    assert [(line["row"], line["state"], line["about"]) for line in dry["lines"]] == [
        (2, "matched", []), (3, "new", ["1700-1750"]),
    ]  # fmt: skip
    assert (dry["batch"], HistoricRating.objects.count()) == (None, 0)
    refused = staff.post(URL, sent)
    assert refused.status_code == 409
    assert refused.json()["errors"][0]["code"] == "import_refused"
    batch = staff.post(URL, {**sent, "make_players": True}).json()["batch"]
    assert batch["values"] == 2
    assert staff.post(URL, {**sent, "make_players": True}).json()["batch"] is None
    taken = staff.post(f"{URL}imports/{batch['id']}/withdraw/", {"reason": "a wrong month"}).json()
    assert taken["reason"] == "a wrong month"
    assert [row["id"] for row in APIClient().get(f"{URL}imports/").json()] == [batch["id"]]
    assert not HistoricRating.objects.exists()


def test_who_may_not(staff):
    assert APIClient().post(URL, {"text": "name,rating\na,1\n"}).status_code == 401
    somebody = APIClient()
    somebody.force_authenticate(User.objects.create(username="somebody"))
    assert somebody.post(URL, {"text": "name,rating\na,1\n"}).status_code == 403
    assert somebody.post(f"{URL}imports/1/withdraw/", {"reason": "x"}).status_code == 403
    assert staff.post(f"{URL}imports/1/withdraw/", {"reason": "x"}).status_code == 404
    answers = {"9" * 5000: 1, "²": 1, "2": 2**63 - 1}
    odd = staff.post(URL, {"text": "name,rating\na,1\n", "source": "x", "date": "2003", "players": answers})
    assert odd.json()["errors"][0]["code"] == "import_refused"
    assert staff.post(URL, {"text": "who\nx\n"}).json()["errors"][0]["code"] == "no_columns"


def test_a_list_may_be_as_large_as_on_the_page(staff):
    for size, status, code in ((MAX_BYTES, 400, "no_columns"), (MAX_BYTES + 1, 413, "import_too_large")):
        answer = staff.post(URL, {"text": "who,x\n".ljust(size, "a"), "dry_run": True})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (status, code)


def test_an_administrator_works_for_the_site_too(staff):
    staff.force_authenticate(User.objects.create(username="root", is_superuser=True))
    answer = staff.post(URL, {"text": "who,x\na,1", "dry_run": True})
    assert answer.json()["errors"][0]["code"] == "no_columns"
