"""Tables drawn each round, prize lists and pairs, through the pages as a new organiser and the players use them."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import NOW, make_event, make_owner, make_scene
from tests.tournaments.services.test_pairs import pair_scene
from tests.tournaments.sitting_scene import sitting_scene
from tests.tournaments.views.test_organising import new_form, settings_form
from tournaments import services
from tournaments.models import Entry, Event, PrizeList, SittingRound, SittingScore

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_table_event_from_nothing_to_its_medallists(as_actor):
    owner = make_owner()
    client = as_actor(owner)
    made = client.post("/organise/new/blank/", new_form(client, "blank", name="Club evening", entrants=8))
    assert made.status_code == 302, text(made)
    client.post(f"{made['Location']}settings/", settings_form(Event.objects.get(), play="tables", rated="on"))
    event = Event.objects.get()
    assert (event.play, event.rated) == ("tables", False)
    base = f"/organise/{event.slug}/"
    lines = "".join(f"Player Number {n};NL\n" for n in "abcdefg")
    client.post(f"{base}entrants/list/", {"text": lines, "act": "enter"})
    client.post(f"{base}step/", {"step": "publish"})
    assert "Then you draw the first round." in text(client.get(base))
    assert "Rounds are drawn once the event has started." in text(client.get(f"{base}tables/"))
    client.post(f"{base}step/", {"step": "start"})
    assert "To the tables" in text(client.get(base))
    draw = {"act": "draw", "round": "1", "games": "1", "size": "4", "lot": "7"}
    for _click in range(2):
        assert client.post(f"{base}tables/", draw).status_code == 302
    assert SittingRound.objects.count() == 1
    assert client.post(f"{base}tables/", {**draw, "games": "0", "round": "2"}).status_code == 400
    client.post(f"{base}tables/", {"act": "back", "round": "1"})
    assert not SittingRound.objects.exists()
    client.post(f"{base}tables/", draw)
    public = f"/events/{event.slug}/tables/"
    assert "Set the points instead" in text(client.get(f"{public}1/1/"))
    assert client.post(f"{public}1/1/", {"act": "enter", "game": "1", "tiles-0": "3"}).status_code == 400
    for table, seats in ((1, 4), (2, 3)):
        form = {f"tiles-{n}": str(30 - n) for n in range(seats)}
        assert (
            client.post(f"{public}1/{table}/", {"act": "enter", "game": "1", "version": "1", **form}).status_code == 302
        )
    stale = client.post(f"{public}1/2/", {"act": "enter", "game": "1", "version": "1", "tiles-0": "1", "tiles-1": "2",
                                         "tiles-2": "3", "reason": "wrong"})  # fmt: skip
    assert stale.status_code == 400
    points = {"points-0": "20", "points-1": "20", "points-2": "0", "reason": "the third left", "version": "2"}
    assert client.post(f"{public}1/2/", {"act": "enter", "game": "1", **points}).status_code == 302
    assert "20.0*" in text(client.get(public))
    client.post(f"{base}step/", {"step": "finish"})
    event.refresh_from_db()
    assert event.state == "finished"
    assert event.entries.filter(place=1).count() == 1
    for page in (f"/events/{event.slug}/", f"/events/{event.slug}/rules/", f"{base}tables/", f"{base}entrants/",
                 f"/events/{event.slug}/entrants/", f"{base}log/"):  # fmt: skip
        assert client.get(page).status_code == 200, page


def test_players_report_and_confirm_at_their_table(as_actor):
    scene = sitting_scene(4, play="drawn_doubles")
    found = scene.draw().sittings[0]
    url = f"/events/{scene.event.slug}/tables/1/1/"
    one, two = (as_actor(scene.actor(entry)) for entry in found.entries[:2])
    assert "Report a game" in text(one.get(url))
    assert "Report a game" not in text(Client().get(url))
    tables = f"/events/{scene.event.slug}/tables/"
    assert ("card next" in one.get(tables).content.decode(), "card next" in Client().get(tables).content.decode()) == (
        True, False,
    )  # fmt: skip
    assert Client().post(url, {"act": "report"}).status_code == 302
    one.post(url, {"act": "report", "game": "1", "tiles-0": "22", "tiles-1": "17"})
    score = SittingScore.objects.get()
    assert "That is right" in text(two.get(url))
    two.post(url, {"act": "dispute", "score": score.pk, "reason": "a line was missed"})
    assert "Disputed" in text(one.get(url))
    two.post(url, {"act": "confirm", "score": score.pk})
    assert "22 – 17 tiles; 15.0 – 5.0 – 15.0 – 5.0 points" in text(one.get(url))
    assert two.post(url, {"act": "confirm", "score": "0"}).status_code == 404
    for missing in ("tables/1/9/", "tables/9/1/"):
        assert one.get(f"/events/{scene.event.slug}/{missing}").status_code == 404
    assert one.get(f"/events/{make_event(scene.owner).slug}/tables/").status_code == 404


def test_the_pages_of_many_tables_ask_no_more_than_those_of_few():
    counts = []
    for count in (8, 128):
        scene = sitting_scene(count, without_accounts=f"of-{count}")
        scene.draw()
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(f"/events/{scene.event.slug}/tables/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 12


def test_prize_lists_are_made_and_filled_by_an_organiser_and_seen_by_all(as_actor):
    scene = make_scene(4, start=False, starts_on=date(2026, 7, 1))
    client, base = as_actor(scene.owner), f"/organise/{scene.event.slug}/prizes/"
    assert client.post(base, {"act": "create", "kind": "junior", "name": " "}).status_code == 400
    client.post(base, {"act": "create", "kind": "junior", "name": "U16", "under_age": "16"})
    found = PrizeList.objects.get()
    for entry in scene.entries[:2]:
        client.post(base, {"act": "put", "list": found.pk, "entry": entry.pk})
    page = text(client.get(base))
    assert "age seen by owner" in page
    public = f"/events/{scene.event.slug}/"
    assert "Prize lists" in text(Client().get(public))
    assert "Player P1" in text(Client().get(f"{public}prizes/"))
    client.post(base, {"act": "take", "list": found.pk, "entry": scene.entries[1].pk})
    assert "Player P2" not in text(Client().get(f"{public}prizes/"))
    assert client.post(base, {"act": "put", "list": "x", "entry": "1"}).status_code == 404
    client.post(base, {"act": "remove", "list": found.pk})
    assert not PrizeList.objects.exists()


def test_a_doubles_event_through_the_pages(as_actor):
    owner = make_owner()
    event = make_event(owner, play="doubles", time_limit=24)
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    client, base = as_actor(owner), f"/organise/{event.slug}/"
    pair = {"first": "Ann Example", "second": "Bo Example", "first_country": "NL", "second_country": "NL"}
    assert client.post(f"{base}pairs/new/", {**pair, "second": ""}).status_code == 400
    entered = client.post(f"{base}pairs/new/", pair, follow=True)
    assert "Ann Example / Bo Example" in text(entered)
    assert len(set(re.findall(r"http://testserver/e/[^\s<]+", entered.content.decode()))) == 2
    again = client.post(f"{base}pairs/new/", {**pair, "first": "Cem Example"})
    assert (again.status_code, "already entered" in text(again)) == (400, True)
    asked = client.post(f"{base}pairs/new/", {**pair, "first": "Cem Example", "second": "Dan Example"}, follow=True)
    assert "Cem Example / Dan Example" in text(asked)
    member = Entry.every.get(event=event, name="Ann Example")
    link = client.post(f"{base}entrants/{member.pk}/link/", follow=True)
    address = re.search(r"http://testserver(/e/[^\s<]+)", link.content.decode())
    assert address is not None
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    client.post(f"{base}step/", {"step": "start"})
    for page in (f"/events/{event.slug}/", f"/events/{event.slug}/entrants/", f"/events/{event.slug}/bracket/",
                 f"/events/{event.slug}/matches/1/", f"/events/{event.slug}/rules/", f"{base}entrants/", base,
                 f"{base}seeds/", f"{base}results/", "/players/ann-example/"):  # fmt: skip
        assert client.get(page).status_code == 200, page
    assert "pair" in text(client.get(f"/events/{event.slug}/rules/"))
    visitor = Client()
    assert "Cem Example / Dan Example" in text(visitor.get(address[1], follow=True))  # the opponents
    seen = visitor.get(f"/events/{event.slug}/withdraw/")
    assert "Ann Example / Bo Example" in text(seen)
    digest = re.search(r'name="digest" value="(\w+)"', seen.content.decode())
    sent = {"reason": "ill", "digest": digest[1] if digest else ""}
    visitor.post(f"/events/{event.slug}/withdraw/", sent)
    assert Entry.objects.get(name="Ann Example / Bo Example").state == "withdrawn"


def test_pairs_in_a_table_have_standings():
    scene = pair_scene(4, start=False)
    plans = [services.StagePlan("groups", settings={"groups": 1, "games": 1})]
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.plan_stages(**act, plans=plans)
    services.make_draw(**act)
    services.start_event(**act)
    scene.play_all()
    for page in ("standings/", "pairings/", "entrants/"):
        assert Client().get(f"/events/{scene.event.slug}/{page}").status_code == 200, page


def test_the_dashboard_says_how_far_the_round_is(as_actor):
    scene = sitting_scene(8)
    url = f"/organise/{scene.event.slug}/"
    client = as_actor(scene.owner)
    assert "Draw rounds, enter scores" in client.get(url).content.decode()
    loaded = scene.draw()
    page = client.get(url).content.decode()
    assert "Round 1: 0 of 2" in page
    assert f'class="btn primary" href="{url}tables/results/"' in page
    scene.play(loaded)
    page = client.get(url).content.decode()
    assert "Round 1: 2 of 2" in page
    assert f'class="btn primary" href="{url}tables/"' in page
