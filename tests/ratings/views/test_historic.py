"""Pages about what was published elsewhere, and lists as CSV."""

from datetime import date
from html import unescape
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player, User
from ratings.models import HistoricImport, HistoricRating
from ratings.selectors import rating_list
from ratings.selectors.list_csv import list_csv
from ratings.services import Pairing
from tests.ratings.scene import NOW, make_players, results, send

pytestmark = pytest.mark.django_db


def page(client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(unescape(answer.content.decode()).replace("\u202f", " ").split())


@pytest.fixture
def observed() -> None:
    call_command("import_ratings", make_players=True, stdout=StringIO())


@pytest.fixture
def staff(client):
    client.force_login(User.objects.create(username="staff", is_staff=True))
    return client


@pytest.mark.usefixtures("observed")
def test_a_list_of_that_time_shows_what_was_published_and_says_so(client):
    html = page(client, "/ratings/?date=2003-12-31")
    assert "Nobody is on this list." in html
    assert "Published elsewhere" in html
    assert "1 894" in html
    assert 'rel="nofollow">tournaments.tantrix.co.uk</a>' in html
    assert 'value="2003-12-31" selected' in html
    assert "1 894" not in page(client, "/ratings/?date=2003-12-31&country=de")
    assert "Published elsewhere</h2>" not in page(client, "/ratings/?date=2010-01-31")


@pytest.mark.usefixtures("observed")
def test_a_player_s_chart_has_a_second_series_with_its_rows(client):
    html = page(client, "/ratings/players/p001/")
    assert "no part of the ratings worked out here" in html
    assert html.count('<g class="published"') == 3  # two marks and the key
    assert '<path class="line"' not in html
    for said in ("2025-2030 (event only)", "17 Nov 2001", "Master ranking: WTC 2002", "titles ITM 2001, TGM 2002"):
        assert said in html
    one = Player.objects.get(name="P001").pk
    send(results(1, [Pairing(*sorted((one, *make_players(1))), 40, (4400, 3600))]))
    html = page(client, "/ratings/players/p001/")
    assert '<path class="line"' in html
    assert html.count('<g class="published"') == 3
    assert html.index("Cup 1</a></th>") < html.index("no part of the ratings")


def test_csv_of_a_list_is_a_download_and_names_are_no_formulas(client):
    ids = make_players(2, country="HU")
    Player.objects.filter(pk=ids[0]).update(name="=1+1")
    send(results(1, [Pairing(*ids, 40, (4400, 3600))]))
    answer = client.get("/ratings/list.csv?date=2026-02-01&country=hu")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="ratings-2026-02-01.csv"'
    assert answer.content.decode() == list_csv(rating_list(date(2026, 2, 1)))
    assert ",'=1+1," in answer.content.decode()
    assert client.get("/ratings/list.csv?date=2026-02-01&country=nz").content.count(b"\r\n") == 1
    assert "/ratings/list.csv?date=2026-02-01" in page(client, "/ratings/?date=2026-02-01")


def test_the_staff_brings_a_list_in_after_a_look_and_takes_it_back(staff):
    twins = [Player.objects.create(slug=f"twin-{n}", name="Twin", name_key="twin", created_at=NOW) for n in (1, 2)]
    text = "name,rating\nTwin,1800\nNobody,1700\nWrong,fast\n"
    sent = {"text": text, "source": "Yearbook", "on": "2003"}
    html = " ".join(unescape(staff.post("/ratings/import/", sent).content.decode()).split())
    for said in ("rating: “fast” is not a rating.", "unknown name", "Make profiles for all unknown names"):
        assert said in html
    assert not HistoricRating.objects.exists()
    refused = staff.post("/ratings/import/", {**sent, "act": "store"})
    assert refused.status_code == 400
    assert "first row 2" in refused.content.decode()
    answers = {"row-2": str(twins[1].pk), "row-4": "skip", "make_players": "on"}
    assert staff.post("/ratings/import/", {**sent, **answers, "act": "store"}).status_code == 302
    odd = {**sent, "row-2": "9" * 5000, "row-4": "skip", "make_players": "on", "act": "store"}
    assert staff.post("/ratings/import/", odd).status_code == 400
    assert {row.player.name for row in HistoricRating.objects.filter(source="Yearbook")} == {"Twin", "Nobody"}
    batch = HistoricRating.objects.first().batch_id
    staff.post(f"/ratings/import/{batch}/withdraw/", {"reason": ""})
    assert HistoricRating.objects.exists()
    staff.post(f"/ratings/import/{batch}/withdraw/", {"reason": "a wrong year"})
    assert not HistoricRating.objects.exists()
    assert "a wrong year" in page(staff, "/ratings/import/")


def test_only_the_staff_sees_the_page_of_imports(client):
    assert client.get("/ratings/import/").status_code == 302
    client.force_login(User.objects.create(username="somebody"))
    assert client.get("/ratings/import/").status_code == 403
    assert client.post("/ratings/import/1/withdraw/", {"reason": "x"}).status_code == 403
    assert "/ratings/import/" not in page(client, "/ratings/")


def test_lists_and_histories_cost_the_same_queries_for_8_and_24(client):
    batch = HistoricImport.objects.create(at=NOW, via="system", values=0)
    counts = []
    for size in (8, 24):
        ids = make_players(size)
        one = Player.objects.get(pk=ids[0])
        common = {"batch": batch, "name": "As Printed", "value": 1800.0, "printed": "1800", "source": f"of {size}"}
        HistoricRating.objects.bulk_create(
            HistoricRating(player_id=pk, first_day=day, last_day=day, **common)
            for pk, day in [(pk, date(2001, 12, 1)) for pk in ids[1:]]
            + [(one.pk, date(1990 + n % 12, 1 + n // 12, 1)) for n in range(size)]
        )
        for path in ("/ratings/?date=2001-12-31", f"/ratings/players/{one.slug}/"):
            with CaptureQueriesContext(connection) as queries:
                page(client, path)
            counts.append(len(queries))
    assert counts[0] >= counts[2]
    assert counts[1] >= counts[3]
