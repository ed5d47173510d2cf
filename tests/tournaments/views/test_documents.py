"""Documents and lists of events, on the site and by the API, and the print centre."""

import csv
import re
from io import BytesIO, StringIO

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook
from pypdf import PdfReader

from players.models import Player
from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, NOW, Scene, add_arbiter, make_scene, quick_scene
from tests.tournaments.sitting_scene import sitting_scene
from tests.tournaments.sizes import scenes_of
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry, Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3, "games": 2})
FORMULA = "=HYPERLINK(1)"


def rename(scene: Scene, *names: str) -> None:
    for entry, name in zip(scene.entries, names, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)


def document(scene: Scene, kind: str, query: str = "", *, client: Client | None = None) -> bytes:
    answer = (client or Client()).get(f"/events/{scene.event.slug}/print/{kind}/{query}")
    assert answer.status_code == 200, answer.content[:300]
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def pages(scene: Scene, kind: str, query: str = "", *, client: Client | None = None) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(document(scene, kind, query, client=client))).pages]


def status(scene: Scene, kind: str, query: str = "", *, client: Client | None = None) -> tuple[int, str]:
    answer = (client or Client()).get(f"/events/{scene.event.slug}/print/{kind}/{query}")
    found = re.search(r"<code>(\w+)</code>", answer.content.decode(errors="replace"))
    return answer.status_code, found[1] if found else ""


@pytest.fixture
@kept
def swiss() -> Scene:
    scene = make_scene(5, stages=[SWISS], time_zone="Europe/Budapest")
    rename(scene, "Łukasz Żak", "Ольга Жукова", "Παναγιώτης", FORMULA, '#panic("x")')
    scene.pair()
    return scene


def test_pairings_by_table_and_by_name(swiss):
    (page,) = pages(swiss, "pairings")
    for told in ("Spring Cup", "Round 1", "Europe/Budapest", "Page 1 of 1", "Łukasz Żak", "Ольга Жукова", "bye"):
        assert told in page
    (page,) = pages(swiss, "pairings", "?by=name")
    order = [page.index(name) for name in ('#panic("x")', FORMULA, "Ольга Жукова")]
    assert page.index("Pairings by name") < min(order)


def test_the_language_is_the_readers_or_the_one_asked_for(swiss):
    (page,) = pages(swiss, "standings", "?lang=fr")
    assert "Classement" in page
    (page,) = pages(swiss, "standings", client=Client(headers={"accept-language": "ru"}))
    assert "Spring Cup" in page
    assert "Standings" not in page


def test_a_proposed_round_and_score_sheets_are_for_organisers_and_arbiters(swiss, as_actor):
    swiss.play_all()
    services.propose_pairing(actor=swiss.owner, now=NOW, event_id=swiss.event.pk, stage_number=1)
    for client in (Client(), as_actor(swiss.player(1))):
        assert status(swiss, "pairings", "?draft=1", client=client) == (403, "not_organiser")
        assert status(swiss, "scoresheets", client=client) == (403, "not_organiser")
        assert status(swiss, "pairings", "?round=2", client=client) == (404, "round_not_found")
    arbiter = as_actor(add_arbiter(swiss))
    (page,) = pages(swiss, "pairings", "?draft=1", client=arbiter)
    assert "Round 2" in page
    assert "Proposal: not published" in page
    (page,) = pages(swiss, "scoresheets", "?draft=1", client=arbiter)
    assert "Proposal: not published" in page
    assert "Match M" not in page


def test_score_sheets_have_names_tables_colours_and_games(swiss, as_actor):
    match = Match.objects.filter(event=swiss.event, state="open").order_by("position").first()
    left, right = (slot.occupant for slot in match.slots.order_by("side"))
    Player.objects.filter(pk=left.player_id).update(first_colour="red")
    Player.objects.filter(pk=right.player_id).update(first_colour="blue")
    owner = as_actor(swiss.owner)
    (page,) = pages(swiss, "scoresheets", client=owner)
    for told in ("Round 1", "Table 1", "Table 2", f"Match M{match.number}", left.name, right.name, "red", "blue"):
        assert told in page
    assert "Decider" not in page  # a match of a table may end level
    assert len(pages(swiss, "scoresheets", "?per_page=1&round=1", client=owner)) == 2


def test_boards_of_teams_have_score_sheets_and_a_match_one_for_both_teams(as_actor):
    scene = team_scene(("FR", "GB", "DE", "HU"), team_size=3)
    owner, match = as_actor(scene.owner), scene.match("FRA A")
    assert status(scene, "scoresheets", client=owner) == (404, "no_such_list")
    assert status(scene, "team-sheets") == (403, "not_organiser")
    (page,) = pages(scene, "team-sheets", client=owner)
    # before the orders are fixed the players stand below
    assert "FRA A: FRA A 1, FRA A 2, FRA A 3" in page
    services.open_boards(**scene.act(match_id=match.pk))
    Player.objects.filter(pk=scene.players["FRA A"][1].player_id).update(first_colour="red")
    first, _second = pages(scene, "scoresheets", client=owner)
    other = next(name for name in scene.sides(match) if name != "FRA A")
    for told in (f"M{match.number}, board 2", "FRA A 2 FRA A", f"{other} 2 {other}", "red"):
        assert told in first
    (page,) = pages(scene, "team-sheets", client=owner)
    assert page.count("FRA A 2") == 1
    assert "Captains: " in page
    assert "/print/team-sheets/" in owner.get(f"/organise/{scene.event.slug}/print/").content.decode()


def test_standings_and_cross_tables(swiss):
    swiss.play_all()
    (page,) = pages(swiss, "standings")
    for told in ("Standings", "After round 1", "40.0", "Łukasz Żak"):
        assert told in page
    (page,) = pages(swiss, "cross-table")
    assert "R1" in page
    (page,) = pages(swiss, "cross-table", "?empty=1")
    assert "Cross table, to fill in" in page
    assert "R3" in page
    assert "40.0" not in page


def test_groups_each_on_a_cross_table_of_its_own():
    scene = make_scene(7, stages=[StagePlan("groups", settings={"groups": 2})])
    scene.play_all()
    (page,) = pages(scene, "cross-table")
    assert page.count("20.0–0.0") == 9
    (page,) = pages(scene, "pairings", "?round=1&paper=us-letter")
    assert "Group A" in page
    assert "Group B" in page


def test_a_bracket_by_quarter_and_as_a_poster():
    scene = quick_scene(64)
    scene.enter(1)
    found = pages(scene, "bracket")
    assert len(found) == 5
    assert [f"Quarter {n}" in page for n, page in enumerate(found, start=1)] == [True] * 4 + [False]
    assert "quick 1" in found[0]
    assert "20.0" in found[0]
    assert "Winner of M61" in found[4]
    (poster,) = pages(scene, "bracket", "?poster=1")
    assert "quick 64" in poster


def test_entrants(swiss):
    (page,) = pages(swiss, "entrants")
    assert "5 entrants" in page
    assert page.index("Łukasz Żak") < page.index("Ольга Жукова")


def test_the_final_ranking_once_the_event_is_finished(as_actor):
    scene = make_scene(2)
    assert status(scene, "ranking") == (404, "no_such_list")
    scene.enter(1, LEFT_WINS)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    rename(scene, "Łukasz Żak", "Ольга Жукова")
    (page,) = pages(scene, "ranking")
    first = scene.reload() and Entry.objects.get(event=scene.event, place=1).name
    assert page.index(first) < page.index("gold") < page.index("silver")
    address = f"/events/{scene.event.slug}/print/ranking/"
    assert address in as_actor(scene.owner).get(f"/organise/{scene.event.slug}/print/").content.decode()
    assert address in Client().get(f"/events/{scene.event.slug}/ranking/").content.decode()


def test_what_cannot_be_printed_is_refused_with_a_code(swiss):
    assert status(swiss, "nothing") == (404, "document_unknown")
    assert status(swiss, "bracket") == (404, "no_such_list")
    assert status(swiss, "standings", "?stage=9") == (404, "stage_not_found")
    assert status(swiss, "standings", "?round=3") == (404, "round_not_found")
    for query in ("?paper=a9", "?lang=xx", "?round=x", "?round=²", "?by=age", "?per_page=3", "?stage=-1"):
        assert status(swiss, "standings", query) == (400, "bad_choice")
    draft = services.create_event(
        actor=swiss.owner, now=NOW, details=services.EventDetails(name="Secret", seeding_mode="strict")
    )
    assert Client().get(f"/events/{draft.slug}/print/entrants/").status_code == 404
    assert Client().get(f"/events/{draft.slug}/lists/entrants.csv").status_code == 404


def test_who_asks_too_often_waits(swiss, monkeypatch):
    from rest_framework.throttling import SimpleRateThrottle

    cache.clear()
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"documents": "1/hour"})
    pages(swiss, "entrants")
    answer = Client().get(f"/events/{swiss.event.slug}/print/entrants/")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 3000
    cache.clear()


def rows_of(scene: Scene, kind: str, query: str = "") -> list[dict[str, str]]:
    answer = Client().get(f"/events/{scene.event.slug}/lists/{kind}.csv{query}")
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_lists_as_csv_and_as_xlsx_have_the_same_rows(swiss):
    swiss.play_all()
    swiss.pair()
    names = [row["name"] for row in rows_of(swiss, "entrants")]
    assert names == ["Łukasz Żak", "Ольга Жукова", "Παναγιώτης", f"'{FORMULA}", '#panic("x")']
    first = rows_of(swiss, "standings")[0]
    assert (first["place"], first["tp"], first["games"], first["percentage"]) == ("1", "40.0", "2", "100.00")
    assert {row["round"] for row in rows_of(swiss, "pairings")} == {"2"}
    assert {row["table"] for row in rows_of(swiss, "pairings", "?round=1")} == {"1", "2", "3"}
    played = [row for row in rows_of(swiss, "results") if row["decision"] == "played"]
    assert {(row["left_tp"], row["right_tp"], row["winner"]) for row in played} == {("40.0", "0.0", "left")}
    assert {row["mark"] for row in rows_of(swiss, "cross-table")} >= {"played", "bye", "open"}
    for kind in ("entrants", "standings", "pairings", "results", "cross-table"):
        answer = Client().get(f"/events/{swiss.event.slug}/lists/{kind}.xlsx")
        book = load_workbook(BytesIO(answer.content))
        rows = list(book.active.iter_rows(values_only=True))
        assert len(rows) == 1 + len(rows_of(swiss, kind))
        assert "f" not in {cell.data_type for row in book.active.iter_rows() for cell in row}
    assert Client().get(f"/events/{swiss.event.slug}/lists/entrants.exe").status_code == 404
    assert Client().get(f"/events/{swiss.event.slug}/lists/nothing.csv").status_code == 404


def test_the_api_gives_the_same_documents_and_lists(swiss, as_actor):
    base = f"/api/v1/events/{swiss.event.slug}"
    answer = Client().get(f"{base}/documents/pairings/")
    assert answer["Content-Type"] == "application/pdf"
    assert "Łukasz Żak" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    refused = Client().get(f"{base}/documents/scoresheets/")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (403, "not_organiser")
    bad = Client().get(f"{base}/documents/pairings/?paper=a9").json()["errors"][0]
    assert (bad["code"], bad["attr"]) == ("bad_choice", "paper")
    found = Client().get(f"{base}/lists/entrants/")
    data = found.json()
    assert (data["list"], data["columns"][:2], len(data["rows"])) == ("entrants", ["seed", "name"], 5)
    assert Client().get(f"{base}/lists/entrants/", headers={"if-none-match": found["ETag"]}).status_code == 304
    assert FORMULA in Client().get(f"{base}/lists/entrants/?format=csv").content.decode()
    sheet = load_workbook(BytesIO(Client().get(f"{base}/lists/entrants/?format=xlsx").content)).active
    assert sheet["B5"].value == FORMULA


def queries(act) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


def test_as_many_queries_for_any_number_of_entries(as_actor):
    scenes = scenes_of(8, 16, stages=[SWISS])
    for scene in scenes:
        scene.pair()
    clients = [as_actor(scene.owner) for scene in scenes]
    for kind in ("entrants", "pairings", "standings", "cross-table", "scoresheets"):
        small, large = (
            queries(lambda s=scene, c=client, k=kind: document(s, k, client=c))
            for scene, client in zip(scenes, clients, strict=True)
        )
        assert small == large <= 24, kind
    for kind in ("entrants", "results", "standings"):
        small, large = (queries(lambda s=scene, k=kind: rows_of(s, k)) for scene in scenes)
        assert small == large <= 20, kind


def test_the_print_centre_leads_to_every_document(swiss, as_actor):
    swiss.play_all(choose=lambda _match: LEFT_WINS)
    services.propose_pairing(actor=swiss.owner, now=NOW, event_id=swiss.event.pk, stage_number=1)
    address = f"/organise/{swiss.event.slug}/print/"
    assert Client().get(address).status_code == 302
    assert as_actor(swiss.player(1)).get(address).status_code == 403
    client = as_actor(add_arbiter(swiss))
    html = client.get(address).content.decode()
    assert "Round 2, proposed" in html
    links = set(re.findall(r'(?:formaction|action|href)="([^"]*/(?:print|lists)/[^"]+)"', html))
    assert len(links) > 10
    for link in links:  # as the forms send them, which name the round
        address = link.replace("&amp;", "&") + ("" if "?" in link else "?round=1")
        assert client.get(address).status_code == 200, link


def test_public_pages_offer_their_documents(swiss):
    swiss.play_all()
    for page in ("entrants", "pairings", "standings", "matches"):
        html = Client().get(f"/events/{swiss.event.slug}/{page}/").content.decode()
        links = re.findall(r'href="([^"]*/(?:print|lists)/[^"]+)"', html)
        assert len(links) >= 2, page
        for link in links:
            assert Client().get(link.replace("&amp;", "&")).status_code == 200, link


def test_cards_with_new_private_links_are_for_organisers_alone(as_actor):
    scene = quick_scene(9, stages=[SWISS])
    address = f"/organise/{scene.event.slug}/print/links/"
    old = services.regenerate_entry_link(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk)
    assert as_actor(add_arbiter(scene)).post(address, {"replace": "1"}).status_code == 403
    assert Client().post(address, {"replace": "1"}).status_code == 302
    client = as_actor(scene.owner)
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 400
    assert Client().get(f"/e/{old}/").status_code == 302
    answer = client.post(address, {"replace": "1", "paper": "us-letter", "lang": "ru"})
    assert "no-store" in answer["Cache-Control"]
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    tokens = re.findall(r"http://testserver/e/([\w-]{32})/", text)
    assert len(set(tokens)) == 9
    assert text.count("quick ") == 9
    assert Client().get(f"/e/{old}/").status_code == 404
    assert [Client().get(f"/e/{token}/").status_code for token in tokens] == [302] * 9


def test_no_cards_where_everybody_has_an_account(swiss, as_actor):
    answer = as_actor(swiss.owner).post(f"/organise/{swiss.event.slug}/print/links/", {"replace": "1"})
    assert answer.status_code == 409
    assert b"nobody_without_account" in answer.content


def test_tables_of_three_and_four(as_actor):
    scene = sitting_scene(7)
    assert status(scene, "pairings") == (404, "no_such_list")
    first = scene.draw()
    (page,) = pages(scene, "pairings")
    (by_name,) = pages(scene, "pairings", "?by=name")
    for sitting in first.sittings:
        for entry in sitting.entries:
            assert entry.name in page
            assert entry.name in by_name
    assert status(scene, "scoresheets")[0] == 403  # for those who run the event
    (sheets,) = pages(scene, "scoresheets", client=as_actor(scene.owner))  # two tables on one page
    assert sheets.count("Signed:") == 7
    assert "Round 1 · Table 2" in sheets
    scene.play(first)
    (page,) = pages(scene, "standings")
    assert "After round 1" in page
    assert status(scene, "pairings", "?round=2") == (404, "round_not_found")
    html = as_actor(scene.owner).get(f"/organise/{scene.event.slug}/print/").content.decode()
    assert "Tables of a round" in html
