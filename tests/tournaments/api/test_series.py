"""Series, editions and historic results through the API."""

import pytest

from players.actors import SYSTEM, Actor
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_owner, make_scene
from tournaments import services
from tournaments.models import Event, HistoricImport, Series
from tournaments.services import SeriesDetails

pytestmark = pytest.mark.django_db
LIST = "event,year,champion,country,runner_up\nWTC,1998,Ann Early,GBR,Bob Second\n"


@pytest.fixture
def keeper() -> Actor:
    return make_owner("keeper")


@pytest.fixture
def series(keeper: Actor) -> Series:
    made = services.create_series(
        actor=SYSTEM, now=NOW, code="WTC", details=SeriesDetails(name="World Championship", scope="world")
    )
    services.set_keeper(actor=SYSTEM, now=NOW, series_id=made.pk, user=keeper.user, keeps=True)
    return made


def test_a_list_is_looked_at_taken_in_and_taken_back(api, series: Series, keeper: Actor):
    client = api(keeper)
    looked = client.post("/api/v1/history/imports/", {"text": LIST, "dry_run": True}, format="json").json()
    assert [(row["row"], row["state"]) for row in looked["rows"]] == [(2, "new")]
    assert (looked["imported"], HistoricImport.objects.count()) == (None, 0)
    made = client.post("/api/v1/history/imports/", {"text": LIST, "name": "Papers"}, format="json").json()
    assert (made["imported"]["rows"], made["imported"]["name"]) == (1, "Papers")
    again = client.post("/api/v1/history/imports/", {"text": LIST}, format="json").json()
    assert (again["imported"], again["rows"][0]["state"]) == (None, "matched")
    page = api().get("/api/v1/series/wtc/").json()
    assert page["editions"][0]["historic"] == "world-championship-1998"
    assert [(medal["place"], medal["name"], medal["country"]) for medal in page["editions"][0]["medals"]] == [
        (1, "Ann Early", "GBR"), (2, "Bob Second", ""),
    ]  # fmt: skip
    assert (page["medals"][0]["name"], page["medals"][0]["first"]) == ("Ann Early", 1)
    past = api().get("/api/v1/history/world-championship-1998/").json()
    assert past["known"][0] == "The first two are known."
    undo = f"/api/v1/history/imports/{made['imported']['id']}/undo/"
    assert client.post(undo, {"reason": "Wrong."}, format="json").json()["undo_reason"] == "Wrong."
    assert api().get("/api/v1/history/world-championship-1998/").status_code == 404


def test_a_refused_list_names_rows_columns_and_people(api, series: Series, keeper: Actor):
    text = LIST + "WTC,soon,Dan,,\n"
    answer = api(keeper).post("/api/v1/history/imports/", {"text": text}, format="json")
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["code"]) == (409, "import_refused")
    assert [(row["row"], row["column"], row["code"]) for row in error["extra"]["rows"]] == [(3, "year", "bad_year")]
    assert api(make_owner("other")).post("/api/v1/history/imports/", {"text": LIST}, format="json").status_code == 403
    unreadable = api(keeper).post("/api/v1/history/imports/", {"text": "one,two\n1,2\n"}, format="json")
    assert (unreadable.status_code, code(unreadable)) == (400, "columns_unknown")


def test_editions_are_started_joined_and_taken_out(api, series: Series, keeper: Actor):
    client = api(keeper)
    url = "/api/v1/series/wtc/editions/"
    first = client.post(url, {"year": 2026, "number": 29}, format="json", HTTP_IDEMPOTENCY_KEY="a")
    assert (first.status_code, first.json()["event"], first.json()["state"]) == (
        201,
        "world-championship-2026",
        "draft",
    )
    repeated = client.post(url, {"year": 2026, "number": 29}, format="json", HTTP_IDEMPOTENCY_KEY="a")
    assert repeated.json() == first.json()
    assert code(client.post(url, {"year": 2026}, format="json")) == "edition_exists"
    copied = client.post(url, {"year": 2027, "copy": "world-championship-2026", "name": "Next"}, format="json")
    assert Event.objects.get(slug=copied.json()["event"]).name == "Next"
    scene = make_scene(4)
    assert client.post(url, {"year": 2028, "event": scene.event.slug}, format="json").status_code == 403
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=keeper.user, role="organiser"
    )  # fmt: skip
    joined = client.post(url, {"year": 2028, "event": scene.event.slug}, format="json")
    assert joined.json()["entrants"] == 4
    assert [row["year"] for row in api().get("/api/v1/series/wtc/").json()["editions"]] == [2028]
    assert client.delete(f"/api/v1/editions/{joined.json()['id']}/").status_code == 204
    assert code(client.delete(f"/api/v1/editions/{joined.json()['id']}/")) == "edition_not_found"


def test_series_are_listed_made_by_staff_and_changed_by_keepers(api, series: Series, keeper: Actor):
    assert [row["code"] for row in api().get("/api/v1/series/").json()] == ["WTC"]
    new = {"code": "CUP", "name": "Club Cup"}
    assert code(api(keeper).post("/api/v1/series/", new, format="json")) == "not_staff"
    keeper.user.is_staff = True
    keeper.user.save()
    assert api(keeper).post("/api/v1/series/", new, format="json").status_code == 201
    assert code(api(keeper).post("/api/v1/series/", new, format="json")) == "series_exists"
    changed = api(keeper).patch("/api/v1/series/wtc/", {"continents": ["EU"], "country": "GER"}, format="json").json()
    assert (changed["continents"], changed["country"], changed["name"]) == (["EU"], "DE", "World Championship")
    assert code(api(keeper).patch("/api/v1/series/none/", {}, format="json")) == "series_not_found"
