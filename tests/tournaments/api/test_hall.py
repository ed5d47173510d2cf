"""The day in the hall for programs: the clock, tables, typed results and their check."""

import pytest

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import add_arbiter, make_scene
from tournaments.models import GameResult
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

SWISS = [StagePlan("swiss", settings={"rounds": 3})]


def test_clock_and_tables(api):
    scene = make_scene(4, stages=SWISS)
    scene.pair()
    owner, arbiter, anybody = api(scene.owner), api(add_arbiter(scene)), api()
    url = f"/api/v1/events/{scene.event.slug}/"
    assert anybody.get(f"{url}clock/").json()["state"] == "none"
    assert code(api(scene.player(1)).post(f"{url}clock/", {"act": "start"}, format="json")) == "not_arbiter"
    started = arbiter.post(f"{url}clock/", {"act": "start", "minutes": 40, "round": 1, "version": 0}, format="json")
    assert (started.json()["state"], started.json()["round"], started.json()["version"]) == ("running", 1, 1)
    assert code(arbiter.post(f"{url}clock/", {"act": "pause", "version": 0}, format="json")) == "stale_version"
    assert arbiter.post(f"{url}clock/", {"act": "pause"}, format="json").json()["ends_at"] is None
    assert code(arbiter.post(f"{url}clock/", {"act": "adjust"}, format="json")) == "bad_minutes"
    assert arbiter.delete(f"{url}clock/").status_code == 204
    assert code(arbiter.post(f"{url}clock/", {"act": "resume"}, format="json")) == "no_clock"

    tables = f"{url}hall-tables/"
    assert code(arbiter.get(tables)) == "not_organiser"
    one, two = owner.get(tables).json()["tables"]
    assert (one["table"], two["table"], one["by_hand"]) == (1, 2, False)
    both = {"tables": [{"match": one["match"], "table": 2}]}
    refused = owner.put(tables, both, format="json")
    assert (refused.status_code, code(refused)) == (400, "table_twice")
    both["tables"].append({"match": two["match"], "table": 1})
    assert [row["table"] for row in owner.put(tables, both, format="json").json()["tables"]] == [2, 1]
    entry = scene.entry(1).pk
    fixed = owner.put(f"/api/v1/entries/{entry}/fixed-table/", {"table": 9}, format="json").json()["fixed"]
    assert [(row["entry"], row["table"]) for row in fixed] == [(entry, 9)]
    assert 9 in [row["table"] for row in owner.post(tables, {}, format="json").json()["tables"]]
    assert "fixed_table" not in anybody.get(f"/api/v1/entries/{entry}/").json()  # nobody's business


def test_typed_results(api):
    scene = make_scene(4)
    owner, arbiter = api(scene.owner), api(add_arbiter(scene))
    url, game = (
        f"/api/v1/events/{scene.event.slug}/typed-results/",
        f"/api/v1/matches/{scene.match(1).pk}/games/1/result/",
    )
    said = {"tiles": {"left": 20, "right": 10}}
    for _again in range(2):
        assert owner.post(game, said, format="json", headers={"Idempotency-Key": "row-1"}).status_code == 200
    other = {"tiles": {"left": 21, "right": 10}}
    assert (
        code(owner.post(game, other, format="json", headers={"Idempotency-Key": "row-1"})) == "idempotency_key_reused"
    )
    assert GameResult.objects.count() == 1
    assert code(api(scene.player(1)).get(url)) == "not_arbiter"
    assert code(arbiter.put(url, {"checked": True}, format="json")) == "not_organiser"
    (row,) = owner.put(url, {"checked": True}, format="json").json()["results"]
    assert (row["accepted"], row["tiles"]) == (None, {"left": 20, "right": 10})
    check = f"{url}{row['id']}/check/"
    assert code(owner.post(check, {"accepted": True}, format="json")) == "own_typing"
    (row,) = arbiter.post(check, {"accepted": False, "reason": "12"}, format="json").json()["results"]
    assert (row["accepted"], row["reason"]) == (False, "12")
    assert code(arbiter.post(f"{url}0/check/", {"accepted": True}, format="json")) == "result_not_found"
