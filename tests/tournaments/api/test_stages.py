"""`/api/v1/events/<slug>/stages/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, Scene, make_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import Stage
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

GROUPS = StagePlan("groups", settings={"groups": 2})
FINAL = StagePlan("knockout", rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True)
PLAN = {
    "stages": [
        {"kind": "swiss", "name": "Qualifying", "settings": {"rounds": 5, "points": {"bye": 10.5, "default": [16, 0]}}},
        {"kind": "knockout", "rule": {"first": 4}, "settings": {"games": [3, 5]}},
    ]
}


def url(scene: Scene, path: str = "") -> str:
    return f"/api/v1/events/{scene.event.slug}/stages/{path}"


def test_an_event_has_one_knockout_until_it_is_planned_otherwise(api) -> None:
    scene = make_scene(4, start=False, third_place=True)
    data = api().get(url(scene)).json()
    (stage,) = data["stages"]
    assert (stage["number"], stage["kind"], stage["state"], stage["is_drawn"]) == (1, "knockout", "planned", False)
    assert (stage["settings"], stage["rule"], stage["tables"]) == ({}, None, [])
    assert stage["settings_in_force"]["third_place"] is True  # the event's
    assert api().get(stage["url"]).json() == stage


def test_plan_stages_in_points_and_by_name(api) -> None:
    scene = make_scene(4, start=False)
    tag = api().get(url(scene))["ETag"]
    answer = api(scene.owner).put(url(scene), PLAN, headers={"If-Match": tag})
    assert answer.status_code == 200, answer.json()
    first, second = answer.json()["stages"]
    assert first["settings"] == {"rounds": 5, "points": {"bye": 10.5, "default": [16.0, 0.0]}}
    assert first["settings_in_force"]["points"] == {
        "walkover": [15.0, 5.0], "default": [16.0, 0.0], "double_default": [0.0, 0.0], "bye": 10.5,
    }  # fmt: skip
    assert Stage.objects.get(event=scene.event, number=1).settings["points"] == {"bye": 105, "default": [160, 0]}
    assert (second["rule"]["first"], second["rule"]["order"], second["crossing"]) == (4, "rank", False)
    assert second["settings_in_force"]["games"] == [3, 5]
    assert api().get(url(scene)).json() == answer.json()
    stale = api(scene.owner).put(url(scene), PLAN, headers={"If-Match": tag})
    assert (stale.status_code, code(stale)) == (412, "stale_version")


@pytest.mark.parametrize(
    ("stages", "expected", "attr"),
    [
        ([{"kind": "pyramid"}], "invalid_choice", "stages.0.kind"),
        ([{"kind": "swiss", "settings": {"rounds": 0}}], "out_of_range", "stages.0.settings.rounds"),
        ([{"kind": "swiss", "settings": {"turns": 3}}], "unknown_setting", "stages.0.settings.turns"),
        ([{"kind": "swiss", "settings": {"points": {"bye": 12.05}}}], "bad_type", "stages.0.settings.points"),
        ([{"kind": "swiss", "settings": {"points": 12}}], "bad_type", "stages.0.settings.points"),
        ([{"kind": "swiss", "settings": {"points": {"tie": 10}}}], "unknown_setting", "stages.0.settings.points"),
        ([{"kind": "swiss", "turns": 3}], "unknown_field", "stages.0.turns"),
        ([{"kind": "swiss"}, {"kind": "knockout"}], "bad_feed", "stages.1.rule"),
        ([{"kind": "swiss"}, {"kind": "knockout", "rule": {"best": 2}}], "unknown_field", "stages.1.rule.best"),
        (
            [{"kind": "swiss"}, {"kind": "knockout", "rule": {"total": 2, "exempt": 2}}],
            "bad_progression",
            "stages.1.rule",
        ),
        ([], "stage_count", "stages"),
        (None, "null", "stages"),
    ],
)
def test_plans_that_cannot_be_name_the_place(api, stages, expected, attr) -> None:
    scene = make_scene(4, start=False)
    answer = api(scene.owner).put(url(scene), {"stages": stages})
    error = answer.json()["errors"][0]
    assert (answer.status_code, error["code"], error["attr"]) == (400, expected, attr)
    assert scene.event.stages.get().kind == "knockout"


def test_planning_is_for_organisers_and_leaves_what_is_drawn(api) -> None:
    scene = make_scene(4)
    assert api().put(url(scene), PLAN).status_code == 401
    answer = api(scene.player(1)).put(url(scene), PLAN)
    assert (answer.status_code, code(answer)) == (403, "not_organiser")
    answer = api(scene.owner).put(url(scene), PLAN)
    assert (answer.status_code, code(answer)) == (409, "stage_drawn")
    gone = api().get(url(scene, "2/"))
    assert (gone.status_code, code(gone)) == (404, "stage_not_found")


def test_groups_are_closed_feed_a_knockout_and_are_opened_again(api) -> None:
    scene = make_scene(8, stages=[GROUPS, FINAL])
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    client = api(scene.owner)
    before = api().get(url(scene, "1/feeds/")).json()
    assert (before["stage"], before["is_fed"], before["digest"]) == (2, False, None)
    assert [(s["seed"], s["origin"]["group"], s["origin"]["rank"], s["entry"]) for s in before["seeds"]] == [
        (1, "A", 1, None), (2, "B", 1, None), (3, "A", 2, None), (4, "B", 2, None),
    ]  # fmt: skip
    early = client.post(url(scene, "1/close/"), {})
    assert (early.status_code, code(early)) == (409, "matches_open")
    assert len(early.json()["errors"][0]["extra"]["matches"]) == 12
    scene.play_all()
    assert api(scene.player(1)).post(url(scene, "1/close/"), {}).status_code == 403
    closed = client.post(url(scene, "1/close/"), {})
    assert (closed.status_code, closed.json()["state"], closed.json()["tables"]) == (200, "finished", ["A", "B"])
    fed = api().get(url(scene, "1/feeds/")).json()
    assert (fed["is_fed"], fed["played"], len({s["entry"]["id"] for s in fed["seeds"]})) == (True, [], 4)
    refused = client.post(url(scene, "1/reopen/"), {"reason": "misread"})
    assert (refused.status_code, code(refused)) == (409, "stage_fed")
    extra = refused.json()["errors"][0]["extra"]
    assert extra["digest"] == fed["digest"]
    assert list(extra["seeds"].values()) == [s["entry"]["id"] for s in fed["seeds"]]
    wrong = client.post(url(scene, "1/reopen/"), {"reason": "misread", "digest": "0"})
    assert (wrong.status_code, code(wrong)) == (409, "fed_changed")
    again = client.post(url(scene, "1/reopen/"), {"reason": "misread", "digest": fed["digest"]})
    assert (again.status_code, again.json()["state"]) == (200, "running")
    assert [s["state"] for s in api().get(url(scene)).json()["stages"]] == ["running", "planned"]


def test_the_last_stage_feeds_nobody(api) -> None:
    scene = make_scene(4)
    data = api().get(url(scene, "1/feeds/")).json()
    assert (data["stage"], data["seeds"], data["is_fed"]) == (None, [], False)


def test_closing_a_swiss_early_needs_a_reason(api) -> None:
    scene = make_scene(4, stages=[StagePlan("swiss", settings={"rounds": 3})])
    scene.pair()
    scene.play_all()
    client = api(scene.owner)
    assert code(client.post(url(scene, "1/close/"), {})) == "rounds_open"
    assert code(client.post(url(scene, "1/close/"), {"early": True})) == "reason_needed"
    done = client.post(url(scene, "1/close/"), {"early": True, "reason": "It is late."})
    assert (done.status_code, done.json()["state"], done.json()["last_round"]) == (200, "finished", 1)


def test_the_deadline_of_a_round(api) -> None:
    scene = make_scene(8)
    path = url(scene, "1/rounds/1/deadline/")
    body = {"deadline": "2026-06-01T20:00:00+02:00"}
    assert api(scene.player(1)).put(path, body).status_code == 403
    answer = api(scene.owner).put(path, body)
    assert (answer.status_code, answer.json()["matches"]) == (200, 4)
    match = api().get(f"/api/v1/matches/?event={scene.event.slug}&round=1").json()["results"][0]
    assert match["deadline"] == "2026-06-01T18:00:00Z"
    assert code(api(scene.owner).put(path, {**body, "bracket": "plate"})) == "unknown_round"
    assert api(scene.owner).put(path, {"deadline": None}).json()["deadline"] is None


def test_stages_answer_304_and_take_as_many_queries_for_any_size(api) -> None:
    counts = []
    for scene in scenes_of(4, 16, stages=[GROUPS, FINAL]):
        for path in ("", "1/", "1/feeds/"):
            with CaptureQueriesContext(connection) as queries:
                answer = api().get(url(scene, path))
            assert answer.status_code == 200
            counts.append(len(queries))
            assert api().get(url(scene, path), headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert counts[:3] == counts[3:]
    assert max(counts) <= 20
