"""Casual games that come, come late, and are voided: the ledger is what the whole sequence says, to the last digit."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.actors import SYSTEM
from ratings.maths import parameters
from ratings.models import CasualAct, CasualGame, LadderBatch, LadderChange, LadderClock, Title, TitleTerm
from ratings.selectors import ladder_steps
from ratings.services import (
    PastGame,
    apply_casual_games,
    check_ladders,
    confirm_offer,
    enter_past_games,
    ladder_applying,
    recompute_ladders,
    void_game,
)
from tantrix_site.errors import InvalidInput, NotPermitted
from tests.ratings.casual_scene import NOW, count, expected, make_master, make_people, offer, play, stored
from tests.ratings.scene import make_players
from tests.tournaments.together import codes, together

pytestmark = pytest.mark.django_db


def past(lot: random.Random, players: list[int], number: int, *, hours: int = 2000) -> list[PastGame]:
    """Games at random moments, several of them at the same one, some of pairs."""
    found = []
    for _ in range(number):
        who = lot.sample(players, 4)
        size = lot.choice((1, 1, 1, 2))
        points = (lot.randint(0, 40), lot.randint(0, 40))
        at = NOW - timedelta(hours=lot.randrange(hours))
        found.append(PastGame(tuple(who[:size]), tuple(who[2 : 2 + size]), points, at, rated=lot.random() < 0.9))
    return found


def enter(games: list[PastGame]) -> list[CasualGame]:
    return enter_past_games(actor=SYSTEM, now=NOW, games=games, reason="imported")


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_incremental_equals_full_recomputation(lot):
    with transaction.atomic():
        _play_and_compare(lot)
        transaction.set_rollback(True)


def _play_and_compare(lot: random.Random) -> None:
    players = make_players(6)
    for player in players[:3]:
        since = NOW - timedelta(hours=lot.randrange(2000))
        TitleTerm.objects.create(holder_id=player, title=Title.LOBBY_MASTER, since=since, at=NOW, via="system")
    for _step in range(4):
        enter(past(lot, players, lot.randint(0, 6)))
        counting = list(CasualGame.objects.filter(state="confirmed"))
        for game in lot.sample(counting, min(len(counting), lot.randint(0, 2))):
            void_game(actor=SYSTEM, now=NOW, game_id=game.pk, reason="void")
        if lot.random() < 0.8:
            count()
    count()
    assert stored() == expected(CasualGame.objects.all())
    assert check_ladders().is_right
    assert recompute_ladders(actor=SYSTEM, now=NOW, reason="sure") is None
    assert LadderClock.objects.get().version == LadderBatch.objects.count()


def test_a_void_game_ends_only_the_rows_that_differ():
    a, b, c, d, e, f = make_players(6)
    first, alone, later = enter(
        [
            PastGame((a,), (b,), (20, 11), NOW - timedelta(3)),
            PastGame((c,), (d,), (20, 11), NOW - timedelta(2)),
            PastGame((a,), (e,), (20, 11), NOW - timedelta(1)),
        ]
    )
    count()
    void_game(actor=SYSTEM, now=NOW, game_id=first.pk, reason="Never played.")
    count()
    ended = LadderChange.objects.filter(current=False).order_by("game", "player")
    assert list(ended.values_list("game", "player", "ended_by__number")) == [
        (first.pk, a, 2), (first.pk, b, 2), (later.pk, a, 2), (later.pk, e, 2),
    ]  # fmt: skip
    assert stored() == expected([alone, later])
    assert not LadderChange.objects.filter(player=f).exists()


def test_long_sequences_are_read_and_written_in_parts(monkeypatch):
    monkeypatch.setattr(ladder_steps, "CHUNK", 7)
    monkeypatch.setattr(ladder_applying, "ROWS_AT_ONCE", 10)
    monkeypatch.setattr(ladder_applying, "FEW_GAMES", 5)
    lot, players = random.Random(4), make_players(5)
    games = enter(past(lot, players, 40, hours=20))
    count()
    void_game(actor=SYSTEM, now=NOW, game_id=games[11].pk, reason="void")
    count()
    assert stored() == expected(CasualGame.objects.all())


def test_other_numbers_of_the_regulations_work_everything_out_again(monkeypatch):
    a, b = make_players(2)
    enter([PastGame((a,), (b,), (20, 11), NOW)])
    count()
    changed = parameters.Parameters(version="test-2", lobby=parameters.LobbyParameters(k=4.0))
    assert apply_casual_games(now=NOW) is None
    monkeypatch.setattr(ladder_applying, "CURRENT", changed)
    batch = apply_casual_games(now=NOW)
    assert (batch.number, batch.parameters) == (2, "test-2")
    assert [change.difference for change in stored().values()] == [12, -6]
    assert apply_casual_games(now=NOW) is None
    # numbers that change nothing here are noted too, so that not every sweep works everything out
    monkeypatch.setattr(ladder_applying, "CURRENT", replace(changed, version="test-3"))
    assert apply_casual_games(now=NOW).parameters == "test-3"
    assert apply_casual_games(now=NOW) is None


def test_what_waits_is_counted_once_and_fast():
    lot, players = random.Random(1), make_players(8)
    enter(past(lot, players, 60))
    count()
    enter(past(lot, players, 1, hours=1))
    with connection.execute_wrapper(lambda run, *rest: (asked.append(1), run(*rest))[1]):
        asked: list[int] = []
        count()
    assert len(asked) <= 24


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (lambda a, _b: PastGame((a,), (a,), (1, 2), NOW), "same_player"),
        (lambda a, b: PastGame((a, b), (a,), (1, 2), NOW), "same_player"),
        (lambda a, b: PastGame((a,), (b,), (85, 2), NOW), "bad_points"),
        (lambda a, b: PastGame((a,), (b,), (8, 2), NOW + timedelta(1)), "future_day"),
    ],
)
def test_past_games_that_cannot_be(game, code):
    with pytest.raises(InvalidInput) as error:
        enter([game(*make_players(2))])
    assert error.value.code == code
    (anna,) = make_people("anna")
    with pytest.raises(NotPermitted):
        enter_past_games(actor=anna, now=NOW, games=[], reason="Mine.")


@pytest.mark.django_db(transaction=True)
def test_workers_that_confirm_and_apply_at_the_same_moment():
    people = make_people("anna", "boris", "carla", "dora")
    make_master(people[0])
    make_master(people[1])
    barrier = Barrier(4)

    def work(number: int) -> None:
        try:
            barrier.wait(10)
            for n in range(5):
                left, right = people[number], people[(number + 1 + n % 3) % 4]
                play(left, right, (10 + n, 7), now=NOW + timedelta(minutes=10 * n), rated=n != 3)
                apply_casual_games(now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(work, number) for number in range(4)]:
            future.result(60)
    assert not CasualAct.objects.filter(batch=None).exists()
    assert stored() == expected(CasualGame.objects.all())
    assert check_ladders().is_right
    numbers = list(LadderBatch.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, LadderClock.objects.get().version + 1))


@pytest.mark.django_db(transaction=True)
def test_two_offers_at_the_same_moment_do_not_pass_the_limit():
    anna, boris = make_people("anna", "boris")
    for n in range(5):
        offer(anna, boris, (20, n))
    answers = together(lambda: offer(anna, boris, (30, 1)), lambda: offer(boris, anna, (30, 2)))
    assert codes(answers) == ["day_limit"]
    game = next(answer for answer in answers if isinstance(answer, CasualGame))
    (other,) = {anna, boris} - {anna if game.left == anna.player else boris}
    answers = together(*[lambda: confirm_offer(actor=other, now=NOW, game_id=game.pk)] * 2)
    assert (codes(answers), CasualAct.objects.count()) == ([], 1)
