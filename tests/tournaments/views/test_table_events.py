"""Overview, matches, schedule and match page of events with groups and Swiss stages."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, make_scene, quick_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import DecisionKind, Match
from tournaments.selectors.pages.addresses import entrant_url
from tournaments.services import NewPerson, StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})
TWO_GROUPS = (
    StagePlan("groups", settings={"groups": 2}),
    StagePlan("knockout", name="Finals", rule=Progression(first=1, order=SeedOrder.GROUP)),
)


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def body(scene: Scene, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/events/{scene.event.slug}/{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def said(scene: Scene, path: str = "", client: Client | None = None) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", body(scene, path, client)).split())


def numbers(scene: Scene, query: str) -> list[int]:
    found = re.findall(rf'<a href="/events/{scene.event.slug}/matches/(\d+)/">', body(scene, f"matches/?{query}"))
    return [int(number) for number in found]


def test_the_overview_of_a_swiss_tells_the_round_who_leads_and_what_comes():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    text = said(scene)
    assert "On now Round 1 of 3 0 of 3 matches are over." in text
    assert "2 rounds follow." in text
    assert "Who leads" not in text
    scene.play_all()
    text = said(scene)
    assert "All matches are played Round 2 is to be paired next." in text
    assert re.search(r"Who leads 1 Player P\d", text)
    assert "Format Swiss" in text
    assert "Round 1 of 3: 3 of 3" not in said(scene)


def test_the_overview_of_two_stages_and_the_winner_of_a_table():
    scene = make_scene(6, stages=TWO_GROUPS)
    text = said(scene)
    assert "Format Groups → Finals" in text
    assert "Then: Finals." in text
    assert "Finals The first of each group goes on." in text
    scene.play_all()
    assert "Who leads Group A Player" in said(scene)
    swiss = quick_scene(4, stages=[StagePlan("swiss", settings={"rounds": 1})])
    swiss.pair()
    swiss.play_all()
    services.close_stage(**act(swiss, stage_number=1))
    services.finish_event(**act(swiss))
    assert "Result quick" in said(swiss)


def test_matches_are_found_by_stage_group_and_round():
    scene = make_scene(6, stages=TWO_GROUPS)
    services.make_draw(**act(scene, stage_number=2))
    assert numbers(scene, "") == [1, 2, 3, 4, 5, 6, 7]
    assert numbers(scene, "stage=2") == [7]
    group = list(Match.objects.filter(event=scene.event, table="B").order_by("number").values_list("number", flat=True))
    assert numbers(scene, "stage=1&group=B") == group
    assert len(numbers(scene, "stage=1&round=2")) == 2
    html = body(scene, "matches/?stage=1")
    assert '<option value="B">Group B</option>' in html
    assert '<option value="2">Round 2</option>' in html
    assert "Winner of group A" in said(scene, "matches/?stage=2")
    assert numbers(scene, "player=p1&stage=1") == [
        match.number for match in Match.objects.filter(slots__occupant=scene.entries[0]).order_by("number")
    ]


def test_a_round_of_a_table_is_one_line_of_the_schedule():
    scene = make_scene(8, stages=[SWISS])
    services.propose_pairing(**act(scene))
    services.publish_pairing(**act(scene), deadline=NOW + timedelta(days=2))
    scene.enter(1)
    text = said(scene, "schedule/")
    assert "12:00 Round 1 1 of 4 matches are over" in text


def test_the_page_of_a_match_says_what_it_counts():
    scene = make_scene(4, stages=[StagePlan("groups", settings={"games": 2})])
    text = said(scene, "matches/1/")
    assert "Match 1, round 1" in text
    assert "2 games; each counts in the table by itself, and the match may end level." in text
    assert "it counts" not in text
    scene.enter(1, LEFT_WINS)
    assert "So far it counts 20.0 to 0.0." in said(scene, "matches/1/")
    scene.enter(1, RIGHT_WINS, game=2)
    text = said(scene, "matches/1/")
    assert "In the table it counts 20.0 to 20.0. A draw: neither side has won." in text
    assert "winner" not in text
    services.decide_match(
        actor=scene.owner,
        now=NOW,
        match_id=scene.match(2).pk,
        ruling=services.Ruling(DecisionKind.DEFAULT, 1),
        reason="late",
    )
    text = said(scene, "matches/2/")
    assert "In the table it counts 30.0 to 0.0." in text
    assert "2 games of these were not played and count by the decision (regulation 3)." in text
    assert "Show in the bracket" not in text


def test_a_table_in_the_hall_a_bye_and_a_match_that_left_the_table():
    scene = make_scene(5, stages=[SWISS])
    scene.pair()
    hall = Match.objects.get(event=scene.event, position=1)
    assert f"Match {hall.number}, round 1, table 2" in said(scene, f"matches/{hall.number}/")
    bye = Match.objects.get(event=scene.event, state="bye")
    assert "A bye counts 12.0 points here and is not rated (regulation 3.1)." in said(scene, f"matches/{bye.number}/")
    group = quick_scene(4, stages=[StagePlan("groups")])
    plan = services.plan_exit(actor=group.owner, now=NOW, entry_id=group.entries[0].pk)
    services.withdraw_entry(
        actor=group.owner, now=NOW, entry_id=group.entries[0].pk, digest=plan.plan.digest if plan else None
    )
    gone = Match.objects.filter(event=group.event, slots__occupant=group.entries[0]).first()
    assert "It does not count: a side left the group" in said(group, f"matches/{gone.number}/")


def test_level_matches_are_results_and_profiles_lead_to_the_standings():
    scene = make_scene(4, stages=[StagePlan("groups")])
    scene.enter(1, LEVEL)
    assert "Player P1 10.0–10.0 Player P4" in said(scene)
    answer = Client().get("/players/player-p1/").content.decode()
    assert f"/events/{scene.event.slug}/standings/?around=player-p1" in answer
    assert "10.0–10.0" in answer
    assert "Follow in the bracket" not in answer


def test_entrants_tell_the_group_and_who_came_late():
    scene = make_scene(6, stages=TWO_GROUPS)
    assert "in: group A, round 3" in said(scene, "entrants/")
    assert "Show Player P1 in the standings" in body(scene, "entrants/")
    swiss = quick_scene(4, stages=[SWISS])
    swiss.pair()
    swiss.play_all()
    services.add_entry(**act(swiss), person=NewPerson("Late Comer"))
    assert re.search(r"Late Comer\s+since round 2", said(swiss, "entrants/"))


def test_queries_are_as_many_for_8_and_128_entries():
    counts = []
    for scene in swiss_scenes(8, 128):
        Match.objects.filter(event=scene.event).update(deadline=NOW + timedelta(days=2))
        scene.enter(1)
        for path in ("", "matches/", "schedule/", "entrants/"):
            with CaptureQueriesContext(connection) as queries:
                body(scene, path)
            counts.append((path, len(queries)))
    assert counts[:4] == counts[4:]


def test_the_address_of_an_entrant_leads_to_the_stage_that_is_on():
    scene = make_scene(6, stages=TWO_GROUPS)
    slug = scene.event.slug
    assert entrant_url(scene.event, "x") == f"/events/{slug}/standings/?around=x"
    services.make_draw(**act(scene, stage_number=2))
    assert entrant_url(scene.event, "x") == f"/events/{slug}/standings/?around=x"
    scene.play_all()
    services.close_stage(**act(scene, stage_number=1))
    assert entrant_url(scene.event, "x") == f"/events/{slug}/bracket/?follow=x"
    assert entrant_url(quick_scene(2, start=False).event, "x").count("/") == 3
