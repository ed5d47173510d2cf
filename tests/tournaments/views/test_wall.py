"""The screen in the hall."""

import re

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import LEFT_WINS, NOW, Scene, make_scene, quick_scene
from tests.tournaments.sitting_scene import sitting_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Event, Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})


def body(scene: Scene, query: str = "", *, what: str = "wall/") -> str:
    answer = Client().get(f"/events/{scene.event.slug}/{what}{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def said(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def titles(scene: Scene, show: str) -> list[str]:
    """The titles of all slides, as the fragment leads from one to the next."""
    found, number = [], "1"
    while True:
        html = body(scene, f"?show={show}&slide={number}", what="wall/live/")
        found.append(said(re.search(r"<h2>(.*?)</h2>", html)[1]))
        number = re.search(r'data-next="(\d+)"', html)[1]
        if number == "1":
            return found


def test_slides_follow_one_another_and_long_lists_are_parted():
    scene = quick_scene(60, stages=[SWISS])
    scene.pair()
    assert titles(scene, "pairings,standings") == [
        "Round 1 Tables 1–24 1/5", "Round 1 Tables 25–30 2/5", "Standings 1–24 3/5", "Standings 25–48 4/5",
        "Standings 49–60 5/5",
    ]  # fmt: skip
    assert len(titles(scene, "names")) == 2
    assert len(titles(scene, "")) == 5


def test_a_slide_is_drawn_from_what_is_known_now():
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    assert "20.0" not in body(scene, "?slide=1", what="wall/live/")
    scene.enter(1, LEFT_WINS)
    assert "20.0" in body(scene, "?slide=1", what="wall/live/")


def test_who_has_a_bye_stands_below_the_tables():
    scene = make_scene(5, stages=[SWISS])
    scene.pair()
    assert said(body(scene, "?slide=1", what="wall/live/")).endswith("– Player P5 bye")


def test_what_is_missing_and_what_is_not_released():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    assert "Nothing to show yet." in body(scene, "?show=missing")  # all of them are: that is no news
    scene.enter(1, LEFT_WINS)
    assert titles(scene, "missing") == ["Results still missing 2 tables 1/1"]
    assert said(body(scene, "?show=missing&slide=1", what="wall/live/")).endswith("1/1 Table 2 Table 3")
    assert "20.0" in body(scene, "?show=pairings")
    assert 'data-clock="' in body(scene)  # hidden until one is set
    Event.objects.filter(pk=scene.event.pk).update(results_released=False, version=F("version") + 1)
    assert "20.0" not in body(scene, "?show=pairings,standings")
    assert titles(scene, "") == ["Round 1 Tables 1–3 1/1"]
    Event.objects.filter(pk=scene.event.pk).update(draw_released=False, version=F("version") + 1)
    assert "Nothing to show yet." in body(scene)


def test_tables_of_four():
    scene = sitting_scene(8)
    found = scene.draw()
    assert titles(scene.scene, "") == ["Round 1 Tables 1–2 1/1"]
    scene.enter(found.sittings[0].sitting, 40, 30, 20, 10)
    assert titles(scene.scene, "") == [
        "Round 1 Tables 1–2 1/3", "Results still missing 1 table 2/3", "Standings 1–5 3/3"
    ]  # fmt: skip


def test_without_script_the_page_refreshes_into_the_next_slide():
    scene = quick_scene(30, stages=[SWISS])
    scene.pair()
    html = body(scene, "?show=standings,pairings&every=30&theme=dark")
    refresh = re.search(r'<noscript><meta http-equiv="refresh" content="30;url=(.*?)"></noscript>', html)
    assert refresh
    assert 'data-theme="dark"' in html
    following = body(scene, refresh[1].replace("&amp;", "&"))
    assert "Standings 25–30 2/3" in said(following)
    assert 'data-theme="dark"' in following


@pytest.mark.parametrize(("sent", "used"), [("every=1", 5), ("every=99999", 20), ("every=x", 20), ("every=900", 600)])
def test_the_time_of_a_slide_has_limits(sent, used):
    scene = make_scene(4, stages=[SWISS])
    assert f'data-every="{used}"' in body(scene, f"?{sent}")


def test_groups_and_brackets():
    groups = quick_scene(12, name="groups", stages=[StagePlan("groups", settings={"groups": 3})])
    assert titles(groups, "standings") == ["Standings A–C 1/1"]
    assert "Group C" in body(groups, "?show=standings")
    tree = quick_scene(32, name="tree")
    assert titles(tree, "bracket") == [f"Round of 32 Quarter {n} {n}/4" for n in (1, 2, 3, 4)]
    assert titles(tree, "bracket")[0] == titles(tree, "pairings,bracket")[0]


def test_a_knockout_takes_the_place_of_the_groups_before_it():
    plans = [StagePlan("groups", settings={"groups": 2}), StagePlan("knockout", rule=Progression(first=1))]
    scene = quick_scene(4, name="both", stages=plans)
    assert [title.split(" ")[0] for title in titles(scene, "")] == ["Round", "Standings"]
    for match in Match.objects.filter(event=scene.event, state="open"):
        scene.enter(match.number)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.close_stage(**act, stage_number=1)
    services.make_draw(**act, stage_number=2)
    assert [title.split(" ")[0] for title in titles(scene, "")] == ["Final"]
    assert titles(scene, "standings") == ["Standings A–B 1/1"]


def test_nothing_to_show_yet():
    scene = make_scene(4, start=False)
    assert "Nothing to show yet." in body(scene)


def test_queries_are_as_many_for_8_and_128_entries():
    counts = []
    for scene in swiss_scenes(8, 128):
        with CaptureQueriesContext(connection) as queries:
            body(scene, "?show=pairings,names,standings,bracket")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 50
