"""Ratings for programs."""

from datetime import date, timedelta

import pytest
from rest_framework.test import APIClient

from players.models import Player, PlayerSlug
from ratings.services import Pairing
from tests.ratings.scene import DAY, NOW, make_players, results, send, standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> APIClient:
    return APIClient()


@pytest.fixture
def two() -> list[Player]:
    ids = [*make_players(1, country="HU"), *make_players(1, country="NZ")]
    send(results(1, [Pairing(*ids, 40, (4400, 3600))]))
    return [Player.objects.get(pk=pk) for pk in ids]


def refused(answer) -> list[tuple[str, str | None]]:
    assert answer.status_code in (400, 404), answer.content
    return [(error["code"], error["attr"]) for error in answer.json()["errors"]]


def test_the_list_of_a_day(api, two):
    answer = api.get("/api/v1/ratings/", {"date": DAY.isoformat(), "limit": 1}).json()
    assert (answer["date"], answer["before"], answer["count"]) == ("2026-01-01", "2025-12-31", 2)
    assert answer["results"] == [
        {
            "rank": 1, "rating": standings()[two[0].pk].rating, "games": 40, "last_played": "2026-01-01",
            "is_established": True, "rank_before": None, "moved": None,
            "player": {
                "slug": two[0].slug, "name": two[0].name, "country": "HU",
                "titles": [], "page": f"http://testserver/players/{two[0].slug}/",
            },
        }
    ]  # fmt: skip
    assert api.get("/api/v1/ratings/", {"date": "2025-12-31"}).json()["count"] == 0
    (row,) = api.get("/api/v1/ratings/", {"date": "2026-02-01", "country": "nz"}).json()["results"]
    assert (row["rank"], row["rank_before"], row["moved"]) == (2, 2, 0.0)
    second = api.get("/api/v1/ratings/", {"date": "2026-02-01", "order": "name", "offset": 1}).json()["results"]
    assert [row["player"]["slug"] for row in second] == [two[1].slug]


@pytest.mark.parametrize(
    ("query", "code", "attr"),
    [
        ({"date": "yesterday"}, "invalid", "date"),
        ({"date": "0001-01-01"}, "no_list", "date"),
        ({"country": "HUN"}, "invalid", "country"),
        ({"order": "luck"}, "invalid_choice", "order"),
        ({"limit": 501}, "max_value", "limit"),
    ],
)
def test_lists_that_cannot_be_asked_for(api, query, code, attr):
    assert refused(api.get("/api/v1/ratings/", query)) == [(code, attr)]


def test_a_player_s_rating_with_every_input(api, two):
    send(results(2, [Pairing(two[0].pk, two[1].pk, 4, (300, 500))], day=3))
    answer = api.get(f"/api/v1/players/{two[0].slug}/rating/").json()
    assert (answer["rating"], answer["games"]) == (standings()[two[0].pk].rating, 44)
    assert answer["seeding_points"] == answer["rating"]
    assert [line["kind"] for line in answer["history"]] == ["event", "event"]
    line = answer["history"][1]
    assert line["event"]["page"] == "http://testserver/events/cup-2/"
    change = line["change"]
    assert change["tp"] == 30.0
    kept, games = min(change["games_before"], 72), change["games"]
    by_hand = (kept * change["rating_before"] + games * change["performance"]) / (kept + games)
    assert change["rating_after"] == pytest.approx(by_hand + change["balance"])
    assert line["rating"] == change["rating_after"]


def test_somebody_unrated_somebody_renamed_and_nobody(api, two):
    (fresh,) = Player.objects.filter(pk__in=make_players(1))
    answer = api.get(f"/api/v1/players/{fresh.slug}/rating/").json()
    assert (answer["rating"], answer["is_listed"], answer["history"], answer["seeding_points"]) == (
        None,
        False,
        [],
        1400,
    )
    PlayerSlug.objects.create(slug="old", player=fresh, since=NOW)
    assert api.get("/api/v1/players/old/rating/")["Location"] == f"/api/v1/players/{fresh.slug}/rating/"
    assert refused(api.get("/api/v1/players/none/rating/")) == [("player_not_found", None)]


def test_the_expected_result_exactly_and_by_the_table(api):
    answer = api.get("/api/v1/ratings/expected/", {"left_rating": 1866, "right_rating": 1814, "games": 9}).json()
    assert [round(points, 1) for points in answer["points"]] == [96.6, 83.4]
    assert [round(points, 1) for points in answer["points_by_table"]] == [95.4, 84.6]
    assert answer["percent"] == 53


def test_the_expected_result_of_two_players(api, two):
    answer = api.get("/api/v1/ratings/expected/", {"left": two[0].slug, "right": two[1].slug, "games": 6}).json()
    assert answer["left_rating"] == standings()[two[0].pk].rating
    assert sum(answer["points"]) == pytest.approx(120)
    assert answer["share"] == pytest.approx(0.55, abs=1e-4)
    (fresh,) = Player.objects.filter(pk__in=make_players(1))
    path = "/api/v1/ratings/expected/"
    assert refused(api.get(path, {"left": two[0].slug, "right": fresh.slug})) == [("not_rated", "right")]
    assert refused(api.get(path, {"left": two[0].slug})) == [("rating_needed", "right")]
    assert refused(api.get(path, {"left_rating": "nan", "right_rating": 1})) == [("invalid", "left_rating")]


def test_what_if(api, two):
    path, games = "/api/v1/ratings/what-if/", [{"rating": 1800, "games": 6, "tp": 72.0}]
    answer = api.post(path, {"rating": 1850, "rated_games": 40, "games": games}).json()
    assert (round(answer["performance"], 2), round(answer["rating_after"], 2)) == (1943.31, 1862.17)
    newcomer = api.post(path, {"games": games}).json()
    assert (newcomer["rating_before"], newcomer["rating_after"]) == (None, newcomer["performance"])
    met = [{"opponent": two[1].slug, "games": 2, "tp": 24.5}]
    own = api.post(path, {"player": two[0].slug, "games": met}).json()
    assert own["opponents"] == standings()[two[1].pk].rating
    assert own["games_before"] == 40
    assert refused(api.post(path, {"games": [{"rating": 1800, "games": 1, "tp": 20.1}]})) == [("bad_points", "games")]
    assert refused(api.post(path, {"games": [{"games": 1, "tp": 1}]})) == [("rating_needed", "games.0")]
    assert api.post(path, {"games": []}).status_code == 400


def test_lists_follow_the_day(api, two):
    assert date.fromisoformat(api.get("/api/v1/ratings/").json()["date"]) >= DAY + timedelta(1)
