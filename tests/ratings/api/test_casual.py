"""Casual games for programs."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from players.actors import SYSTEM, Actor
from ratings.services import PastGame, apply_casual_games, enter_past_games
from tests.ratings.casual_scene import make_administrator, make_people, record_of

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/casual-games/"


def api(actor: Actor | None = None) -> APIClient:
    client = APIClient()
    if actor is not None:
        client.force_authenticate(actor.user)
    return client


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["errors"][0]["code"]


def test_a_game_from_the_offer_to_the_table():
    anna, boris, carla = make_people("anna", "boris", "carla")
    answer = api(anna).post(GAMES, {"opponent": "boris", "points": [20, 11]}, format="json")
    assert answer.status_code == 201
    game = answer.json()
    assert (game["state"], game["points"], game["left"][0]["slug"], game["record"]) == ("open", [20, 11], "anna", None)
    where = f"{GAMES}{game['id']}/"
    assert code(api().get(where)) == (404, "casual_game_not_found")
    assert api(boris).get(where).json()["changes"] == []
    assert api(boris).get(GAMES, {"mine": "true"}).json()["results"][0]["id"] == game["id"]
    assert api().get(GAMES).json() == {"count": 0, "results": []}
    assert api().get(GAMES, {"mine": "true"}).json()["count"] == 0
    assert code(api(carla).post(f"{where}confirmation/")) == (403, "not_your_game")
    assert code(api(anna).post(f"{where}confirmation/")) == (403, "own_offer")
    assert api().post(f"{where}confirmation/").status_code == 401
    assert api(boris).post(f"{where}confirmation/").json()["state"] == "confirmed"
    apply_casual_games(now=timezone.now())
    changes = api().get(where).json()["changes"]
    assert [(c["table"], c["player"], c["margin"], c["tp"], c["rating_after"]) for c in changes] == [
        ("lobby", "anna", 9, 16.0, 509.0), ("lobby", "boris", -9, 4.0, 495.5),
    ]  # fmt: skip
    table = api().get("/api/v1/ratings/lobby/").json()
    assert (table["table"], table["month"], table["count"]) == ("lobby", None, 2)
    assert table["results"][0]["player"]["slug"] == "anna"
    places = api().get("/api/v1/players/anna/rankings/").json()["results"]
    assert places == [{"table": "lobby", "rank": 1, "rating": 509.0, "games": 1}]
    assert api().get("/api/v1/players/carla/rankings/").json()["results"] == []
    admin = api(make_administrator())
    assert code(api(anna).post(f"{where}void/", {"reason": "No."}, format="json")) == (403, "not_administrator")
    assert admin.post(f"{where}void/", {"reason": "Not played."}, format="json").json()["reason"] == "Not played."
    assert code(api(boris).post(f"{where}refusal/", {"reason": "No."}, format="json")) == (409, "offer_closed")


def test_refusing_taking_back_and_a_record():
    anna, boris = make_people("anna", "boris")
    sent = record_of(anna)
    body = {"opponent": "boris", "record": sent.public_id, "colour": sent.record.colours[0], "rated": False}
    game = api(anna).post(GAMES, body, format="json").json()
    assert (game["record"], game["rated"]) == (sent.public_id, False)
    assert code(api(boris).post(f"{GAMES}{game['id']}/withdrawal/")) == (403, "not_your_offer")
    assert api(anna).post(f"{GAMES}{game['id']}/withdrawal/").json()["state"] == "withdrawn"
    game = api(anna).post(GAMES, body, format="json").json()
    assert (
        api(boris).post(f"{GAMES}{game['id']}/refusal/", {"reason": "No."}, format="json").json()["state"] == "refused"
    )
    assert code(api(anna).post(GAMES, {"opponent": "nobody", "points": [1, 0]}, format="json"))[0] == 404
    assert code(api(anna).post(GAMES, {"opponent": "boris"}, format="json")) == (400, "result_needed")


def test_the_table_of_a_month():
    a, b = (actor.player.pk for actor in make_people("anna", "boris"))
    now = timezone.now()
    games = [PastGame((a,), (b,), (20, 11), now - timedelta(200)), PastGame((a,), (b,), (11, 20), now)]
    enter_past_games(actor=SYSTEM, now=now, games=games, reason="old")
    apply_casual_games(now=now)
    table = api().get("/api/v1/ratings/lobby/", {"month": f"{now:%Y-%m}", "limit": 1}).json()
    (row,) = table["results"]
    assert (table["count"], row["games"], row["rank"]) == (2, 1, 1)
    assert row["player"]["slug"] == "boris"
    assert row["moved"] == pytest.approx(row["rating"] - 495.5)
    for nonsense in ({"month": "2026-13"}, {"table": "x"}, {"country": "1"}):
        assert api().get("/api/v1/ratings/lobby/", nonsense).status_code == 400
