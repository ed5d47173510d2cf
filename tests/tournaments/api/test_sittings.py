"""Pairs, prize lists and tables drawn each round for programs."""

from datetime import date

import pytest

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import make_event, make_owner, make_scene
from tests.tournaments.sitting_scene import sitting_scene
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_a_table_event_is_played_by_programs(api):
    scene = sitting_scene(4)
    owner, url = api(scene.owner), f"/api/v1/events/{scene.event.slug}/tables/"
    for _click in range(2):
        drawn = owner.post(url, {"round": 1, "games": 2, "lot": 9}, format="json")
        assert (drawn.status_code, drawn.json()["lot"]) == (201, 9)
    (table,) = drawn.json()["tables"]
    players = [api(scene.actor(Entry.objects.get(pk=seat["entry"]))) for seat in table["seats"]]
    game = f"/api/v1/sittings/{table['id']}/games/1/"
    assert code(owner.post(f"{game}report/", {"tiles": [4, 3, 2, 1]}, format="json")) == "not_at_table"
    assert code(players[0].post(f"{game}report/", {"tiles": [4, 3]}, format="json")) == "bad_tiles"
    said = players[0].post(f"{game}report/", {"tiles": [40, 30, 20, 10]}, format="json").json()
    assert (said["state"], sum(said["tp"])) == ("open", 1200)
    assert code(players[0].post(f"/api/v1/scores/{said['id']}/confirm/")) == "own_report"
    disputed = players[1].post(f"/api/v1/scores/{said['id']}/dispute/", {"reason": "a line"}, format="json")
    assert disputed.json()["state"] == "disputed"
    assert players[2].post(f"/api/v1/scores/{said['id']}/confirm/").json()["state"] == "counts"
    second = f"/api/v1/sittings/{table['id']}/games/2/score/"
    assert code(players[0].put(second, {"tiles": [1, 2, 3, 4]}, format="json")) == "not_arbiter"
    assert owner.put(second, {"tp": [400, 400, 400, 0], "reason": "left"}, format="json").json()["tiles"] is None
    seen = api().get(url).json()
    assert [row["place"] for row in seen["standings"]] == [1, 2, 3, 4]
    assert [score["state"] for score in api().get(f"/api/v1/sittings/{table['id']}/").json()["scores"]] == [
        "counts"
    ] * 2
    assert code(owner.delete(f"{url}1/")) == "round_played"
    assert owner.post(url, {}, format="json").status_code == 201
    assert owner.delete(f"{url}2/").status_code == 204
    for missing in ("/api/v1/sittings/0/", "/api/v1/scores/0/confirm/"):
        answer = players[0].get(missing) if missing.endswith("0/") else players[0].post(missing)
        assert answer.status_code == 404
    other = make_event(scene.owner)
    assert code(owner.get(f"/api/v1/events/{other.slug}/tables/")) == "no_sittings"


def test_pairs_enter_through_programs(api):
    owner = api(make_owner())
    made = owner.post("/api/v1/events/", {"name": "World Doubles", "play": "doubles"}, format="json").json()
    assert (made["play"], made["time_limit"], made["rated"]) == ("doubles", 24, False)
    url = f"/api/v1/events/{made['slug']}/pairs/"
    sent = {"members": [{"name": "Ann Example", "country": "NL"}, {"name": "Bo Example", "country": "NL"}], "seed": 1}
    pair = owner.post(url, sent, format="json", headers={"Idempotency-Key": "one"}).json()
    again = owner.post(url, sent, format="json", headers={"Idempotency-Key": "one"}).json()
    assert (pair["name"], pair["country"], len(pair["links"])) == ("Ann Example / Bo Example", "NL", 2)
    assert (again["id"], again["links"]) == (pair["id"], [])
    known = {"members": [{"player": pair["members"][0]["player"]}, {"name": "Cem Example"}]}
    assert code(owner.post(url, known, format="json")) == "already_entered"
    assert [row["id"] for row in owner.get(url).json()] == [pair["id"]]
    assert code(owner.post(url, {"members": [{"name": "Dan Example"}]}, format="json")) == "pair_of_two"


def test_prize_lists_through_programs(api):
    scene = make_scene(2, start=False, starts_on=date(2026, 7, 1))
    owner, url = api(scene.owner), f"/api/v1/events/{scene.event.slug}/prize-lists/"
    made = owner.post(url, {"name": "U16", "kind": "junior"}, format="json")
    assert (made.status_code, made.json()["under_age"]) == (201, 16)
    one = f"/api/v1/prize-lists/{made.json()['id']}/"
    member = f"{one}members/{scene.entries[0].pk}/"
    assert code(api(scene.players[0]).put(member)) == "not_organiser"
    assert [row["name"] for row in owner.put(member).json()["members"]] == ["Player P1"]
    assert "birth" not in str(api().get(url).json())
    assert len(api().get(url).json()[0]["members"]) == 1
    assert owner.delete(member).json()["members"] == []
    assert owner.delete(one).status_code == 204
    assert code(owner.delete(one)) == "prize_list_not_found"
