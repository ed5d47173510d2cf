"""Careers, opponents, countries and teams over the years for programs."""

import pytest
from django.test import Client

from players.models import Player
from tests.tournaments.api.conftest import code
from tests.tournaments.scene import NOW, make_event, make_scene
from tests.tournaments.selectors.test_career import PODIUMS, add_edition, bring_in, make_series
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry, Match

pytestmark = pytest.mark.django_db


def get(path: str, status: int = 200):
    answer = Client().get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.content
    return answer.json() if status == 200 else code(answer)


def test_a_career_in_parts_with_its_totals():
    series = make_series("WTC", scope="world")
    scene = make_scene(2)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    add_edition(scene.event, series)
    bring_in(PODIUMS)
    found = get("players/player-p1/career/?limit=1")
    assert found["count"] == 3
    assert (found["total"]["events"], found["total"]["medals"]) == (3, [2, 1, 0])
    assert found["kinds"][0]["kind"] == "world"
    assert found["medals"] == [{"series": "wtc", "name": "WTC", "medals": [2, 1, 0], "titles": [2025, 1998]}]
    (row,) = found["results"]
    assert (row["event"], row["historic"], row["entrants"], row["medal"]) == (scene.event.slug, None, 2, 1)
    assert row["games"] == {"games": 1, "won": 1, "drawn": 0, "lost": 0, "tp": 20.0, "share": 1.0}
    (past,) = get("players/player-p1/career/?year=1999&kind=world")["results"]
    assert (past["event"], past["historic"], past["place"]) == (None, "wtc-1999", 2)
    assert past["published"]["has_standings"] is False
    assert get("players/player-p1/career/?kind=open")["results"] == []
    for wrong in ("kind=x", "year=20", "limit=0", "limit=201", "offset=-1"):
        get(f"players/player-p1/career/?{wrong}", 400)
    met = get("players/player-p1/opponents/")
    assert (met["count"], met["results"][0]["opponent"]["slug"]) == (1, "player-p2")
    assert (met["results"][0]["events"]["won"], met["results"][0]["casual"]["games"]) == (1, 0)
    assert get("players/player-p1/vs/player-p2/")["casual"] == {"games": 0, "won": 0, "drawn": 0, "lost": 0}
    for path in ("career", "opponents"):
        assert get(f"players/nobody/{path}/", 404) == "player_not_found"


def test_countries_and_teams_over_the_years():
    series = make_series("WTTC", scope="world", discipline="team", team_size=5)
    scene = team_scene(("FR", "DE"), place="Lyon, France")
    scene.win(Match.objects.get(event=scene.event))
    services.finish_event(**scene.act(event_id=scene.event.pk))
    add_edition(scene.event, series)
    Player.objects.filter(slug__startswith="fra").update(country="FR")
    services.add_team(**scene.act(event_id=make_event(scene.owner, name="Secret", team_size=5).pk, country="HU"))
    listed = {row["code"]: row for row in get("countries/")}
    assert listed["FRA"]["players"] == 6
    assert [sum(row["medals"]) for row in listed.values()] == [1, 1]
    france = get("countries/fra/?limit=2")
    assert (france["name"], france["players"], len(france["results"])) == ("France", 6, 2)
    assert [team["slug"] for team in france["teams"]] == ["fra-a"]
    assert france["won"][0]["medallist"]["name"] == "FRA A"
    assert [held["event"] for held in france["held"]] == [scene.event.slug]
    history = get("teams/fra-a/history/")
    (row,) = history["results"]
    assert (history["count"], history["country"], row["event"]) == (1, "FRA", scene.event.slug)
    assert (row["place"], row["id"]) == (Entry.objects.get(name="FRA A").place, scene.teams["FRA A"].pk)
    assert row["players"][0] == "fra-a-1"
    assert get("countries/xx/", 404) == "country_not_found"
    for slug in ("hun-a", "xxx"):
        assert get(f"teams/{slug}/history/", 404) == "team_not_found"
