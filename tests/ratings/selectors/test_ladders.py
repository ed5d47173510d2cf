"""Rankings of casual games on a day, and what they tell about a player who would be a Master."""

from datetime import UTC, datetime, timedelta

import pytest

from players.actors import SYSTEM
from ratings.models import Ladder
from ratings.selectors.ladder_facts import highest_lobby_ratings, lobby_opponents, master_games
from ratings.selectors.ladders import ladder_on, lobby_ratings_on
from ratings.selectors.seeding import seeding_points_on
from ratings.services import PastGame, enter_past_games, mark_robot
from tests.ratings.casual_scene import NOW, count, make_master, make_people, play
from tests.ratings.scene import make_players

pytestmark = pytest.mark.django_db
LAST_MINUTE = datetime(2026, 4, 1, 23, 59, 59, tzinfo=UTC)
DAY = LAST_MINUTE.date()


def test_the_ranking_at_the_end_of_a_day():
    a, b, c = make_players(3)
    games = [
        PastGame((a,), (b,), (20, 11), LAST_MINUTE), PastGame((a,), (b,), (20, 16), LAST_MINUTE + timedelta(seconds=1)),
    ]  # fmt: skip
    enter_past_games(actor=SYSTEM, now=NOW, games=games, reason="old")
    count()
    assert lobby_ratings_on(DAY - timedelta(1), [a]) == {}
    assert lobby_ratings_on(DAY, [a, b, c]) == {a: 509.0, b: 495.5}
    assert lobby_ratings_on(DAY + timedelta(1), [a])[a] > 509
    assert ladder_on(DAY, Ladder.LOBBY)[a].at == LAST_MINUTE
    # 8.8: nobody has a rated game; twice the lobby ranking, 1400 without one
    assert seeding_points_on(DAY, [a, b, c]) == {a: 1018.0, b: 991.0, c: 1400.0}


def test_what_a_would_be_master_has_done():
    anna, boris, carla, robot = make_people("anna", "boris", "carla", "robot")
    mark_robot(actor=SYSTEM, now=NOW, player=robot.player, ranking=600, reason="A program.")
    for other in (anna, boris):
        make_master(other)
    play(anna, boris, (40, 4))
    play(boris, anna, (40, 4), now=NOW + timedelta(hours=1))
    play(anna, carla, (9, 20), now=NOW + timedelta(hours=2), rated=False)
    play(anna, robot, (9, 9), now=NOW + timedelta(hours=3))
    count(NOW + timedelta(hours=4))
    me = anna.player.pk
    others = [me, carla.player.pk]
    best = highest_lobby_ratings(others)
    assert best == {me: 518}
    assert lobby_opponents(others) == {me: 1, carla.player.pk: 0}
    day = NOW.date()
    games = master_games(others, after=day - timedelta(1), until=day)
    assert games == {me: 2, carla.player.pk: 0}
    assert master_games([me], after=day, until=day + timedelta(9)) == {me: 0}
