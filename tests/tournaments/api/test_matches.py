"""`/api/v1/matches/`: list, detail, decisions, corrections."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.services import apply_waiting
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import LEVEL, NOW, Scene, add_arbiter, make_scene
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def url(scene: Scene, number: int, path: str = "") -> str:
    return f"/api/v1/matches/{scene.match(number).pk}/{path}"


def test_list_filters(api) -> None:
    scene = make_scene(4)
    scene.report(1, 1)

    def numbers(query: str) -> list[int]:
        answer = api().get(f"/api/v1/matches/?event={scene.event.slug}&{query}")
        assert answer.status_code == 200, answer.json()
        return [match["number"] for match in answer.json()["results"]]

    assert numbers("") == [1, 2, 3]
    assert numbers("state=open") == [1, 2]
    assert numbers("round=2") == [3]
    assert numbers("player=player-p2") == [2]
    assert numbers("reported=true") == [1]
    assert numbers("reported=false") == [2, 3]
    assert numbers("number=2") == [2]


def test_matches_of_groups_have_a_table_and_may_end_level(api) -> None:
    rule = Progression(first=2, order=SeedOrder.GROUP)
    groups = StagePlan("groups", settings={"groups": 2})
    scene = make_scene(6, stages=[groups, StagePlan("knockout", rule=rule)])
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    number = scene.event.matches.filter(table="B", round=1).get().number
    scene.enter(number, LEVEL)

    def rows(query: str) -> list[dict]:
        return api().get(f"/api/v1/matches/?event={scene.event.slug}&{query}").json()["results"]

    (match,) = rows("stage=1&table=B&round=1")
    assert (match["number"], match["stage"], match["table"], match["round"]) == (number, 1, "B", 1)
    assert (match["state"], match["winner"], match["round_name"]) == ("final", None, "Group B, round 1")
    assert match["decision"]["tp"] == {"left": 10.0, "right": 10.0}
    assert [row["round_name"] for row in rows("stage=2")] == ["Semi-finals", "Semi-finals", "Final"]
    assert len(rows("stage=1")) == 6
    assert [row["round"] for row in rows("bracket=main")] == [1, 1, 2]


def test_a_match_of_one_taken_out_of_a_group_is_annulled(api) -> None:
    scene = make_scene(3, stages=[StagePlan("groups", settings={"groups": 1})])
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[2].pk)
    states = [m["state"] for m in api().get(f"/api/v1/matches/?event={scene.event.slug}").json()["results"]]
    assert sorted(states) == ["annulled", "annulled", "to_play"]


def test_whether_a_retirement_was_excused_is_told(api) -> None:
    scene = make_scene(3, stages=[StagePlan("groups", settings={"groups": 1, "games": 2})])
    body = {"kind": "retired", "side": "right", "excused": False, "reason": "Left without a word."}
    data = api(scene.owner).post(url(scene, 1, "decision/"), body).json()
    assert (data["state"], data["decision"]["excused"], data["loser_match"]) == ("retired", False, None)


def test_list_needs_the_same_queries_for_one_and_three(api) -> None:
    scene = make_scene(4)
    counts = []
    for size in (1, 3):
        with CaptureQueriesContext(connection) as queries:
            rows = api().get(f"/api/v1/matches/?event={scene.event.slug}&page_size={size}").json()["results"]
        assert len(rows) == size
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_detail_tells_the_state_and_the_games(api) -> None:
    scene = make_scene(4)
    scene.report(1, 1)
    data = api().get(url(scene, 1)).json()
    assert (data["state"], data["number"], data["winner"]) == ("reported", 1, None)
    assert data["left"]["entry"]["player"] == "player-p1"
    report = data["game_list"][0]["reports"][0]
    assert (report["side"], report["state"], report["figures"]["tiles"]) == ("left", "open", {"left": 50, "right": 10})
    assert report["figures"]["tp"] == {"left": 20.0, "right": 0.0}
    scene.report(1, 4)
    data = api().get(url(scene, 1)).json()
    assert (data["state"], data["winner"], data["decision"]["kind"]) == ("final", "left", "played")
    assert data["game_list"][0]["signature"] == "agreement"
    assert data["next_match"] == scene.match(3).pk


def test_detail_answers_304(api) -> None:
    scene = make_scene(4)
    tag = api().get(url(scene, 1))["ETag"]
    assert api().get(url(scene, 1), headers={"If-None-Match": tag}).status_code == 304
    scene.report(1, 1)
    assert api().get(url(scene, 1), headers={"If-None-Match": tag}).status_code == 200


def test_unknown_and_hidden_matches(api) -> None:
    answer = api().get("/api/v1/matches/999999/")
    assert (answer.status_code, code(answer)) == (404, "match_not_found")


def test_decision(api) -> None:
    scene = make_scene(4)
    body = {"kind": "default", "side": "right", "reason": "Three reminders."}
    assert api(scene.player(1)).post(url(scene, 1, "decision/"), body).status_code == 403
    assert api().post(url(scene, 1, "decision/"), body).status_code == 401
    arbiter = add_arbiter(scene)
    data = api(arbiter).post(url(scene, 1, "decision/"), body).json()
    assert (data["state"], data["winner"], data["decision"]["reason"]) == ("default", "left", "Three reminders.")
    again = api(arbiter).post(url(scene, 1, "decision/"), body)
    assert (again.status_code, code(again)) == (409, "match_decided")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"kind": "default", "reason": "x"}, "bad_side"),
        ({"kind": "default", "side": "left"}, "reason_needed"),
        ({"kind": "adjudicated", "reason": "x"}, "bad_tp"),
        ({"kind": "adjudicated", "tp": {"left": 10, "right": 10}, "reason": "x"}, "level_ruling"),
        ({"kind": "played"}, "invalid_choice"),
        ({"kind": "default", "side": "up"}, "invalid_choice"),
    ],
)
def test_decisions_that_cannot_be(api, body, expected) -> None:
    scene = make_scene(2)
    answer = api(scene.owner).post(url(scene, 1, "decision/"), body)
    assert (answer.status_code, code(answer)) == (400, expected)
    assert scene.match(1).state == "open"


def test_a_stale_version_is_refused(api) -> None:
    scene = make_scene(2)
    tag = api().get(url(scene, 1))["ETag"]
    scene.report(1, 1)
    body = {"kind": "walkover", "side": "left"}
    answer = api(scene.owner).post(url(scene, 1, "decision/"), body, headers={"If-Match": tag})
    assert (answer.status_code, code(answer)) == (412, "stale_version")
    fresh = api().get(url(scene, 1))["ETag"]
    assert api(scene.owner).post(url(scene, 1, "decision/"), body, headers={"If-Match": fresh}).status_code == 200


def test_correction_with_plan_and_digest(api) -> None:
    """The first match of a finished event is turned round: what depends on it becomes void, and can come back."""
    scene = make_scene(4)
    scene.play_all()
    correction = {"games": [{"number": 1, "figures": {"tiles": {"left": 10, "right": 50}}}]}
    client = api(scene.owner)
    plan = client.post(url(scene, 1, "correction/plan/"), correction).json()
    assert not plan["is_empty"]
    assert [effect["match"] for effect in plan["effects"] if effect["voids_result"]] == [3]
    assert scene.winner(1) == 1
    unseen = client.post(url(scene, 1, "correction/"), {**correction, "reason": "Misread."})
    assert (unseen.status_code, code(unseen)) == (409, "result_depends")
    assert unseen.json()["errors"][0]["extra"]["digest"] == plan["digest"]
    wrong = client.post(url(scene, 1, "correction/"), {**correction, "reason": "Misread.", "digest": "0" * 64})
    assert (wrong.status_code, code(wrong)) == (409, "plan_changed")
    done = client.post(url(scene, 1, "correction/"), {**correction, "reason": "Misread.", "digest": plan["digest"]})
    assert (done.status_code, done.json()["winner"]) == (200, "right")
    assert (scene.winner(1), scene.match(3).state, scene.reload().state) == (4, "open", "running")
    scene.check_cache()

    back = {"games": [{"number": 1, "figures": {"tiles": {"left": 50, "right": 10}}}]}
    plan = client.post(url(scene, 1, "correction/plan/"), back).json()
    assert [offer["match"] for offer in plan["offers"]] == [3]
    body = {**back, "reason": "It was right.", "digest": plan["digest"],
            "reinstate": [offer["match_id"] for offer in plan["offers"]]}  # fmt: skip
    assert client.post(url(scene, 1, "correction/"), body).status_code == 200
    assert scene.match(3).state == "decided"
    scene.check_cache()


def test_a_correction_that_moves_ratings_needs_their_digest_too(api) -> None:
    scene = make_scene(2)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    client = api(scene.owner)
    correction = {"games": [{"number": 1, "figures": {"tiles": {"left": 10, "right": 50}}}]}
    plan = client.post(url(scene, 1, "correction/plan/"), correction).json()
    (first, _second) = plan["ratings"]["moves"]
    assert first["rating_after"] - first["rating_before"] == pytest.approx(first["difference"])
    body = {**correction, "reason": "Misread.", "digest": plan["digest"]}
    unseen = client.post(url(scene, 1, "correction/"), body)
    assert (unseen.status_code, unseen.json()["errors"][0]["code"]) == (409, "ratings_move")
    done = client.post(url(scene, 1, "correction/"), {**body, "rating_digest": plan["ratings"]["digest"]})
    assert done.status_code == 200


def test_corrections_are_for_arbiters(api) -> None:
    scene = make_scene(2)
    scene.enter(1)
    for path, body in (("correction/plan/", {"clear": True}), ("correction/", {"clear": True, "reason": "x"})):
        answer = api(scene.player(1)).post(url(scene, 1, path), body)
        assert (answer.status_code, code(answer)) == (403, "not_arbiter")
    assert api(scene.player(1)).post(url(scene, 1, "reinstate/"), {"reason": "x"}).status_code == 403


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({"games": [{"number": 1, "figures": None}, {"number": 1, "figures": None}]}, 400, "game_twice"),
        ({}, 400, "bad_correction"),
        ({"clear": True, "ruling": {"kind": "double_default"}}, 400, "bad_correction"),
        ({"games": [{"number": 1, "figures": {"tiles": {"left": 50, "right": 10}}}]}, 409, "no_change"),
        ({"games": [{"number": 1, "figures": {"tiles": {"left": 500, "right": 10}}}]}, 400, "bad_tiles"),
    ],
)
def test_corrections_that_cannot_be(api, body, status, expected) -> None:
    scene = make_scene(2)
    scene.enter(1)
    answer = api(scene.owner).post(url(scene, 1, "correction/plan/"), body)
    assert (answer.status_code, code(answer)) == (status, expected)
    applied = api(scene.owner).post(url(scene, 1, "correction/"), {**body, "reason": "x"})
    assert applied.status_code == status


def test_reinstate(api) -> None:
    scene = make_scene(2)
    answer = api(scene.owner).post(url(scene, 1, "reinstate/"), {"reason": "x"})
    assert (answer.status_code, code(answer)) == (409, "nothing_to_reinstate")


def test_every_match_is_listed_once_by_cursor(api) -> None:
    scene = make_scene(4)
    seen, page = [], f"/api/v1/matches/?event={scene.event.slug}&page_size=2"
    while page:
        data = api().get(page).json()
        seen += [match["id"] for match in data["results"]]
        page = data["next"]
    assert seen == list(Match.objects.filter(event=scene.event).order_by("pk").values_list("pk", flat=True))
