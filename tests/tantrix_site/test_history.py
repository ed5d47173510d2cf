"""The demo's past: the same for everybody who loads it on one day, years long, and right; and its casual games."""

import io
from datetime import UTC, date, datetime, timedelta

import pytest

from players.actors import Actor
from players.models import Player
from ratings.models import CasualGame, LevelShift, MasterApplication, RatedEvent, Rating
from ratings.selectors import is_established, rating_list
from ratings.services import check_ladders, check_ratings
from tantrix_site.demo import history, lobby
from tantrix_site.demo.accounts import make_accounts
from tantrix_site.demo.logins import ONE, ORGANISER, TWO, Login
from tantrix_site.demo.people import everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.seasons import RETIRED, past_events, strengths, who_came
from tournaments.models import Event

# after the world cup of 2023
NOW = datetime(2024, 3, 10, tzinfo=UTC)


def load(size: history.Size) -> dict[Login, Actor]:
    actors = make_accounts(NOW)
    history.load_history(actors[ORGANISER], profiles(actors), NOW, size, quiet(size.steps))
    return actors


def profiles(actors: dict[Login, Actor]) -> dict[str, int]:
    return {login.name: actor.player.pk for login, actor in actors.items()}


def quiet(steps: int) -> Progress:
    return Progress(steps, "lines", io.StringIO())


@pytest.mark.parametrize("today", [date(2026, 11, 30), date(2028, 2, 29), date(2027, 1, 1), date(2027, 6, 21)])
def test_it_goes_back_four_years_whenever_it_is_loaded(today):
    size = history.Size()
    past = past_events(today, size.events)
    played = past[size.events - size.played :]
    assert len({one.name for one in past}) == size.events
    assert past == sorted(past, key=lambda one: one.starts_on)
    assert past[-1].ends_on < today - timedelta(days=60)
    assert past[0].ends_on < today - timedelta(days=4 * 365)
    # there is a game on the site to correct after two years
    assert played[0].ends_on < today - timedelta(days=2 * 365)
    assert history.misread_sheet(played) is not None
    for one in past:
        people = who_came(one, today, size.entrants)
        assert len(set(people)) == len(people) == one.season.entrants
        assert people == who_came(one, today, size.entrants)
        assert {person.name for person in people} <= set(strengths(3))


def test_people_come_and_go():
    today = date(2026, 11, 30)
    past = past_events(today, 21)
    first, last = ({person for one in some for person in who_came(one, today, 32)} for some in (past[:5], past[-5:]))
    assert first & set(RETIRED)
    assert not last & set(RETIRED)
    assert last - first
    best = everybody(1)[0].name
    assert strengths(0)[best] == 1
    assert strengths(4)[best] != 1


@pytest.mark.django_db
def test_years_before_the_site_are_sent_from_an_archive_and_then_a_season_in_the_lobby():
    actors = load(history.Size(12, 0, 8))
    assert not Event.objects.exists()
    assert RatedEvent.objects.count() == 12
    assert LevelShift.objects.filter(current=True).count() == 3
    assert check_ratings().is_right
    listed = rating_list(NOW.date()).rows
    assert {is_established(row.games) for row in listed} == {True, False}
    assert len(listed) < Rating.objects.count()

    size, known = lobby.Size(75, 1), history.profiles_of(actors[ORGANISER]) | profiles(actors)
    for _twice in range(2):
        lobby.load_lobby(actors, known, NOW, size, quiet(size.steps))
    games = CasualGame.objects.all()
    assert games.filter(state="confirmed").count() == 75 + 11 + 2 * size.logins
    assert {game.is_doubles for game in games} == {game.rated for game in games} == {True, False}
    assert check_ladders().is_right
    # one is a Master, the other waits, and has an offer to answer
    assert list(MasterApplication.objects.order_by("pk").values_list("applicant__name", "state")) == [
        (ONE.name, "approved"), (TWO.name, "pending"),
    ]  # fmt: skip
    assert Player.objects.get(name=ONE.name).titles == "LM"
    assert games.get(state="open").right.name == TWO.name
