"""Pages of players, of teams over the years and in their events, and of countries."""

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.tournaments.scene import LEFT_WINS, NOW, make_event, make_scene
from tests.tournaments.selectors.test_career import PODIUMS, add_edition, bring_in, make_series, many_events
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def text(path: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200, path
    html = unescape(answer.content.decode()).split("<main")[1].replace("\u202f", "").replace("\xa0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_career_on_its_page_and_on_that_of_the_player():
    series = make_series("WTC", scope="world")
    scene = make_scene(4, starts_on=date(2025, 3, 1), ends_on=date(2025, 3, 9))
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    add_edition(scene.event, series)
    bring_in(PODIUMS)
    running = make_event(scene.owner, name="Summer Cup")
    for actor in scene.players[:2]:
        services.add_entry(actor=scene.owner, now=NOW, event_id=running.pk, player_id=actor.player.pk)
    services.publish_event(actor=scene.owner, now=NOW, event_id=running.pk)
    services.make_draw(actor=scene.owner, now=NOW, event_id=running.pk)
    services.start_event(actor=scene.owner, now=NOW, event_id=running.pk)
    said = text("/players/player-p1/")
    assert "Events now Summer Cup date not fixed yet Running still in Final · M1 against Player P2 To play" in said
    assert "The whole career: 4 events" in said
    assert "Player P4 1 game: 1–0–0" in said
    career = text("/players/player-p1/career/")
    assert "4 events · 2 games: 2 won, 0 drawn, 0 lost · 40.0 TP, 100.0 % Champion 1 × 2 Second place 2 × 1" in career
    assert "as published elsewhere: from a list of winners" in career
    assert "WTC ( 2025 )" in career.replace("(2025)", "( 2025 )")
    assert "1 event · 2 games" in text("/players/player-p1/career/?year=2025&kind=world")
    for query in ("year=1900", "kind=x&page=9999", "page=x"):
        assert Client().get(f"/players/player-p1/career/?{query}").status_code == 200
    assert "No event fits" in text("/players/player-p1/career/?year=x")
    assert Client().get("/players/nobody/career/").status_code == 404


def test_pages_of_a_long_career_take_as_many_queries_as_of_a_short_one():
    make_scene(2, start=False)
    costs = []
    for count in (8, 128):
        many_events(Player.objects.get(slug="player-p1"), count)
        for path in ("", "career/", "vs/"):
            with CaptureQueriesContext(connection) as queries:
                text(f"/players/player-p1/{path}")
            costs.append(len(queries))
    assert costs[:3] == costs[3:]
    assert max(costs) <= 36
    assert "Page 1 of 3" in text("/players/player-p1/career/")


def test_teams_and_countries_have_pages_in_all_languages(as_actor):
    series = make_series("WTTC", scope="world", discipline="team", team_size=5)
    make_series("FRA", country="FR", first_year=2003)
    scene = team_scene(("FR", "DE"), place="Lyon, France")
    match = Match.objects.get(event=scene.event)
    path = f"/teams/fra-a/{scene.event.slug}/"
    assert "Boards" not in text(path)
    scene.open(match)
    scene.enter(match, 1, LEFT_WINS, LEFT_WINS)
    assert "board" in text(path).lower()
    scene.win(match, boards=(2, 3, 4))
    captain = {"team_id": scene.teams["FRA A"].pk, "captain_id": scene.players["FRA A"][0].player_id}
    services.name_captains(**scene.act(**captain))
    services.finish_event(**scene.act(event_id=scene.event.pk))
    add_edition(scene.event, series)
    draft = make_event(scene.owner, name="Secret", team_size=5)
    services.add_team(**scene.act(event_id=draft.pk, country="FR"))
    services.add_team(**scene.act(event_id=draft.pk, country="HU"))
    urls = ["/teams/", "/teams/fra-a/", path, "/countries/", "/countries/fra/", "/players/fra-a-1/", "/players/"]
    for language in ("en", "fr", "ru"):
        client = Client()
        client.cookies["django_language"] = language
        for url in urls:
            html = client.get(url).content.decode()
            assert f'<html lang="{language}"' in html, url
            assert "Secret" not in html, url
    assert "FRA A 1" in text("/teams/fra-a/")
    assert "Lyon, France" in text("/countries/fra/")
    assert f'href="{path}"' in Client().get("/series/wttc/").content.decode()
    assert "GER A" not in text("/countries/fra/").split("Medals")[0]
    assert Client().get("/countries/FR/")["Location"] == "/countries/fra/"
    assert Client().get("/teams/FRA-A/")["Location"] == "/teams/fra-a/"
    assert Client().get(f"/teams/deu-a/{scene.event.slug}/")["Location"] == f"/teams/ger-a/{scene.event.slug}/"
    for url in ("/teams/hun-a/", f"/teams/fra-a/{draft.slug}/", "/teams/fra-b/", f"/teams/fra-b/{scene.event.slug}/",
                "/countries/xyz/", "/countries/france/"):  # fmt: skip
        assert Client().get(url).status_code == 404, url
    assert as_actor(scene.owner).get(f"/teams/fra-a/{draft.slug}/").status_code == 200
