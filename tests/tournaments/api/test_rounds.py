"""`/api/v1/events/<slug>/stages/<number>/rounds/` and `pairing/`: a Swiss from proposal to published round."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import LEFT_WINS, LEVEL, RIGHT_WINS, Scene, add_arbiter, make_scene, quick_scene
from tests.tournaments.sizes import swiss_scenes
from tournaments.formats.swiss import SwissEntry, SwissRound, pair_round
from tournaments.models import Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})


def url(scene: Scene, path: str = "") -> str:
    return f"/api/v1/events/{scene.event.slug}/stages/1/{path}"


def seed_pairs(scene: Scene, data: dict) -> list[tuple[int, int]]:
    order = [entry.pk for entry in scene.entries]
    return [tuple(order.index(row[side]["entry"]["id"]) + 1 for side in ("left", "right")) for row in data["rows"]]


def whole(scene: Scene, *pairs: tuple[int, int], bye: int | None = None) -> dict:
    pks = [entry.pk for entry in scene.entries]
    return {
        "pairs": [{"left": pks[a - 1], "right": pks[b - 1]} for a, b in pairs],
        "bye": None if bye is None else pks[bye - 1],
    }


def test_a_proposal_is_there_for_organisers_alone(api) -> None:
    scene = make_scene(5, stages=[SWISS])
    client, arbiter = api(scene.owner), api(add_arbiter(scene))
    path = url(scene, "pairing/")
    assert code(client.get(path)) == "no_proposal"
    made = client.post(path, {})
    assert (made.status_code, made.json()["state"], made["Cache-Control"]) == (201, "draft", "private, no-store")
    assert client.get(path).json() == made.json()
    assert not Match.objects.filter(event=scene.event).exists()
    for other in (api(), api(scene.player(1)), arbiter):
        hidden = other.get(path)
        assert (hidden.status_code, code(hidden)) == (404, "no_proposal")
        assert code(other.get(url(scene, "rounds/1/"))) == "round_not_found"
        assert other.get(url(scene, "rounds/")).json()["rounds"] == []
    for other in (api(scene.player(1)), arbiter):
        for method, tail, body in (
            ("post", "", {}), ("put", "", whole(scene, (1, 2), (3, 4), bye=5)), ("delete", "", None),
            ("post", "check/", whole(scene)), ("post", "publish/", {}),
        ):  # fmt: skip
            answer = getattr(other, method)(path + tail, body)
            assert (answer.status_code, code(answer)) == (403, "not_organiser")


def test_a_round_is_proposed_published_and_explained(api) -> None:
    scene = make_scene(5, stages=[SWISS])
    client = api(scene.owner)
    proposal = client.post(url(scene, "pairing/"), {}).json()
    assert (proposal["is_outdated"], proposal["doubts"], proposal["bye"]["by_hand"]) == (False, [], False)
    done = client.post(url(scene, "pairing/publish/"), {"seen": proposal["mark"], "deadline": "2026-06-01T12:00:00Z"})
    assert (done.status_code, done.json()["state"]) == (200, "published")
    scene.enter(1, RIGHT_WINS)
    scene.enter(2, LEVEL)
    client.post(url(scene, "pairing/"), {})
    client.post(url(scene, "pairing/publish/"), {})
    listed = api().get(url(scene, "rounds/")).json()
    assert (listed["planned"], [(r["round"], r["settled"], r["total"]) for r in listed["rounds"]]) == (
        3, [(1, 2, 2), (2, 0, 2)],
    )  # fmt: skip
    assert listed["rounds"][0]["deadline"] == "2026-06-01T12:00:00Z"
    first = api().get(listed["rounds"][0]["url"]).json()
    assert (first["method"], [row["match_state"] for row in first["rows"]]) == ("halves", ["final", "final"])
    assert [(row["table"], row["winner"], row["tp"]) for row in first["rows"]] == [
        (1, "right", {"left": 0.0, "right": 20.0}), (2, None, {"left": 10.0, "right": 10.0}),
    ]  # fmt: skip
    second = api().get(listed["rounds"][1]["url"]).json()
    assert (second["method"], second["count"], second["unpaired"]) == ("matching", 2, [])
    assert second["total"] == sum(row["difference"] ** 2 for row in second["rows"])
    assert second["bye"]["entry"]["id"] != first["bye"]["entry"]["id"]
    reasons = [nearer for row in second["rows"] for nearer in row["nearer"]]
    assert reasons
    assert all(nearer["sentence"] and nearer["difference"] >= 0 for nearer in reasons)


def test_a_published_round_can_be_paired_again_from_what_is_public(api) -> None:
    scene = make_scene(9, stages=[SWISS])
    for _round in range(2):
        scene.pair()
        scene.play_all()
    for number in (1, 2):
        shown = api().get(url(scene, f"rounds/{number}/")).json()
        assert shown["input"] is None
        data = api().get(url(scene, f"rounds/{number}/?input=true")).json()
        given = data["input"]
        again = pair_round(
            SwissRound(
                entries=tuple(
                    SwissEntry(**{**item, "opponents": dict(item["opponents"])}) for item in given["entries"]
                ),
                round=given["round"], planned_rounds=given["planned_rounds"], lot=given["lot"], drawn=given["drawn"],
                tables=given["tables"],
            )
        )  # fmt: skip
        assert (again.digest, again.engine) == (data["digest"], data["engine"])
        assert [list(pair) for pair in again.pairs] == [
            [row["left"]["entry"]["id"], row["right"]["entry"]["id"]] for row in data["rows"]
        ]


def test_pairs_are_kept_and_the_same_key_proposes_once(api) -> None:
    scene = make_scene(6, stages=[SWISS])
    client = api(scene.owner)
    kept = whole(scene, (1, 2))
    first = client.post(url(scene, "pairing/"), kept, headers={"Idempotency-Key": "p"}).json()
    assert {1, 2} in map(set, seed_pairs(scene, first))
    assert [row["is_fixed"] for row in first["rows"]].count(True) == 1
    assert client.post(url(scene, "pairing/"), kept, headers={"Idempotency-Key": "p"}).json()["run"] == first["run"]
    for body, expected in (
        ({"pairs": [{"left": 0, "right": scene.entries[0].pk}]}, "unknown_entry"),
        (whole(scene, (1, 2), (2, 3)), "fixed_twice"),
        (whole(scene, bye=1), "needless_bye"),
        ({"pairs": [{"left": 1}]}, "required"),
        ({"pair": []}, "unknown_field"),
    ):
        answer = client.post(url(scene, "pairing/"), body)
        assert (answer.status_code, code(answer)) == (400, expected)


def test_a_proposal_is_changed_by_hand_with_its_doubts(api) -> None:
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    scene.play_all()
    client = api(scene.owner)
    path = url(scene, "pairing/")
    mark = client.post(path, {}).json()["mark"]
    rematch = whole(scene, (1, 4), (2, 5), (3, 6))
    checked = client.post(f"{path}check/", rematch).json()["doubts"]
    assert [(doubt["code"], doubt["value"]) for doubt in checked][:3] == [("rematch", 1)] * 3
    assert "met in round 1" in checked[0]["sentence"]
    edited = client.put(path, {**rematch, "seen": mark}).json()
    assert (edited["manual"], edited["doubts"]) == (True, checked)
    assert [row["by_hand"] for row in edited["rows"]] == [True, True, True]
    stale = client.put(path, {**rematch, "seen": mark})
    assert (stale.status_code, code(stale)) == (409, "proposal_changed")
    assert code(client.post(f"{path}publish/", {"seen": mark})) == "proposal_changed"
    twice = client.put(path, whole(scene, (1, 3), (1, 4)))
    assert (twice.status_code, code(twice)) == (400, "bad_pairing")
    assert client.delete(f"{path}?seen={mark}").status_code == 409
    assert client.delete(f"{path}?seen={edited['mark']}").status_code == 204
    assert client.get(path).status_code == 404
    assert code(client.delete(path)) == "no_proposal"


def test_a_result_in_between_makes_a_proposal_outdated(api) -> None:
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    client = api(scene.owner)
    assert code(client.post(url(scene, "pairing/"), {})) == "round_open"
    scene.play_all()
    client.post(url(scene, "pairing/"), {})
    number = scene.event.matches.order_by("number")[0].pk
    body = {"games": [{"number": 1, "figures": {"tiles": {"left": 10, "right": 50}}}], "reason": "Swapped."}
    assert client.post(f"/api/v1/matches/{number}/correction/", body).status_code == 200
    assert client.get(url(scene, "pairing/")).json()["is_outdated"]
    assert code(client.post(url(scene, "pairing/publish/"), {})) == "pairing_outdated"
    assert client.post(url(scene, "pairing/publish/"), {"keep_outdated": True}).status_code == 200


def test_the_last_round_alone_is_changed_or_taken_back_while_nothing_was_played(api) -> None:
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    client = api(scene.owner)
    wanted = whole(scene, (1, 5), (2, 4), (3, 6))
    assert api(scene.player(1)).post(url(scene, "rounds/1/change/"), {**wanted, "reason": "x"}).status_code == 403
    assert code(client.post(url(scene, "rounds/1/change/"), wanted)) == "required"
    changed = client.post(url(scene, "rounds/1/change/"), {**wanted, "reason": "Brothers."}).json()
    assert (changed["run"], changed["reason"], seed_pairs(scene, changed)) == (2, "Brothers.", [(1, 5), (2, 4), (3, 6)])
    assert [row["by_hand"] for row in changed["rows"]] == [True, True, False]
    assert api().get(url(scene, "rounds/1/")).json() == changed
    assert code(client.post(url(scene, "rounds/1/change/"), {**wanted, "reason": "Again."})) == "no_change"
    for path in ("rounds/2/change/", "rounds/2/unpublish/"):
        body = {**wanted, "reason": "x"} if "change" in path else {"reason": "x"}
        answer = client.post(url(scene, path), body)
        assert (answer.status_code, code(answer)) == (409, "not_last_round")
    back = client.post(url(scene, "rounds/1/unpublish/"), {"reason": "Too early."})
    assert (back.status_code, back.json()["state"]) == (200, "draft")
    assert api().get(url(scene, "rounds/1/")).status_code == 404
    client.post(url(scene, "pairing/publish/"), {})
    scene.enter(Match.objects.filter(event=scene.event).order_by("number")[0].number, LEFT_WINS)
    refused = client.post(url(scene, "rounds/1/unpublish/"), {"reason": "x"})
    assert (refused.status_code, code(refused)) == (409, "round_played")


def test_only_a_swiss_has_rounds(api) -> None:
    scene = make_scene(2)
    client = api(scene.owner)
    for answer in (
        client.get(url(scene, "rounds/")), client.get(url(scene, "rounds/1/")), client.get(url(scene, "pairing/")),
        client.post(url(scene, "pairing/"), {}), client.post(url(scene, "pairing/check/"), {"pairs": []}),
        client.post(url(scene, "rounds/1/unpublish/"), {"reason": "x"}),
    ):  # fmt: skip
        assert (answer.status_code, code(answer)) == (404, "not_swiss")


def test_rows_are_paged(api) -> None:
    scene = quick_scene(10, stages=[SWISS])
    scene.pair()
    rows, page = [], url(scene, "rounds/1/?page_size=2")
    while page:
        data = api().get(page).json()
        rows += [(row["table"], row["number"]) for row in data["rows"]]
        assert data["count"] == 5
        page = data["next"]
    assert rows == [(n, n) for n in range(1, 6)]


def test_rounds_take_as_many_queries_for_any_number_of_entries_and_answer_304(api) -> None:
    counts = []
    for scene in swiss_scenes(5, 17):
        scene.play_all()
        api(scene.owner).post(url(scene, "pairing/"), {})
        for path, actor in (("rounds/", None), ("rounds/1/", None), ("pairing/", scene.owner)):
            with CaptureQueriesContext(connection) as queries:
                answer = api(actor).get(url(scene, path))
            assert answer.status_code == 200
            counts.append(len(queries))
        tag = api().get(url(scene, "rounds/1/"))["ETag"]
        assert api().get(url(scene, "rounds/1/"), headers={"If-None-Match": tag}).status_code == 304
    assert counts[:3] == counts[3:]
    assert max(counts) <= 24
