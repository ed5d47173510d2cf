"""A casual game is offered, answered, counted, and declared void (`docs/regulations.md` 9.1)."""

from datetime import timedelta

import pytest
from django.conf import settings

from games.models import Record, RecordState, Visibility
from players.models import ActionLog, Player
from ratings import tasks
from ratings.models import CasualAct, CasualGame, CasualState
from ratings.selectors.casual import waiting_for
from ratings.services import (
    CasualResult,
    confirm_offer,
    lapse_offers,
    mark_robot,
    offer_game,
    refuse_offer,
    unmark_robot,
    void_game,
    withdraw_offer,
)
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound, NotPermitted
from tests.ratings.casual_scene import (
    NOW,
    count,
    make_administrator,
    make_master,
    make_people,
    offer,
    play,
    record_of,
    stored,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(db):
    return make_people("anna", "boris")


def code_of(error: pytest.ExceptionInfo[DomainError]) -> str:
    return error.value.code


def test_a_result_is_offered_and_confirmed(pair):
    anna, boris = pair
    game = offer(anna, boris, (20, 11))
    assert (game.state, game.margin, game.answer_by) == ("open", 9, NOW + timedelta(7))
    assert confirm_offer(actor=boris, now=NOW, game_id=game.pk).state == "confirmed"
    # a second click
    confirm_offer(actor=boris, now=NOW, game_id=game.pk)
    count()
    changes = stored()
    assert changes["lobby", game.pk, anna.player.pk].after.rating == 509
    assert changes["lobby", game.pk, boris.player.pk].after.rating == 495.5
    assert len(changes) == 2
    assert list(ActionLog.objects.order_by("pk").values_list("action", flat=True)) == [
        "casual.offered", "casual.confirmed",
    ]  # fmt: skip


def test_a_second_click_offers_once(pair):
    assert offer(*pair) == offer(*pair, now=NOW + timedelta(seconds=30))
    assert offer(*pair, now=NOW + timedelta(minutes=2)).pk != offer(*pair, (11, 20)).pk
    assert CasualGame.objects.count() == 3


def test_an_unrated_game_is_kept_and_does_not_count(pair):
    game = play(*pair, rated=False)
    count()
    assert (game.state, stored(), CasualAct.objects.count()) == ("confirmed", {}, 0)


def test_who_may_answer(pair):
    anna, boris = pair
    (carla,) = make_people("carla")
    game = offer(anna, boris)
    for actor, code in ((anna, "own_offer"), (carla, "not_your_game")):
        with pytest.raises(NotPermitted) as error:
            confirm_offer(actor=actor, now=NOW, game_id=game.pk)
        assert code_of(error) == code
        with pytest.raises(NotPermitted) as error:
            refuse_offer(actor=actor, now=NOW, game_id=game.pk, reason="No.")
        assert code_of(error) == code
    with pytest.raises(NotPermitted) as error:
        withdraw_offer(actor=boris, now=NOW, game_id=game.pk)
    assert code_of(error) == "not_your_offer"
    with pytest.raises(NotFound):
        confirm_offer(actor=boris, now=NOW, game_id=game.pk + 1)


def test_refusing_needs_a_reason_and_ends_the_offer(pair):
    anna, boris = pair
    game = offer(anna, boris)
    with pytest.raises(InvalidInput) as error:
        refuse_offer(actor=boris, now=NOW, game_id=game.pk, reason=" ")
    assert code_of(error) == "reason_needed"
    refused = refuse_offer(actor=boris, now=NOW, game_id=game.pk, reason="It was 20–12.")
    assert (refused.state, refused.close_reason) == ("refused", "It was 20–12.")
    refuse_offer(actor=boris, now=NOW, game_id=game.pk, reason="Again.")
    for act in (confirm_offer, withdraw_offer):
        with pytest.raises(Conflict) as error:
            act(actor=boris if act is confirm_offer else anna, now=NOW, game_id=game.pk)
        assert (code_of(error), error.value.extra) == ("offer_closed", {"state": "refused"})


def test_an_offer_is_taken_back(pair):
    anna, boris = pair
    game = offer(anna, boris)
    for _click in range(2):
        assert withdraw_offer(actor=anna, now=NOW, game_id=game.pk).state == "withdrawn"
    with pytest.raises(Conflict):
        confirm_offer(actor=boris, now=NOW, game_id=game.pk)


def test_an_offer_lapses(pair, monkeypatch):
    anna, boris = pair
    game, late = offer(anna, boris), NOW + timedelta(7, 1)
    fresh = offer(anna, boris, now=late)
    # the time counts, not the sweep
    with pytest.raises(Conflict) as error:
        confirm_offer(actor=boris, now=late, game_id=game.pk)
    assert code_of(error) == "offer_lapsed"
    assert (lapse_offers(now=late), lapse_offers(now=late)) == (1, 0)
    game.refresh_from_db()
    assert (game.state, game.closed_at) == ("lapsed", late)
    fresh.refresh_from_db()
    assert fresh.state == "open"


def test_the_seventh_rated_game_of_a_day_is_told_why(pair):
    anna, boris = pair
    for n in range(6):
        left, right = (anna, boris) if n % 2 else (boris, anna)
        last = offer(left, right, now=NOW + timedelta(minutes=5 * n))
    later = NOW + timedelta(hours=1)
    with pytest.raises(Conflict) as error:
        offer(boris, anna, now=later)
    assert (code_of(error), error.value.extra["most"]) == ("day_limit", 6)
    assert not offer(boris, anna, now=later, rated=False).rated
    # another day, other people, and one that is taken back
    assert offer(boris, anna, now=later, played_on=NOW.date() - timedelta(1)).rated
    (carla,) = make_people("carla")
    assert offer(boris, carla, now=later).rated
    withdraw_offer(actor=boris if last.left == boris.player else anna, now=later, game_id=last.pk)
    assert offer(boris, anna, now=later).rated


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"result": CasualResult()}, "result_needed"),
        ({"points": (85, 0)}, "bad_points"),
        ({"points": (-1, 0)}, "bad_points"),
        ({"played_on": NOW.date() - timedelta(15)}, "bad_day"),
        ({"played_on": NOW.date() + timedelta(2)}, "bad_day"),
    ],
)
def test_what_cannot_be_offered(pair, more, code):
    with pytest.raises(InvalidInput) as error:
        offer(*pair, **more)
    assert code_of(error) == code
    assert not CasualGame.objects.exists()


def test_opponents_that_cannot_be(pair):
    anna, boris = pair
    with pytest.raises(InvalidInput) as error:
        offer(anna, anna)
    assert code_of(error) == "same_player"
    with pytest.raises(InvalidInput) as error:
        offer(anna, boris, partners=(boris.player, anna.player))
    assert code_of(error) == "same_player"
    boris.player.user = None
    boris.player.save()
    with pytest.raises(InvalidInput) as error:
        offer(anna, boris)
    assert code_of(error) == "opponent_without_account"


def test_a_record_gives_the_points(pair):
    anna, boris = pair
    sent = record_of(anna)
    mine = sent.record.colours[1]
    game = offer(anna, boris, result=CasualResult(None, sent.public_id, mine))
    scores = sent.record.scores
    assert (game.points_left, game.points_right) == (scores[mine], scores[sent.record.colours[0]])
    assert game.game_key == sent.record.game_key
    sent.refresh_from_db()
    assert sent.visibility == Visibility.LINK
    confirm_offer(actor=boris, now=NOW, game_id=game.pk)
    sent.refresh_from_db()
    assert sent.visibility == Visibility.PUBLIC
    # the same game from the other side
    theirs = record_of(boris)
    with pytest.raises(Conflict) as error:
        offer(boris, anna, result=CasualResult(None, theirs.public_id, mine), now=NOW + timedelta(1))
    assert code_of(error) == "game_claimed"


def test_records_that_prove_nothing(pair):
    anna, boris = pair
    pending = record_of(anna, 2, verify=False)
    good = record_of(anna, 3)
    colour = good.record.colours[0]
    wrong = (good.record.scores[colour] + 1, 0)
    others = record_of(boris, 4)
    for result, code in (
        (CasualResult(None, pending.public_id, colour), "record_pending"),
        (CasualResult(None, good.public_id, "purple"), "bad_colours"),
        (CasualResult(wrong, good.public_id, colour), "figures"),
        (CasualResult(None, others.public_id, colour), "submission_not_found"),
    ):
        with pytest.raises(DomainError) as error:
            offer(anna, boris, result=result)
        assert code_of(error) == code
    with pytest.raises(Conflict) as error:
        carla, dora = make_people("carla", "dora")
        offer(anna, boris, result=CasualResult(None, good.public_id, colour), partners=(carla.player, dora.player))
    assert code_of(error) == "not_two_players"
    # refused by a later engine after it was offered
    game = offer(anna, boris, result=CasualResult(None, good.public_id, colour))
    Record.objects.filter(pk=good.record_id).update(state=RecordState.REJECTED)
    for act in (
        lambda: confirm_offer(actor=boris, now=NOW, game_id=game.pk),
        lambda: offer(anna, boris, result=CasualResult(None, good.public_id, colour), rated=False),
    ):
        with pytest.raises(Conflict) as error:
            act()
        assert code_of(error) == "record_rejected"


def test_robots(pair):
    anna, boris = pair
    admin = make_administrator()
    with pytest.raises(NotPermitted):
        mark_robot(actor=anna, now=NOW, player=boris.player, ranking=300, reason="Weak.")
    with pytest.raises(InvalidInput) as error:
        mark_robot(actor=admin, now=NOW, player=boris.player, ranking=1001, reason="Strong.")
    assert code_of(error) == "bad_ranking"
    for _click in range(2):
        mark_robot(actor=admin, now=NOW, player=boris.player, ranking=300, reason="It is a program.")
    assert ActionLog.objects.filter(action="robot.marked").count() == 1
    game = confirm_offer(actor=admin, now=NOW, game_id=offer(anna, boris, (16, 0)).pk)
    count()
    assert (game.robot, game.robot_ranking) == ("right", 300)
    ((key, change),) = stored().items()
    assert (key, change.opponent) == (("lobby", game.pk, anna.player.pk), 300)
    assert change.difference == pytest.approx(6 * (300 / 500) ** 0.5)
    carla, dora = make_people("carla", "dora")
    with pytest.raises(InvalidInput) as error:
        offer(anna, boris, partners=(carla.player, dora.player))
    assert code_of(error) == "robot_in_pair"
    game = offer(carla, dora)
    mark_robot(actor=admin, now=NOW, player=carla.player, ranking=400, reason="A program.")
    mark_robot(actor=admin, now=NOW, player=dora.player, ranking=400, reason="A program.")
    with pytest.raises(Conflict) as error:
        confirm_offer(actor=dora, now=NOW, game_id=game.pk)
    assert code_of(error) == "robot_in_pair"
    unmark_robot(actor=admin, now=NOW, player=carla.player, reason="A person after all.")
    unmark_robot(actor=admin, now=NOW, player=boris.player, reason="A person after all.")
    assert not play(carla, boris).robot


def test_a_game_between_masters_counts_in_both_rankings(pair):
    anna, boris = pair
    make_master(anna)
    assert not play(anna, boris).between_masters
    make_master(boris)
    game = play(anna, boris, (30, 14))
    assert game.between_masters
    count()
    assert stored()["master", game.pk, anna.player.pk].after.rating == pytest.approx(1514.6)
    assert ("lobby", game.pk, anna.player.pk) in stored()


def test_a_game_of_two_pairs(pair):
    anna, boris = pair
    carla, dora = make_people("carla", "dora")
    game = offer(anna, boris, (30, 14), partners=(carla.player, dora.player))
    with pytest.raises(NotPermitted):
        confirm_offer(actor=anna, now=NOW, game_id=game.pk)
    for _click in range(2):
        game = confirm_offer(actor=dora, now=NOW, game_id=game.pk)
    # another of the same side adds nothing
    game = confirm_offer(actor=boris, now=NOW, game_id=game.pk)
    assert (game.state, game.awaited) == ("open", ((carla.player,),))
    assert [waiting_for(actor.player.pk, NOW) for actor in (anna, boris, carla, dora)] == [0, 0, 1, 0]
    count()
    assert stored() == {}
    assert confirm_offer(actor=carla, now=NOW, game_id=game.pk).state == "confirmed"
    assert ActionLog.objects.filter(action="casual.agreed").count() == 1
    count()
    assert {ladder for ladder, *_ in stored()} == {"doubles"}
    assert sorted(change.difference for change in stored().values()) == pytest.approx([-14.6, -14.6, 14.6, 14.6])
    other = offer(anna, boris, partners=(carla.player, dora.player))
    other = confirm_offer(actor=carla, now=NOW, game_id=other.pk)
    assert (other.state, other.awaited) == ("open", ((boris.player, dora.player),))
    assert refuse_offer(actor=carla, now=NOW, game_id=other.pk, reason="I was not there.").state == "refused"


def test_a_partner_without_account_could_not_confirm(pair):
    carla, dora = make_people("carla", "dora")
    Player.objects.filter(pk=carla.player.pk).update(user=None)
    with pytest.raises(InvalidInput) as error:
        offer(*pair, partners=(Player.objects.get(slug="carla"), dora.player))
    assert (code_of(error), error.value.field) == ("partner_without_account", "partners")


def test_an_administrator_declares_a_game_void(pair):
    anna, boris = pair
    admin = make_administrator()
    first = play(anna, boris, (20, 11))
    second = play(boris, anna, (20, 16), now=NOW + timedelta(hours=1))
    count()
    with pytest.raises(NotPermitted):
        void_game(actor=anna, now=NOW, game_id=first.pk, reason="No.")
    with pytest.raises(InvalidInput):
        void_game(actor=admin, now=NOW, game_id=first.pk, reason="")
    for _click in range(2):
        assert void_game(actor=admin, now=NOW, game_id=first.pk, reason="Played by another.").state == "void"
    with pytest.raises(Conflict) as error:
        void_game(actor=admin, now=NOW, game_id=offer(anna, boris).pk, reason="Not played.")
    assert code_of(error) == "not_confirmed"
    count()
    changes = stored()
    assert set(changes) == {("lobby", second.pk, anna.player.pk), ("lobby", second.pk, boris.player.pk)}
    assert changes["lobby", second.pk, boris.player.pk].before.games == 0
    assert list(first.acts.order_by("pk").values_list("counts", "batch__number", "reason")) == [
        (True, 1, ""), (False, 2, "Played by another."),
    ]  # fmt: skip


def test_the_worker_is_told_and_sweeps(pair, monkeypatch, django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr(tasks.apply_casual_games, "delay", lambda: told.append(1))
    with django_capture_on_commit_callbacks(execute=True):
        play(*pair)
    assert told == [1]
    tasks.apply_casual_games()
    assert len(stored()) == 2
    assert settings.CELERY_BEAT_SCHEDULE["apply-casual-games"]["task"] == tasks.apply_casual_games.name
    # what was offered in May is over by now
    offer(*pair, (1, 0))
    tasks.apply_casual_games()
    assert CasualGame.objects.filter(state=CasualState.LAPSED).count() == 1


def test_nobody_offers_without_a_profile(pair):
    with pytest.raises(NotPermitted) as error:
        offer_game(
            actor=make_administrator(), now=NOW, opponent=pair[0].player, result=CasualResult((1, 0))
        )  # fmt: skip
    assert code_of(error) == "no_profile"
