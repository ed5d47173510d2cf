"""Who plays whom in a round."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, make_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments import services
from tournaments.models import Match
from tournaments.services import NewPerson, StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def body(scene: Scene, query: str = "", *, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/events/{scene.event.slug}/pairings/{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def halls(html: str) -> list[tuple[str, ...]]:
    """By table in the hall the two names."""
    return [
        (table, *re.findall(r'class="name"><span dir="auto">(.*?)<', row))
        for table, row in re.findall(r"(\d+|–)</span>(<span class=\"seat.*?)</li>", html)
    ]


def test_only_published_rounds_are_shown():
    scene = make_scene(4, stages=[SWISS])
    assert "No round is published yet." in body(scene)
    services.propose_pairing(**act(scene))
    assert "No round is published yet." in body(scene)
    services.publish_pairing(**act(scene))
    html = body(scene)
    assert "Round 1 of 3" in html
    assert halls(html) == [("1", *names(scene, 0)), ("2", *names(scene, 1))]
    assert "paired by Berger tables." in html  # three rounds are all there are for four


def names(scene: Scene, position: int, round_: int = 1) -> tuple[str, ...]:
    match = Match.objects.get(event=scene.event, round=round_, position=position)
    return tuple(slot.occupant.name for slot in match.slots.order_by("side"))


def test_totals_before_the_round_results_and_reasons():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    for number in (1, 2, 3):
        scene.enter(number, LEFT_WINS if number != 2 else RIGHT_WINS)
    scene.pair()
    html = body(scene)
    assert "0 of 3 matches are over." in html
    assert re.search(r"had 20\.0 TP, Player P\d 20\.0: 0\.0 apart\.", html)
    assert "Nobody was nearer in points." in html
    assert re.search(r"<li>Player P\d – Player P\d, [\d.]+ apart: ", html)
    first = scene.event.matches.get(round=2, position=0)
    scene.enter(first.number, LEFT_WINS)
    html = body(scene)
    assert "1 of 3 matches are over." in html
    assert re.search(rf'id="m{first.number}".*?class="seat w".*?20\.0</span><span class="vh"> winner', html)
    # an earlier round keeps the totals it was paired with
    assert re.search(r'class="sub before">0\.0<', body(scene, "?round=1"))


def test_byes_absences_late_entries_and_pairs_set_by_hand():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    scene.play_all()
    services.add_entry(**act(scene), person=NewPerson("Late Comer"))
    services.set_absence(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk, round_number=2)
    services.set_absence(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, round_number=2)
    a, b = scene.entries[2].pk, scene.entries[3].pk
    services.propose_pairing(**act(scene), fixed=[(a, b)])
    services.publish_pairing(**act(scene))
    html = body(scene)
    assert re.search(r"Not there for this round:.*Player P1.*Player P2", html)
    assert re.search(r"Playing from this round on:.*Late Comer", html)
    assert "An organiser set this pair." in html
    assert "Why this one has the bye" in html
    assert halls(html)[-1][0] == "–"


def test_by_name_and_my_table_first(as_actor):
    scene = make_scene(5, stages=[SWISS])
    scene.pair()
    html = body(scene, "?by=name")
    rows = re.findall(r'<th scope="row" dir="auto">(.*?)</th>', html)
    assert rows == sorted(rows)
    assert len(rows) == 5
    assert "Your table" not in html
    match = Match.objects.get(event=scene.event, round=1, slots__occupant=scene.entries[1])
    assert f"Your table: {match.position + 1}" in body(scene, client=as_actor(scene.player(2)))
    assert "You have a bye" in body(scene, client=as_actor(scene.player(5)))


def test_groups_list_their_matches_and_who_is_idle():
    scene = make_scene(7, stages=[StagePlan("groups", settings={"groups": 2})])
    html = body(scene)
    assert re.findall(r"<h3>(Group \w)</h3>", html) == ["Group A", "Group B"]
    assert html.count("No match in this round:") == 1
    assert "By name" not in html
    assert re.findall(r'aria-current="true"><span class="vh">Round </span>(\d)', html) == ["1"]
    for match in Match.objects.filter(event=scene.event, round=1):
        scene.enter(match.number)
    assert re.findall(r'aria-current="true"><span class="vh">Round </span>(\d)', body(scene)) == ["2"]


def test_the_fragment_is_the_list_of_the_page(as_actor):
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    client = as_actor(scene.player(1))
    page = body(scene, client=client)
    address = re.search(r'data-live="(.*?)"', page)[1].replace("&amp;", "&")
    answer = client.get(address)
    html = " ".join(answer.content.decode().split())
    assert html in page
    assert "Your table" not in html
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    old = re.search(r'data-shape="(.*?)"', html)[1]
    services.unpublish_round(**act(scene), reason="wrong list")
    assert re.search(r'data-shape="(.*?)"', client.get(address).content.decode())[1] != old


def test_queries_are_as_many_for_8_and_500_entries_and_the_page_stays_small():
    counts, sizes = set(), []
    for scene in swiss_scenes(8, 500):
        for query in ("", "?by=name"):
            with CaptureQueriesContext(connection) as queries:
                answer = Client().get(f"/events/{scene.event.slug}/pairings/{query}")
            counts.add(len(queries))
            sizes.append(len(gzip.compress(answer.content, 6)))
    assert len(counts) == 1, counts
    assert counts.pop() <= 20
    assert max(sizes) < 40_000
