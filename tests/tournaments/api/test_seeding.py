"""`/api/v1/events/<slug>/seeding-points/` and those of an entry."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import make_scene
from tests.tournaments.sizes import scenes_of
from tests.tournaments.team_scene import team_scene

pytestmark = pytest.mark.django_db


def test_points_are_taken_read_entered_taken_back_and_numbered_by(api):
    scene = make_scene(2, start=False)
    today = timezone.now().date().isoformat()
    client, url = api(scene.owner), f"/api/v1/events/{scene.event.slug}/seeding-points/"
    one = f"/api/v1/entries/{scene.entries[1].pk}/seeding-points/"
    assert api().get(url).json()["on"] is None
    assert api().get(one).json()["points"] is None
    answer = client.post(url, {"on": today}).json()
    assert (answer["on"], [row["points"] for row in answer["entries"]]) == (today, [1400.0, 1400.0])
    row = answer["entries"][1]
    assert (row["origin"], row["on"], row["parameters"], row["games"], row["rating"], row["lobby"]) == (
        "ratings", today, "2026-1", 0, None, None,
    )  # fmt: skip
    by_hand = client.put(one, {"points": 1850.5, "reason": "known from elsewhere"}).json()
    assert (by_hand["origin"], by_hand["points"], by_hand["reason"]) == ("hand", 1850.5, "known from elsewhere")
    numbered = client.post(f"/api/v1/events/{scene.event.slug}/seeds/by-points/").json()
    assert [(row["entry"], row["seed"]) for row in numbered["entries"]] == [
        (scene.entries[1].pk, 1), (scene.entries[0].pk, 2),
    ]  # fmt: skip
    assert client.delete(one).json()["origin"] == "ratings"
    assert api().get(one).json()["points"] == 1400.0


def test_what_is_refused(api):
    scene = make_scene(2, start=False)
    url, one = f"/api/v1/events/{scene.event.slug}/seeding-points/", f"/api/v1/entries/{scene.entries[0].pk}/"
    client = api(scene.owner)
    assert code(client.post(url, {"on": "2999-01-01"})) == "future_day"
    assert code(client.post(url, {"on": "0001-01-01"})) == "no_list"
    assert code(client.put(f"{one}seeding-points/", {"points": 9000, "reason": "x"})) == "max_value"
    for actor, status in ((None, 401), (scene.player(1), 403)):
        assert api(actor).post(url, {"on": "2026-01-01"}).status_code == status
        assert api(actor).put(f"{one}seeding-points/", {"points": 1, "reason": "x"}).status_code == status


def test_players_of_teams_have_points_and_teams_have_not(api):
    scene = team_scene(["NZ", "HU"], start=False, substitutes=0)
    team, players = next(iter(scene.teams.values())), next(iter(scene.players.values()))
    client, url = api(scene.owner), f"/api/v1/events/{scene.event.slug}/seeding-points/"
    rows = client.get(url).json()["entries"]
    assert len(rows) == 10
    assert {row["entry"] for row in rows if row["team"] == team.pk} == {entry.pk for entry in players}
    one = f"/api/v1/entries/{players[0].pk}/seeding-points/"
    assert client.put(one, {"points": 2300, "reason": "as told"}).json()["points"] == 2300
    assert client.post(url, {"on": "2026-01-01"}).json()["on"] is None  # all were entered by hand
    whole = f"/api/v1/entries/{team.pk}/seeding-points/"
    assert api().get(whole).json()["player"] is None
    for answer in (client.put(whole, {"points": 1, "reason": "x"}), client.delete(whole)):
        assert (answer.status_code, code(answer)) == (409, "team_points")
    assert client.delete(one).json()["points"] is None
    assert client.post(url, {"on": "2026-01-01"}).json()["on"] == "2026-01-01"
    assert client.get(one).json()["points"] == 1400.0


def test_points_cost_the_same_queries_for_8_and_128(api):
    counts = []
    for scene in scenes_of(8, 128, start=False):
        with CaptureQueriesContext(connection) as queries:
            assert len(api().get(f"/api/v1/events/{scene.event.slug}/seeding-points/").json()["entries"]) == len(
                scene.entries
            )
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5
