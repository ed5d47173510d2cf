"""Penalties for time: claimed, withdrawn, objected to, ruled."""

import pytest
from django.test import Client

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, add_arbiter, later, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, TimePenalty
from tournaments.selectors.pages.todo import load_todo
from tournaments.services import GameFigures, Ruling, StagePlan

pytestmark = pytest.mark.django_db

# 13.3 : 6.7, and the left side used 17 minutes: 3 TP
SLOW_LEFT = GameFigures(tiles=(11, 10), seconds=(17 * 60 + 59, 600))


@pytest.fixture
def scene():
    return make_scene(2, games_by_round=(2,))


def tp():
    return list(GameResult.objects.filter(current=True).order_by("number").values_list("tp_left", "tp_right"))


def claim(scene, seed, **more):
    more.setdefault("now", NOW)
    return services.claim_time(actor=scene.player(seed), match_id=scene.match(1).pk, **more)


def test_a_claim_ticked_in_the_report_counts_with_the_game(scene):
    report = scene.report(1, 2, SLOW_LEFT, claims_time=True)
    services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert tp() == [(103, 97)]
    result = GameResult.objects.get()
    assert (result.raw_left, result.penalty_left, result.penalty_right) == (133, 30, 0)


def test_nothing_is_charged_without_a_claim(scene):
    report = scene.report(1, 2, SLOW_LEFT)
    services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert tp() == [(133, 67)]


def test_a_claim_goes_with_the_report_it_was_made_in(scene):
    report = scene.report(1, 2, SLOW_LEFT, claims_time=True)
    services.withdraw_report(actor=scene.player(2), now=NOW, report_id=report.pk)
    scene.report(1, 2, SLOW_LEFT, claims_time=True)
    report = scene.report(1, 2, SLOW_LEFT)
    services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert tp() == [(133, 67)]
    assert set(TimePenalty.objects.values_list("state", flat=True)) == {"withdrawn"}


def test_a_claim_made_by_itself_stays_when_the_report_is_made_again(scene):
    scene.report(1, 2, SLOW_LEFT)
    claim(scene, 2, number=1, minutes=17)
    report = scene.report(1, 2, SLOW_LEFT)
    services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert tp() == [(103, 97)]


def test_both_sides_may_claim_and_the_two_are_netted(scene):
    both = GameFigures(tiles=(11, 10), seconds=(17 * 60, 15 * 60))
    report = scene.report(1, 2, both, claims_time=True)
    services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk, claims_time=True)
    assert tp() == [(113, 87)]


def test_a_claim_after_the_result_counts_the_game_anew(scene):
    scene.enter(1, LEFT_WINS)
    claim(scene, 2, number=1, minutes=15)
    assert tp() == [(190, 10)]
    assert list(GameResult.objects.order_by("version").values_list("version", "current", "ended")) == [
        (1, False, "corrected"), (2, True, ""),
    ]  # fmt: skip


def test_a_claim_can_be_withdrawn_for_24_hours(scene):
    scene.enter(1, LEFT_WINS)
    claim(scene, 2, number=1, minutes=15)
    arguments = {"match_id": scene.match(1).pk, "number": 1}
    with pytest.raises(Conflict) as error:
        services.withdraw_time_claim(actor=scene.player(2), now=later(hours=24, seconds=1), **arguments)
    assert error.value.code == "claim_too_late"
    with pytest.raises(Conflict):
        services.withdraw_time_claim(actor=scene.player(1), now=NOW, **arguments)
    services.withdraw_time_claim(actor=scene.player(2), now=later(hours=24), **arguments)
    assert tp() == [(200, 0)]


@pytest.mark.parametrize("hours", [0, 2])
def test_time_is_claimed_before_the_next_game_or_within_the_hour(scene, hours):
    scene.enter(1, LEFT_WINS)
    scene.enter(1, RIGHT_WINS, game=2)
    if hours:
        with pytest.raises(Conflict) as error:
            claim(scene, 2, number=1, minutes=20, now=later(hours=hours))
        assert error.value.code == "claim_too_late"
    else:
        claim(scene, 2, number=1, minutes=20)
        assert tp()[0] == (140, 60)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"number": 1, "minutes": 14}, "no_penalty"),
        ({"number": 1, "minutes": -1}, "bad_time"),
        ({"number": 2, "minutes": 20}, "game_unknown"),
    ],
)
def test_claims_that_cannot_be(scene, arguments, code):
    scene.enter(1, LEFT_WINS)
    with pytest.raises((Conflict, InvalidInput)) as error:
        claim(scene, 2, **arguments)
    assert error.value.code == code


def test_a_claim_needs_the_time(scene):
    with pytest.raises(InvalidInput) as error:
        scene.report(1, 2, LEFT_WINS, claims_time=True)
    assert (error.value.code, error.value.field) == ("no_penalty", "seconds_left")


def test_one_claim_a_game(scene):
    scene.enter(1, LEFT_WINS)
    claim(scene, 2, number=1, minutes=15)
    with pytest.raises(Conflict) as error:
        claim(scene, 2, number=1, minutes=16)
    assert error.value.code == "claimed_already"


def test_no_more_is_claimed_than_the_result_says(scene):
    scene.enter(1, SLOW_LEFT)
    with pytest.raises(InvalidInput) as error:
        claim(scene, 2, number=1, minutes=18)
    assert (error.value.code, error.value.extra) == ("more_than_reported", {"minutes": 17})
    assert tp() == [(133, 67)]
    claim(scene, 2, number=1, minutes=17)
    assert tp() == [(103, 97)]


def test_one_sides_word_does_not_turn_a_decided_match():
    scene = make_scene(2)
    scene.enter(1, LEFT_WINS)
    winner = scene.winner(1)
    with pytest.raises(Conflict) as error:
        claim(scene, 2, number=1, minutes=60)
    assert error.value.code == "claim_turns_match"
    assert scene.winner(1) == winner
    assert tp() == [(200, 0)]
    assert not TimePenalty.objects.exists()
    services.rule_time(
        actor=add_arbiter(scene), now=NOW, match_id=scene.match(1).pk, number=1, side=0, tenths=150, reason="Seen."
    )
    assert tp() == [(50, 150)]


def test_an_arbiter_sets_and_strikes(scene):
    arbiter = add_arbiter(scene)
    scene.enter(1, LEFT_WINS)
    claim(scene, 2, number=1, minutes=20)
    arguments = {"actor": arbiter, "now": NOW, "match_id": scene.match(1).pk, "number": 1, "side": 0}
    services.rule_time(**arguments, tenths=20, reason="The clock stood still for a while")
    assert tp() == [(180, 20)]
    services.rule_time(**arguments, tenths=0, reason="It never ran")
    assert tp() == [(200, 0)]
    assert list(TimePenalty.objects.order_by("pk").values_list("state", flat=True)) == ["struck", "struck"]
    for bad, code in (({"tenths": 201}, "bad_penalty"), ({"tenths": 1, "side": 2}, "bad_side")):
        with pytest.raises(InvalidInput) as error:
            services.rule_time(**{**arguments, **bad}, reason="x")
        assert error.value.code == code
    with pytest.raises(InvalidInput, match="why"):
        services.rule_time(**arguments, tenths=10, reason="")
    with pytest.raises(NotPermitted):
        services.rule_time(**{**arguments, "actor": scene.player(2)}, tenths=10, reason="x")


def test_a_claim_that_turns_a_decided_match_waits_for_an_arbiter_once_something_depends_on_it():
    scene = make_scene(4)
    scene.enter(1, GameFigures(tiles=(11, 10)))
    scene.enter(2)
    scene.enter(3)
    with pytest.raises(Conflict) as error:
        services.claim_time(actor=scene.player(4), now=NOW, match_id=scene.match(1).pk, number=1, minutes=20)
    assert error.value.code == "result_depends"
    assert error.value.extra["depends"] == [3]
    assert not TimePenalty.objects.exists()

    ruling = {
        "actor": scene.owner, "now": NOW, "match_id": scene.match(1).pk, "number": 1, "side": 0, "tenths": 60,
        "reason": "Regulation 1.3",
    }  # fmt: skip
    with pytest.raises(Conflict) as error:
        services.rule_time(**ruling)
    services.rule_time(**ruling, digest=error.value.extra["digest"])
    assert (scene.winner(1), scene.sides(3), scene.match(3).state) == (4, ("4", "3"), "open")
    scene.check_cache()


def test_a_claim_may_turn_a_match_nobody_has_played_on_from():
    scene = make_scene(4)
    scene.enter(1, GameFigures(tiles=(11, 10), seconds=(20 * 60, None)))
    claim(scene, 4, number=1, minutes=20)
    assert (scene.winner(1), scene.sides(3)) == (4, ("4", None))
    assert list(Decision.objects.order_by("version").values_list("kind", "winner_side")) == [
        ("played", 0), ("played", 1),
    ]  # fmt: skip
    scene.check_cache()


@pytest.mark.parametrize(
    ("ruling", "stages", "totals"),
    [
        # the side that won on the table has retired: its games are counted anew, the winner stays
        (Ruling("retired", side=0, excused=False), (), (103, 97)),
        (Ruling("retired", side=0, excused=False), (StagePlan("groups", settings={"games": 2}),), (103, 97)),
        # what an arbiter has set stays as it was set
        (Ruling("adjudicated", tp=(190, 210)), (), (190, 210)),
        (Ruling("default", side=0), (), (None, None)),
    ],
)
def test_time_never_takes_an_arbiters_decision_away(ruling, stages, totals):
    scene = make_scene(2, games_by_round=(2,), stages=stages)
    scene.enter(1, SLOW_LEFT)
    services.decide_match(actor=scene.owner, now=NOW, match_id=scene.match(1).pk, ruling=ruling, reason="x")
    claim(scene, 2, number=1, minutes=17)
    decision = Decision.objects.get(current=True)
    assert (decision.kind, decision.tp_left, decision.tp_right) == (ruling.kind, *totals)
    assert (decision.excused, scene.winner(1), tp()) == (ruling.excused, 2, [(103, 97)])
    scene.check_cache()
    services.rule_time(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, number=1, side=0, tenths=0, reason="clock"
    )
    assert (Decision.objects.get(current=True).kind, scene.winner(1), tp()) == (ruling.kind, 2, [(133, 67)])
    scene.check_cache()


@pytest.mark.parametrize("number", [0, 3, 10**6])
def test_an_arbiter_rules_on_time_in_the_games_of_the_match_only(scene, number):
    with pytest.raises(InvalidInput) as error:
        services.rule_time(
            actor=scene.owner, now=NOW, match_id=scene.match(1).pk, number=number, side=0, tenths=10, reason="x"
        )
    assert (error.value.code, error.value.field) == ("bad_game_number", "game")
    assert not TimePenalty.objects.exists()


def test_the_accused_side_may_object_and_an_arbiter_is_asked_to_rule(scene):
    scene.enter(1, LEFT_WINS)
    claim(scene, 2, number=1, minutes=15)
    counted = tp()
    objected = {"now": NOW, "match_id": scene.match(1).pk, "number": 1, "reason": "The clock was stopped"}
    for seed, more, code in ((2, {}, "nothing_claimed"), (1, {"reason": " "}, "reason_needed"),
                             (1, {"number": 2}, "nothing_claimed")):  # fmt: skip
        with pytest.raises((Conflict, InvalidInput)) as error:
            services.object_to_claim(actor=scene.player(seed), **objected | more)
        assert error.value.code == code
    page, client = f"/events/{scene.event.slug}/matches/1/", Client()
    client.force_login(scene.player(1).user)
    assert "Object to this claim" in client.get(page).content.decode()
    assert client.post(f"{page}object/", {"game": 1, "reason": "The clock was stopped"}).status_code == 302
    assert tp() == counted
    assert "The clock was stopped" in client.get(page).content.decode()
    program = f"/api/v1/matches/{scene.match(1).pk}/games/1/time-claim/objection/"
    again = client.post(program, {"reason": "Again"}, content_type="application/json")
    assert again.json()["errors"][0]["code"] == "objected_already"
    problems = [problem.text for problem in load_todo(scene.reload(), now=NOW) if problem.code == "time_objection"]
    assert problems == ["Objection to a time claim: M1, game 1"]
    services.rule_time(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, number=1, side=0, tenths=0, reason="It was"
    )
    assert not [problem for problem in load_todo(scene.reload(), now=NOW) if problem.code == "time_objection"]
