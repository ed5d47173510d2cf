"""Standings and cross tables of groups and Swiss stages."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, make_scene, quick_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import GameResult, Match
from tournaments.services import NewPerson, StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})
GROUPS = StagePlan("groups", settings={"groups": 3})


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def body(scene: Scene, query: str = "", *, client: Client | None = None, what: str = "standings/") -> str:
    answer = (client or Client()).get(f"/events/{scene.event.slug}/{what}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def table(html: str) -> list[tuple[int, str, str]]:
    """Place, name and points of each row."""
    rows = re.findall(r'<tr id="r\w+-\d+".*?</tr>', html, re.DOTALL)
    found = []
    for row in rows:
        place, name, points = (
            re.search(pattern, row, re.DOTALL)
            for pattern in (r"<td[^>]*>(\d+)<", r'<summary><span dir="auto">(.*?)<', r'class="n tp">(.*?)<')
        )
        assert place
        assert name
        assert points
        found.append((int(place[1]), name[1], points[1]))
    return found


def swiss_of(count: int, *, name: str = "quick") -> Scene:
    scene = quick_scene(count, name=name, stages=[SWISS], capacity=1024)
    scene.pair()
    return scene


def test_before_the_first_round_the_seeds_order_the_table():
    scene = make_scene(4, stages=[SWISS])
    html = body(scene)
    assert [(place, tp) for place, _name, tp in table(html)] == [(1, "0.0"), (2, "0.0"), (3, "0.0"), (4, "0.0")]
    assert "No round is paired yet." in html
    assert "the order is that of the seeds" in html
    assert 'class="why"' in html
    assert "fewer than" not in html


def test_a_swiss_now_and_after_each_round():
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    scene.play_all()
    assert "Standings after round 1 of 3." in body(scene)
    first = table(body(scene))
    scene.pair()
    scene.enter(Match.objects.get(event=scene.event, round=2, position=0).number, RIGHT_WINS)
    html = body(scene)
    assert "Provisional: 3 of 4 matches are decided." in html
    assert table(html) != first
    earlier = body(scene, "?round=1")
    assert "Standings after round 1, with results as they are known now." in earlier
    assert table(earlier) == first
    assert "data-every" not in earlier


def test_who_came_later_is_not_in_the_table_of_an_earlier_round():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    scene.play_all()
    services.add_entry(**act(scene), person=NewPerson("Late Comer"))
    scene.pair()
    assert ("Late Comer" in body(scene), "since round 2" in body(scene)) == (True, True)
    assert "Late Comer" not in body(scene, "?round=1")


def test_why_somebody_is_where_he_is_and_whom_he_met():
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    scene.enter(1, LEFT_WINS)
    scene.enter(2, LEVEL)
    html = body(scene)
    assert "20.0 TP: 10.0 more than Player P2 in place 2." in html
    assert "Level with Player P2 in place 2 at 10.0 TP." in html
    assert "The points of the games between them decide" not in html
    assert "Level too: difference of tiles (0)." in html
    assert 'href="../matches/1/">won <b class="num">20.0–0.0</b> <span dir="auto">Player P4<' in html


def test_groups_show_who_would_go_on_and_the_best_of_the_others():
    plans = [GROUPS, StagePlan("knockout", rule=Progression(first=1, total=4))]
    scene = make_scene(9, stages=plans)
    html = body(scene)
    assert re.findall(r'<section id="group-(\w)">', html) == ["A", "B", "C"]
    assert "would go on" not in html
    scene.play_all()
    html = body(scene)
    assert html.count("would go on as one of the best others") == 1
    assert html.count("would go on") == 5
    assert "Best of the others" in html
    services.close_stage(**act(scene, stage_number=1))
    html = body(scene)
    assert "would go on" not in html
    assert "Final standings." in html


def test_places_noted_at_the_close_stay_when_a_result_is_changed_behind_them():
    scene = make_scene(3, stages=[StagePlan("groups"), StagePlan("knockout", rule=Progression(first=2))])
    scene.play_all()
    services.close_stage(**act(scene, stage_number=1))
    before = table(body(scene))
    assert "those noted when the stage was closed" not in body(scene)
    GameResult.objects.filter(match=scene.match(1)).update(tp_left=0, tp_right=200)
    services.update_event(**act(scene), details=services.EventDetails.of(scene.reload()))
    scene.event.version += 1
    scene.event.save()
    html = body(scene)
    assert table(html) == before
    assert "those noted when the stage was closed" in html


def test_who_is_taken_out_of_a_group_stands_below_it():
    scene = make_scene(4, stages=[StagePlan("groups")])
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk)
    services.withdraw_entry(
        actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk, digest=planned.plan.digest if planned else None
    )
    html = body(scene)
    assert len(table(html)) == 3
    assert re.search(r'<s dir="auto">Player P4</s> <span class="sub">left before half of the games were played', html)


def test_a_cross_table_of_a_group_and_the_rounds_of_a_swiss():
    group = make_scene(3, stages=[StagePlan("groups")])
    group.enter(1, LEFT_WINS)
    html = body(group, "?view=cross")
    assert html.count('class="n self"') == 3
    assert html.count('<tr id="xA-') == 3
    played = [row for row in re.findall(r'<a class="(\w)" href="../matches/(\d)/">', html) if row[0] != "u"]
    assert sorted(played) == [("l", "1"), ("w", "1")]
    swiss = swiss_of(5)
    html = body(swiss, "?view=cross")
    assert html.count('<tr id="xS-') == 5
    assert html.count("bye") == 1


def test_a_long_table_comes_in_pages_and_around_a_player():
    scene = swiss_of(80)
    html = body(scene)
    assert [row[0] for row in table(html)] == list(range(1, 65))
    assert "1–64 of 80" in html
    assert [row[0] for row in table(body(scene, "?from=65"))] == list(range(65, 81))
    html = body(scene, "?around=quick-14")
    assert [row[0] for row in table(html)] == list(range(10, 74))
    assert re.search(r'<tr id="rS-4"[^>]* class="me"', html)
    assert [row[0] for row in table(body(scene, "?around=quick-79"))] == list(range(17, 81))
    answer = Client().get(f"/events/{scene.event.slug}/standings/?around=quick 14")
    assert (answer.status_code, answer.headers["Location"].split("?")[1]) == (302, "around=quick-14")
    assert "Several players match" in body(scene, "?around=quick")
    assert "Nobody here is called" in body(scene, "?around=nobody")
    assert table(body(scene, "?from=9999"))[-1][0] == 80


def test_find_me(as_actor):
    scene = make_scene(8, stages=[SWISS])
    assert "Find me" not in body(scene)
    html = body(scene, "?around=me", client=as_actor(scene.player(7)))
    assert re.search(r'data-mine="\d+"', html)
    assert len(table(html)) == 8
    assert "You do not play in this event" in body(scene, "?around=me", client=as_actor(scene.owner))


def test_the_fragment_has_the_rows_and_nothing_about_the_reader(as_actor):
    scene = make_scene(8, stages=[SWISS])
    scene.pair()
    client = as_actor(scene.player(3))
    page = body(scene, "?around=me", client=client)
    address = re.search(r'data-live="(.*?)"', page)
    assert address
    answer = client.get(address[1].replace("&amp;", "&"))
    html = answer.content.decode()
    assert table(html) == table(page)
    assert 'class="me"' not in html
    assert re.search(r'data-shape="(.*?)"', html)[1] == re.search(r'data-shape="(.*?)"', page)[1]
    assert client.get(address[1], headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_an_event_without_tables_says_so():
    scene = make_scene(4)
    html = body(scene)
    assert "There is no table yet" in html
    assert "/standings/" not in body(scene, what="")
    assert Client().get(f"/events/{scene.event.slug}/standings/live/").status_code == 404


def test_two_stages_with_tables():
    plans = [GROUPS, StagePlan("swiss", name="Final pool", rule=Progression(first=1), settings={"rounds": 2})]
    scene = make_scene(9, stages=plans)
    scene.play_all()
    services.close_stage(**act(scene, stage_number=1))
    services.make_draw(**act(scene, stage_number=2))
    assert len(table(body(scene))) == 3
    html = body(scene, "?stage=1")
    assert len(table(html)) == 9
    assert re.search(r'href="\?stage=2"[^>]*>Final pool<', html)


def test_queries_are_as_many_for_8_and_500_entries_and_the_page_stays_small():
    counts, sizes = set(), []
    for scene in swiss_scenes(8, 500):
        for query in ("", "?view=cross&round=1", f"?around={scene.entries[6].player.slug}"):
            scene.event.version += 1  # nothing is known of this version yet
            scene.event.save()
            with CaptureQueriesContext(connection) as queries:
                answer = Client().get(f"/events/{scene.event.slug}/standings/{query}")
            counts.add(len(queries))
            sizes.append(len(gzip.compress(answer.content, 6)))
    assert len(counts) == 1, counts
    assert counts.pop() <= 20
    assert max(sizes) < 30_000


def test_groups_take_as_many_queries_for_8_and_160_entries_and_come_in_pages():
    counts = []
    for count in (8, 160):
        plans = [StagePlan("groups", settings={"groups": count // 4})]
        scene = quick_scene(count, name=f"of{count}", stages=plans, capacity=1024)
        with CaptureQueriesContext(connection) as queries:
            html = body(scene)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert len(table(html)) == 128
    assert "1–32 of 40" in html
