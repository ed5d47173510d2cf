"""The organiser's pages of a day in the hall: rows typed by two people, tables, the clock, a second look."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.scene import LEFT_WINS, NOW, add_arbiter, make_scene, quick_scene
from tests.tournaments.sitting_scene import sitting_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.models import GameResult, Match, OrganiserRole, SittingScore
from tournaments.services import GameFigures, StagePlan

pytestmark = pytest.mark.django_db

SWISS = [StagePlan("swiss", settings={"rounds": 3, "games": 2})]
SCRIPT = {"X-Fragment": "1"}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_two_people_at_one_row(as_actor) -> None:
    scene = make_scene(4, games_by_round=(2,))
    arbiter = add_arbiter(scene)
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/results/"
    page = client.get(url).content.decode()
    assert f'data-account="{scene.owner.user.pk}"' in page
    keys = re.findall(r'name="key" value="([^"]+)"', page)
    assert len(set(keys)) == 2
    row = {"match": 1, "game": 1, "version": scene.match(1).version, "left": "17", "right": "12", "key": keys[0]}
    mine = client.post(url, row, headers=SCRIPT)
    assert mine.status_code == 200
    again = client.post(url, row, headers=SCRIPT)  # the answer got lost on the way
    assert (again.status_code, again.json()["done"]) == (200, mine.json()["done"])
    theirs = as_actor(arbiter).post(url, {**row, "left": "18", "key": "other"}, headers=SCRIPT)
    assert theirs.status_code == 409
    said = theirs.json()
    assert re.search(r"entered 17–12 at \d\d:\d\d; you typed 18–12\. Yours is not stored\.", said["error"])
    assert (said["next"]["game"], said["page"]) == (2, f"/events/{scene.event.slug}/matches/1/")
    assert GameResult.objects.count() == 1
    services.report_game(actor=scene.player(2), now=NOW, match_id=scene.match(2).pk, number=1,
                         figures=GameFigures((9, 14)))  # fmt: skip
    stale = as_actor(arbiter).post(url, {**row, "match": 2, "version": 0, "key": "more"}, headers=SCRIPT)
    assert "Meanwhile a player reported 9–14; you typed 17–12." in stale.json()["error"]
    wrong = client.post(url, {**row, "match": 2, "right": "85", "key": "wrong"}, headers=SCRIPT)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "right")
    # without a script a refused row keeps what was typed and says which field is wrong
    kept = client.post(url, {**row, "match": 2, "right": "85", "version": scene.match(2).version})
    assert re.search(r'name="right"[^>]*value="85"[^>]*aria-invalid="true"', kept.content.decode())
    assert re.search(r'name="left"[^>]*value="17"[^>]*tiles of [^>]*">', kept.content.decode(), re.IGNORECASE)


def test_rows_of_an_own_match_are_not_typed_by_oneself(as_actor) -> None:
    scene = make_scene(4)
    player = scene.player(1)
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=player.user, role=OrganiserRole.ARBITER
    )
    url = f"/organise/{scene.event.slug}/results/"
    page = as_actor(player).get(url)
    assert text(page).count("Your own match: somebody else enters it.") == 1
    assert re.findall(r'data-row="(\d+)"', page.content.decode()) == ["2"]
    assert 'data-row="1"' in as_actor(scene.owner).get(url).content.decode()
    # what opens while one types is told in the same way
    scene.enter(1)
    row = {"match": 2, "game": 1, "version": scene.match(2).version, "left": "17", "right": "12", "key": "k"}
    opened = as_actor(player).post(url, row, headers=SCRIPT).json()["opened"]
    assert len(opened) == 1
    assert "Your own match" in opened[0]
    assert "<form" not in opened[0]


def test_clock_and_tables_by_their_page(as_actor) -> None:
    scene = make_scene(4, stages=SWISS)
    scene.pair()
    organiser, arbiter = as_actor(scene.owner), as_actor(add_arbiter(scene))
    url, public = f"/organise/{scene.event.slug}/hall/", f"/events/{scene.event.slug}/"
    assert "data-clock" not in Client().get(public).content.decode()
    assert Client().get(f"{public}clock/").json()["state"] == ""
    started = arbiter.post(url, {"act": "start", "minutes": "45", "round": "1", "version": "0"}, follow=True)
    assert "The clock runs." in text(started)
    assert "Number them all" not in text(started)  # an arbiter sets no tables
    page = Client().get(public).content.decode()
    assert re.search(r"data-clock-text>Round 1 ends \d\d:\d\d<", page)
    said = Client().get(f"{public}clock/")
    assert (said.json()["state"], "no-store" in said["Cache-Control"]) == ("running", True)
    assert 2695 <= said.json()["seconds"] <= 2700
    assert "Somebody changed this" in text(arbiter.post(url, {"act": "pause", "version": "0"}, follow=True))
    assert "The clock stands." in text(arbiter.post(url, {"act": "pause", "version": "1"}, follow=True))
    assert "whole number" in text(arbiter.post(url, {"act": "adjust", "minutes": "x"}, follow=True))

    one, two = Match.objects.filter(event=scene.event).order_by("position")
    twice = organiser.post(url, {"act": "tables", f"table-{one.number}": "2"})
    assert twice.status_code == 400
    assert f"Table 2 has another match already: M{two.number}." in text(twice)
    organiser.post(url, {"act": "tables", f"table-{one.number}": "12"})
    results = organiser.get(f"/organise/{scene.event.slug}/results/").content.decode()
    assert re.findall(r'data-table="(\d+)"', results) == ["2", "12"]  # by table
    pairings = Client().get(f"{public}pairings/").content.decode()
    assert [int(n) for n in re.findall(r'class="hall"><span class="vh">Table </span>(\d+)', pairings)] == [2, 12]
    assert "table 12" in text(Client().get(f"{public}matches/{one.number}/"))
    assert Client().get(f"/api/v1/matches/{one.pk}/").json()["hall_table"] == 12
    entry = scene.entry(1).pk
    assert "Table 1" in text(organiser.post(url, {"act": "fix", "entry": entry, "table": "1"}, follow=True))
    organiser.post(url, {"act": "number", "first": "1"})
    at = {slot.occupant_id: m.hall for m in Match.objects.filter(event=scene.event) for slot in m.slots.all()}
    assert at[entry] == 1
    assert "Fixed tables" not in text(arbiter.get(url))
    assert arbiter.post(url, {"act": "number", "first": "1"}).status_code == 403


def test_a_second_person_can_only_say_right_or_not(as_actor) -> None:
    scene = make_scene(4)
    arbiter = add_arbiter(scene)
    organiser, second = as_actor(scene.owner), as_actor(arbiter)
    url = f"/organise/{scene.event.slug}/results/check/"
    scene.enter(1, LEFT_WINS)
    GameResult.objects.update(id=1_234_567)  # a site in its later years
    assert "Right" not in re.findall(r"<button[^>]*>([^<]*)", second.get(url).content.decode())
    organiser.post(url, {"act": "on"})
    assert "Typed by you" in text(organiser.get(url))
    result = re.search(r'name="result" value="(\d+)"', second.get(url).content.decode())
    assert result is not None
    second.post(url, {"act": "reject", "result": result[1]})
    assert "Not as on the sheet" in text(organiser.get(f"/organise/{scene.event.slug}/results/"))
    assert "Not as on the sheet: M1, game 1" in text(second.get(f"/organise/{scene.event.slug}/"))
    assert "Somebody looked at this result already." in text(
        second.post(url, {"act": "accept", "result": result[1]}, follow=True)
    )
    assert second.post(url, {"act": "change", "result": result[1]}).status_code == 404


def test_a_row_for_each_table_of_four(as_actor) -> None:
    scene = sitting_scene(8, games_by_round=(2,))
    scene.draw()
    client, url = as_actor(scene.owner), f"/organise/{scene.event.slug}/tables/results/"
    page = client.get(url).content.decode()
    assert page.count("data-row=") == 2
    pk = re.findall(r'data-row="(\d+)"', page)[0]
    row = {"match": pk, "game": 1, "version": 1, "t0": 20, "t1": 15, "t2": 10, "t3": "x", "key": "a"}
    wrong = client.post(url, row, headers=SCRIPT)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "t3")
    kept = client.post(url, row)
    assert (kept.status_code, 'name="t0" data-tiles' in kept.content.decode()) == (400, True)
    stored = client.post(url, {**row, "t3": 5}, headers=SCRIPT)
    assert stored.json()["next"]["game"] == 2
    assert client.post(url, {**row, "t3": 5}, headers=SCRIPT).status_code == 200
    other = as_actor(add_arbiter(scene.scene)).post(url, {**row, "t3": 6, "key": "b"}, headers=SCRIPT)
    assert other.status_code == 409
    assert "entered 20–15–10–5 at" in other.json()["error"]
    assert SittingScore.objects.count() == 1


def test_my_table_is_on_my_page_until_it_is_done(as_actor) -> None:
    scene = sitting_scene(8)
    found = scene.draw().sittings[1]
    services.start_clock(actor=scene.owner, now=timezone.now(), event_id=scene.scene.event.pk, round_number=1)
    one, two = (scene.actor(entry) for entry in found.entries[:2])
    page = as_actor(one).get("/me/")
    assert "Table 2" in text(page)
    assert "Round 1 ends" in text(page)
    assert all(entry.name in text(page) for entry in found.entries[1:])
    services.report_score(actor=two, now=NOW, sitting_id=found.sitting.pk, number=1,
                          figures=services.TableFigures((20, 15, 10, 5)))  # fmt: skip
    assert "Look and confirm" in text(as_actor(one).get("/me/"))
    assert "Look and confirm" not in text(as_actor(two).get("/me/"))
    scene.enter(found.sitting, 20, 15, 10, 5)
    assert "Table 2" not in text(as_actor(one).get("/me/"))


def test_two_phones_from_the_codes_of_their_cards() -> None:
    scene = quick_scene(2, stages=SWISS)
    scene.pair()
    act = {"actor": scene.owner, "now": NOW}
    token, other = (services.regenerate_entry_link(**act, entry_id=entry.pk) for entry in scene.entries)
    one, two = Client(), Client()
    home = one.get(f"/e/{token}/", follow=True)
    assert "Round 1, table 1" in text(home)
    address = re.search(r'href="(/events/[^"]+/report/)"', home.content.decode())
    assert address is not None
    version = re.search(r'name="version" value="(\d+)"', one.get(address[1]).content.decode())[1]
    one.post(address[1], {"version": version, "g1-tiles_left": 20, "g1-tiles_right": 10})
    home = two.get(f"/e/{other}/", follow=True)
    confirm = re.search(r'href="(/events/[^"]+/confirm/)"', home.content.decode())
    assert confirm is not None
    page = two.get(confirm[1]).content.decode()
    two.post(confirm[1], dict(re.findall(r'name="(version|report)" value="(\d+)"', page)))
    assert GameResult.objects.get().tiles_left == 20
    services.regenerate_entry_link(**act, entry_id=scene.entries[0].pk)
    assert Client().get(f"/e/{token}/").status_code == 404
    assert "table 1" not in text(one.get(f"/entry/{scene.event.slug}/"))  # and the phone that had it is out


def test_more_rows_cost_no_more_queries(as_actor) -> None:
    counts = []
    for scene in scenes_of(2, 8, stages=SWISS):
        scene.pair()
        for match in Match.objects.filter(event=scene.event):
            scene.enter(match.number)
        services.set_checking(actor=scene.owner, now=NOW, event_id=scene.event.pk, on=True)
        client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/"
        for path in ("results/", "hall/", "results/check/"):
            client.get(f"{base}{path}")
            with CaptureQueriesContext(connection) as queries:
                client.get(f"{base}{path}")
            counts.append(len(queries))
    assert counts[:3] == counts[3:]
