"""Ratings on the pages of events, matches and pairs of players."""

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import RatedEvent, Rating
from ratings.services import Pairing, apply_waiting
from tests.ratings.scene import results, send
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, make_scene
from tests.tournaments.sizes import scenes_of
from tournaments import services
from tournaments.models import DecisionKind
from tournaments.services import Ruling

pytestmark = pytest.mark.django_db


def text(path: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200, path
    html = unescape(answer.content.decode()).split("<main")[1].replace("\u202f", "").replace("\xa0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def give_ratings(scene: Scene, *ratings: float) -> None:
    """Ratings out of nothing, which no event of the ledger made."""
    earlier = RatedEvent.objects.create(source="earlier", number=9000, name="Earlier", closes_on=date(2025, 1, 1))
    for entry, rating in zip(scene.entries, ratings, strict=True):
        Rating.objects.create(player=entry.player, rating=rating, games=40, event=earlier, closed_on=earlier.closes_on)


def finish(scene: Scene) -> int:
    """The number of the rated event."""
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    return RatedEvent.objects.get(source=f"event:{scene.event.pk}").number


def test_a_match_with_its_expected_result_exactly_and_by_the_table():
    """Vector 12 of the published predictions: 52 points apart, nine games."""
    scene = make_scene(2, games_by_round=(9,))
    give_ratings(scene, 1866, 1814)
    page = text(f"/events/{scene.event.slug}/matches/1/")
    assert "Expected of 9 games with 180 points" in page
    assert "Exactly 96.6 83.4 By the table 95.4 84.6" in page
    assert "the ratings differ by +52.00" in page
    assert "this is 0.0919, and the normal distribution makes of it 53.7 %" in page
    assert "says 53 %, which is 95.4 of 180 points" in page
    assert "Won" not in page


def test_provisional_during_the_event_and_final_when_it_closes():
    scene = make_scene(2, games_by_round=(2,))
    one, other = (entry.player_id for entry in scene.entries)
    send(results(9000, [Pairing(one, other, 40, (4400, 3600))]))
    match, tab = f"/events/{scene.event.slug}/matches/1/", f"/events/{scene.event.slug}/ratings/"
    assert "No rated game has been played yet" in text(tab)
    scene.enter(1)
    assert "Provisional until the event closes" in text(match)
    so_far = text(tab)
    assert "Provisional: this is what the games played so far would make of ratings" in so_far
    assert re.search(r"Player P1 1886 \+\d+ \d+ 1 20.0 11.0 1814", so_far)
    step_by_step = text(f"{tab}?player=player-p1")
    assert "(1 × 1814.46) / 1 = 1814.46" in step_by_step
    assert "Before So far Change Player P1" in text(match)
    scene.enter(1, RIGHT_WINS, game=2)
    scene.enter(1, LEFT_WINS, game=3)
    number = finish(scene)
    closed = text(tab)
    assert "these changes are final" in closed
    assert f'href="/ratings/events/{number}/"' in Client().get(tab).content.decode()
    final = text(match)
    assert "Final. The change is that of the whole event" in final
    assert "Exactly 22.0 18.0 By the table 22.0 18.0 Won 20.0 20.0" in final
    assert f'href="/ratings/events/{number}/?player=player-p1"' in Client().get(match).content.decode()


def test_nothing_about_ratings_where_none_is_moved():
    scene = make_scene(4, rated=False)
    html = Client().get(f"/events/{scene.event.slug}/").content.decode()
    assert f"/events/{scene.event.slug}/ratings/" not in html
    assert "Expected" not in text(f"/events/{scene.event.slug}/matches/1/")
    assert "This event moves no ratings" in text(f"/events/{scene.event.slug}/ratings/")


def test_a_walkover_is_not_rated_and_newcomers_have_no_expectation():
    scene = make_scene(4)
    assert "Without a rating of both there is nothing to expect" in text(f"/events/{scene.event.slug}/matches/1/")
    services.decide_match(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, reason="ill",
        ruling=Ruling(kind=DecisionKind.WALKOVER, side=0),
    )  # fmt: skip
    assert "Ratings of both players" not in text(f"/events/{scene.event.slug}/matches/1/")


def test_queries_for_ratings_do_not_grow_with_the_event():
    costs = []
    for scene in scenes_of(4, 16):
        for number in range(1, len(scene.entries) // 2 + 1):
            scene.enter(number)
        for path in ("ratings/", f"ratings/?player={scene.entries[0].player.slug}", "matches/1/"):
            with CaptureQueriesContext(connection) as queries:
                text(f"/events/{scene.event.slug}/{path}")
            costs.append(len(queries))
    assert costs[:3] == costs[3:]
    assert max(costs) <= 25


def test_two_players_compared():
    scene = make_scene(2, games_by_round=(3,))
    path = "/players/player-p1/vs/player-p2/"
    assert "These two have not met yet" in text(path)
    with CaptureQueriesContext(connection) as before:
        scene.enter(1)
        text(path)
    scene.enter(1, LEFT_WINS, game=2)
    with CaptureQueriesContext(connection) as one:
        text(path)
    scene.enter(1, RIGHT_WINS, game=3)
    number = finish(scene)
    with CaptureQueriesContext(connection) as three:
        page = text(path)
    assert len(three) <= len(one) + 1 <= len(before)
    assert "Games won 2 1" in page
    assert "Points 40.0 20.0" in page
    assert "Tiles 110 70" in page
    assert "Of 3 rated games Player P1 could expect" in page
    assert "and won 40.0" in page
    html = Client().get(path).content.decode()
    assert f'href="/ratings/events/{number}/?player=player-p1"' in html
    turned = text("/players/player-p2/vs/player-p1/")
    assert "Games won 1 2" in turned
    assert "Tiles 70 110" in turned


def test_finding_somebody_to_compare_with(as_actor):
    scene = make_scene(4)
    scene.enter(1)
    page = text("/players/player-p1/vs/")
    assert "Player P4 1 game" in page
    assert Client().get("/players/player-p1/vs/?q=p3")["Location"] == "/players/player-p1/vs/player-p3/"
    assert "Player P2" in text("/players/player-p1/vs/?q=player")
    assert "Nobody else is called “nobody”" in text("/players/player-p1/vs/?q=nobody")
    assert Client().get("/players/player-p1/vs/player-p1/")["Location"] == "/players/player-p1/vs/"
    assert Client().get("/players/player-p1/vs/none/").status_code == 404
    own = as_actor(scene.player(2)).get("/players/player-p1/").content.decode()
    assert 'href="/players/player-p2/vs/player-p1/"' in own
    match = Client().get(f"/events/{scene.event.slug}/matches/1/").content.decode()
    assert 'href="/players/player-p1/vs/player-p4/"' in match
