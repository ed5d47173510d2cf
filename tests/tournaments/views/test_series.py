"""Pages of series and of past results."""

from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actors import SYSTEM, Actor, account_actor
from tests.kept import kept
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, make_user
from tournaments import services
from tournaments.models import Edition, Event, HistoricEvent, HistoricImport, HistoricMedal, Series
from tournaments.services import EditionPlan, HistoryOptions, SeriesDetails

pytestmark = pytest.mark.django_db
LIST = "event,year,champion,country,runner_up\nWTC,1998,Ann Early,GBR,Bob Second\nWTC,1999,Ann Early,GBR,\n"


def text_of(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, url
    return answer.content.decode()


@kept
def kept_series() -> tuple[Actor, Series]:
    keeper = make_owner("keeper")
    made = services.create_series(
        actor=SYSTEM, now=NOW, code="WTC", details=SeriesDetails(name="World Championship", trophy="Golden Hexagon")
    )
    services.set_keeper(actor=SYSTEM, now=NOW, series_id=made.pk, user=keeper.user, keeps=True)
    services.import_history(actor=SYSTEM, now=NOW, text=LIST, options=HistoryOptions(name="Old papers"))
    return keeper, made


@pytest.fixture
def both() -> tuple[Actor, Series]:
    return kept_series()


@pytest.fixture
def keeper(both: tuple[Actor, Series]) -> Actor:
    return both[0]


@pytest.fixture
def series(both: tuple[Actor, Series]) -> Series:
    return both[1]


def test_everything_that_is_carried_has_its_page():
    call_command("load_series", stdout=StringIO())
    urls = ["/series/", "/series/past/", "/series/wtc/", "/series/wto/", "/series/wjtc/"]
    past = HistoricEvent.objects.filter(slug__regex="world-championship-|pacific|european|team").order_by("slug")
    pages = [f"/series/past/{event.slug}/" for event in past]
    for n, (language, score) in enumerate((("en", "80.5–79.5"), ("fr", "80,5–79,5"), ("ru", "80,5–79,5"))):
        client = Client()
        client.cookies["django_language"] = language
        # each event in one language, and each language on pages of every kind
        for url in (*urls, *pages[n::3]):
            assert f'<html lang="{language}"' in text_of(client, url), url
        assert score in text_of(client, "/series/past/world-championship-2001/")


def test_a_series_tells_winners_records_and_the_holder(series: Series):
    text = text_of(Client(), "/series/wtc/")
    assert "Holder of the Golden Hexagon" in text
    assert "Most titles" in text
    assert "The winners of 2 of 2 editions are known." not in text
    assert "New edition" not in text
    past = text_of(Client(), "/series/past/world-championship-1998/")
    assert "as published elsewhere" in past
    assert "The first two are known. Standings are not known. No match is known." in past
    assert 'rel="next" href="/series/past/world-championship-1999/"' in past


def test_an_event_of_this_site_stands_beside_the_past(series: Series, keeper: Actor, as_actor):
    scene = make_scene(4)
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    staff = account_actor(make_user("staff", player=False, is_staff=True))
    services.add_edition(actor=staff, now=NOW, series_id=series.pk, event_id=scene.event.pk, year=2000)
    services.start_edition(actor=keeper, now=NOW, series_id=series.pk, plan=EditionPlan(2001, name="Secret Draft"))
    text = text_of(Client(), "/series/wtc/")
    winner = scene.event.entries.get(place=1)
    assert f'<a href="/players/{winner.player.slug}/"' in text
    assert text.index("2000") < text.index("1999")
    assert "Secret Draft" not in text
    assert "2001" not in text_of(Client(), f"/events/{scene.event.slug}/")
    assert "World Championship</a> (2000)" in text_of(Client(), f"/events/{scene.event.slug}/")
    mine = text_of(as_actor(keeper), f"/events/{scene.event.slug}/")
    assert 'rel="next" href="/events/secret-draft/"' in mine


def test_a_keeper_starts_an_edition_on_a_page(series: Series, keeper: Actor, as_actor):
    client = as_actor(keeper)
    sent = {"act": "start", "year": 2026, "number": 29, "name": "", "source": "series"}
    answer = client.post("/series/wtc/new-edition/", sent)
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/organise/{event.slug}/settings/")
    assert (event.name, event.state) == ("World Championship 2026", "draft")
    again = client.post("/series/wtc/new-edition/", sent)
    assert again.status_code == 400
    assert "The series has an edition with this number already." in again.content.decode()
    next_ = text_of(client, "/series/wtc/new-edition/")
    assert 'value="2027"' in next_
    assert 'value="30"' in next_
    assert event.name in next_
    for title in ("the template Table open: Swiss", "the template European Championship"):
        assert title in next_
    assert "the template World Team Championship" not in next_
    assert 'href="/organise/new/euro/"' in next_
    sent = {"act": "start", "year": 2027, "source": "template:open-swiss", "entrants": 34}
    assert client.post("/series/wtc/new-edition/", sent).status_code == 302
    assert Event.objects.latest("pk").stages.get().settings["rounds"] == 8
    refused = client.post("/series/wtc/new-edition/", {**sent, "year": 2028, "entrants": 600})
    assert "This template is for 2 to 512 entries." in refused.content.decode()


def test_a_keeper_joins_keeps_and_takes_out_an_event(series: Series, keeper: Actor, as_actor):
    client, event = as_actor(keeper), make_event(keeper, confirm_hours=72)
    join = {"act": "join", "join-event": event.pk, "join-year": 2026, "join-number": ""}
    assert client.post("/series/wtc/new-edition/", join)["Location"] == "/series/wtc/"
    other = as_actor(make_owner("other"))
    hint = text_of(other, "/series/wtc/")
    assert "Do you run an edition?" in hint
    assert "Do you run an edition?" not in text_of(client, "/series/wtc/") + text_of(Client(), "/series/wtc/")
    assert "/series/wtc/" in client.get(f"/organise/{event.slug}/settings/").content.decode()
    assert "no edition of a series" in text_of(as_actor(keeper), f"/organise/{make_event(keeper).slug}/settings/")
    assert client.post("/series/wtc/defaults/", {"event": event.slug}).status_code == 302
    series.refresh_from_db()
    assert series.defaults["event"]["confirm_hours"] == 72
    edition = Edition.objects.get(event=event)
    assert client.post(f"/series/wtc/editions/{edition.pk}/leave/").status_code == 302
    assert not Edition.objects.filter(event=event).exists()


def test_what_keepers_and_staff_do_is_for_them(series: Series, keeper: Actor, as_actor):
    other, staff = as_actor(make_owner("other")), as_actor(account_actor(make_user("s", is_staff=True)))
    kept = ["/series/wtc/edit/", "/series/wtc/new-edition/", "/series/import/", "/series/imports/"]
    for url in (*kept, "/series/new/"):
        assert Client().get(url)["Location"].startswith("/accounts/login/"), url
        assert other.get(url).status_code == 403, url
        assert as_actor(keeper).get(url).status_code == (403 if url == "/series/new/" else 200), url
        assert staff.get(url).status_code == 200, url
    assert other.post("/series/wtc/keepers/", {"user": "other"}).status_code == 403
    assert staff.post("/series/wtc/keepers/", {"user": "OTHER"}).status_code == 302
    assert other.get("/series/wtc/edit/").status_code == 200
    assert staff.get("/series/none/").status_code == staff.get("/series/past/none/").status_code == 404


def test_staff_make_a_series_and_keepers_change_it(series: Series, keeper: Actor, as_actor):
    staff = as_actor(account_actor(make_user("s", is_staff=True)))
    sent = {
        "code": "cup", "name": "Club Cup", "kind": "open", "scope": "national", "discipline": "individual",
        "medium": "table", "country": "NL", "first_year": "2020",
    }  # fmt: skip
    assert staff.post("/series/new/", sent)["Location"] == "/series/cup/"
    assert staff.post("/series/new/", sent).status_code == 400
    changed = {**sent, "name": "World Cup", "continents": ["EU"], "under_age": "16"}
    assert as_actor(keeper).post("/series/wtc/edit/", changed).status_code == 302
    text = text_of(Client(), "/series/wtc/")
    assert "World Cup" in text
    assert "Younger than 16 on the first day." in text


def test_importing_shows_each_row_before_anything_is_stored(series: Series, keeper: Actor, as_actor):
    client = as_actor(keeper)
    new = "event,year,champion,runner_up\nWTC,1998,Eve Other,\nWTC,2000,Cleo New,\nWTC,never,Dan,\n"
    looked = client.post("/series/import/", {"text": new, "act": "look"}).content.decode()
    assert "Stored is Ann Early from “Old papers”. Take this row instead?" in looked
    assert "year: “never” is no year." in looked
    refused = client.post("/series/import/", {"text": new, "act": "import"})
    assert refused.status_code == 400
    assert HistoricImport.objects.count() == 1
    answers = {"row-2": "take", "row-4": "skip"}
    done = client.post("/series/import/", {"text": new, "act": "import", "name": "New papers", **answers})
    assert done["Location"] == "/series/imports/"
    assert HistoricMedal.objects.get(edition__year=1998, place=1, current=True).name == "Eve Other"
    made = HistoricImport.objects.get(name="New papers")
    assert client.get(f"/series/imports/{made.pk}.csv").content.decode() == new
    client.post(f"/series/imports/{made.pk}/undo/", {"reason": "Wrong."})
    assert HistoricMedal.objects.get(edition__year=1998, place=1, current=True).name == "Ann Early"
    assert "Wrong." in text_of(client, "/series/imports/")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_is_not_sent_twice_whatever_its_encoding(series: Series, keeper: Actor, as_actor, encoding: str):
    sent = SimpleUploadedFile("papers.csv", "event,year,champion\nWTC,2011,Ádám Example\n".encode(encoding))
    looked = as_actor(keeper).post("/series/import/", {"file": sent, "act": "look"})
    assert looked.status_code == 200
    page = looked.content.decode()
    assert "WTC,2011,Ádám Example\n</textarea>" in page
    assert 'value="papers.csv"' in page


def test_an_answer_given_once_is_kept_while_looking_again(series: Series, keeper: Actor, as_actor):
    sent = {"text": LIST.replace("Bob", "Rob"), "act": "look", "row-2": "take"}
    assert '<input type="hidden" name="row-2" value="take">' in (
        as_actor(keeper).post("/series/import/", sent).content.decode()
    )


def test_a_series_takes_as_many_queries_for_any_number_of_editions(series: Series):
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as found:
            text_of(Client(), url)
        return len(found)

    few = [queries("/series/wtc/"), queries("/series/")]
    rows = "".join(f"WTC,{1900 + n},Player {chr(65 + n // 26)}{chr(65 + n % 26)},,\n" for n in range(90))
    services.import_history(
        actor=SYSTEM, now=NOW, text=LIST.splitlines(keepends=True)[0] + rows, options=HistoryOptions()
    )  # fmt: skip
    assert [queries("/series/wtc/"), queries("/series/")] == few
    assert max(few) <= 12
