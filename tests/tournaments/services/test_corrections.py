"""Corrections: the plan, the digest, versions, VOID as a stored fact, bringing back."""

import pytest

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted, StaleVersion
from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, add_arbiter, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult
from tournaments.services import Correction, GameFigures, Ruling

pytestmark = pytest.mark.django_db

FLIP = Correction(games={1: RIGHT_WINS})


@pytest.fixture
@kept
def scene():
    """Four players, all played: 1 beat 4, 3 beat 2, 1 beat 3."""
    return make_scene(4, played=True)


def correct(scene, number, correction=FLIP, **more):
    more.setdefault("reason", "Sheet misread")
    return services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(number).pk, correction=correction, **more
    )


def plan(scene, number, correction=FLIP):
    return services.plan_correction(actor=scene.owner, match_id=scene.match(number).pk, correction=correction).plan


def versions(scene, number):
    return list(
        Decision.objects.filter(match=scene.match(number))
        .order_by("version")
        .values_list("version", "kind", "winner_side", "current")
    )


def test_a_score_that_leaves_the_winner_is_corrected_at_once(scene):
    correct(scene, 1, Correction(games={1: GameFigures(tiles=(49, 10))}))
    assert versions(scene, 1) == [(1, "played", 0, True)]
    assert GameResult.objects.get(match=scene.match(1), current=True).tiles_left == 49
    correct(scene, 1, Correction(games={1: GameFigures(tiles=(20, 10))}))
    assert versions(scene, 1) == [(1, "played", 0, False), (2, "played", 0, True)]
    assert versions(scene, 3) == [(1, "played", 0, True)]
    assert list(
        GameResult.objects.filter(match=scene.match(1)).order_by("version").values_list("tiles_left", "ended", "reason")
    ) == [(50, "corrected", ""), (49, "corrected", "Sheet misread"), (20, "", "Sheet misread")]


def test_a_plan_stores_nothing(scene):
    before = list(Decision.objects.values()), list(GameResult.objects.values()), scene.reload().version
    shown = plan(scene, 1)
    assert [v.decision.match for v in shown.voided] == [scene.match(3).pk]
    assert before == (list(Decision.objects.values()), list(GameResult.objects.values()), scene.reload().version)


def test_what_depends_is_named_and_changed_only_with_the_digest(scene):
    with pytest.raises(Conflict) as error:
        correct(scene, 1)
    assert (error.value.code, error.value.extra["depends"]) == ("result_depends", [3])
    assert versions(scene, 1) == [(1, "played", 0, True)]
    with pytest.raises(Conflict) as wrong:
        correct(scene, 1, digest="0" * 64)
    assert wrong.value.code == "plan_changed"

    correct(scene, 1, digest=error.value.extra["digest"])
    assert versions(scene, 1) == [(1, "played", 0, False), (2, "played", 1, True)]
    assert versions(scene, 3) == [(1, "played", 0, False), (2, "void", None, True)]
    void = Decision.objects.get(match=scene.match(3), current=True)
    assert (void.void_cause, void.void_match, void.void_version) == ("decision", scene.match(1), 2)
    assert (scene.sides(3), scene.match(3).state) == (("4", "3"), "open")
    ended = GameResult.objects.get(match=scene.match(3))
    assert (ended.current, ended.ended) == (False, "pairing")
    scene.check_cache()


def test_what_was_voided_comes_back_only_when_chosen(scene):
    correct(scene, 1, digest=plan(scene, 1).digest)
    back = Correction(games={1: LEFT_WINS})
    shown = plan(scene, 1, back)
    assert [offer.decision.match for offer in shown.reinstatable] == [scene.match(3).pk]
    with pytest.raises(Conflict):
        correct(scene, 1, back)
    correct(scene, 1, back, digest=shown.digest, reinstate=[scene.match(3).pk])
    decision = Decision.objects.get(match=scene.match(3), current=True)
    assert (decision.version, decision.kind, decision.reinstates) == (3, "played", 1)
    game = GameResult.objects.get(match=scene.match(3), current=True)
    assert (game.version, game.signature, game.tiles_left) == (2, "reinstated", 50)
    assert scene.winner(3) == 1
    scene.check_cache()


def test_what_was_not_chosen_can_still_be_brought_back_by_itself(scene):
    correct(scene, 1, digest=plan(scene, 1).digest)
    back = Correction(games={1: LEFT_WINS})
    correct(scene, 1, back, digest=plan(scene, 1, back).digest)
    assert (scene.sides(3), scene.match(3).state) == (("1", "3"), "open")
    services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(3).pk, reason="It was right")
    assert (scene.winner(3), scene.match(3).state) == (1, "decided")
    with pytest.raises(Conflict) as error:
        services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(3).pk, reason="Again")
    assert error.value.code == "nothing_to_reinstate"
    scene.check_cache()


def test_games_of_a_half_played_match_come_back_with_its_pairing():
    scene = make_scene(4, games_by_round=(1, 3))
    scene.enter(1)
    scene.enter(2)
    scene.enter(3, game=1)
    shown = plan(scene, 1)
    assert shown.voided == ()
    with pytest.raises(Conflict) as error:
        correct(scene, 1)
    assert error.value.extra["depends"] == [3]
    correct(scene, 1, digest=shown.digest)
    assert not GameResult.objects.filter(match=scene.match(3), current=True).exists()
    correct(scene, 1, Correction(games={1: LEFT_WINS}))
    services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(3).pk, reason="They had played")
    assert GameResult.objects.filter(match=scene.match(3), current=True).count() == 1
    scene.check_cache()


def test_clearing_opens_the_match_again_and_is_never_offered_back(scene):
    clear = Correction(clear=True)
    correct(scene, 1, clear, digest=plan(scene, 1, clear).digest)
    assert versions(scene, 1)[-1] == (2, "void", None, True)
    assert Decision.objects.get(match=scene.match(1), current=True).void_cause == "cleared"
    assert (scene.match(1).state, scene.sides(3)) == ("open", (None, "3"))
    assert not GameResult.objects.filter(match=scene.match(1), current=True).exists()
    with pytest.raises(Conflict) as error:
        correct(scene, 1, clear)
    assert error.value.code == "nothing_to_clear"
    with pytest.raises(Conflict) as error:
        services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(1).pk, reason="Back")
    assert error.value.code == "nothing_to_reinstate"
    scene.enter(1)
    assert (scene.winner(1), scene.sides(3), scene.match(3).state) == (1, ("1", "3"), "open")
    scene.check_cache()


def test_games_that_no_longer_decide_open_the_match_again():
    scene = make_scene(2, games_by_round=(2,))
    scene.enter(1, game=1)
    scene.enter(1, game=2)
    correct(scene, 1, Correction(games={2: None}))
    assert (scene.match(1).state, scene.winner(1)) == ("open", None)
    assert versions(scene, 1)[-1][1] == "void"
    scene.enter(1, LEVEL, game=2)
    assert scene.winner(1) == 1
    scene.check_cache()


def test_a_ruling_replaces_games_and_games_replace_a_ruling(scene):
    ruling = Correction(ruling=Ruling("default", side=0))
    shown = plan(scene, 1, ruling)
    correct(scene, 1, ruling, digest=shown.digest)
    assert (scene.winner(1), versions(scene, 1)[-1]) == (4, (2, "default", 1, True))
    with pytest.raises(Conflict) as error:
        correct(scene, 1, ruling)
    assert error.value.code == "no_change"
    games = Correction(games={1: LEFT_WINS})
    correct(scene, 1, games, digest=plan(scene, 1, games).digest)
    assert (scene.winner(1), versions(scene, 1)[-1]) == (1, (3, "played", 0, True))
    scene.check_cache()


def test_the_finished_event_is_running_again_when_something_is_open_again(scene):
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    correct(scene, 1, Correction(games={1: GameFigures(tiles=(30, 10))}))
    assert scene.reload().state == "finished"
    correct(scene, 1, digest=plan(scene, 1).digest)
    assert (scene.reload().state, scene.event.finished_at) == ("running", None)


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (Correction(), "bad_correction"),
        (Correction(games={1: LEFT_WINS}, clear=True), "bad_correction"),
        (Correction(games={1: GameFigures(tiles=(1, 99))}), "bad_tiles"),
        (Correction(games={5: LEFT_WINS}), "bad_game_number"),
        (Correction(games={0: LEFT_WINS}), "bad_game_number"),
        (Correction(ruling=Ruling("played", side=0)), "bad_kind"),
        (Correction(ruling=Ruling("walkover")), "bad_side"),
        (Correction(ruling=Ruling("adjudicated")), "bad_tp"),
        (Correction(ruling=Ruling("adjudicated", tp=(150, 60))), "bad_tp"),
        (Correction(ruling=Ruling("adjudicated", tp=(100, 100))), "level_ruling"),
        (Correction(ruling=Ruling("adjudicated", side=0, tp=(50, 150))), "ruling_differs"),
        (Correction(ruling=Ruling("walkover", side=0, tp=(1, 2))), "bad_tp"),
    ],
)
def test_corrections_that_cannot_be(scene, correction, code):
    for act in (lambda: plan(scene, 1, correction), lambda: correct(scene, 1, correction, digest="x")):
        with pytest.raises((InvalidInput, Conflict)) as error:
            act()
        assert error.value.code == code


def test_a_correction_needs_a_reason_a_change_and_an_arbiter(scene):
    with pytest.raises(InvalidInput) as error:
        correct(scene, 1, reason=" ")
    assert error.value.code == "reason_needed"
    with pytest.raises(Conflict) as error:
        correct(scene, 1, Correction(games={1: LEFT_WINS}))
    assert error.value.code == "no_change"
    with pytest.raises(StaleVersion):
        correct(scene, 1, expected_version=1)
    arguments = {"match_id": scene.match(1).pk, "correction": FLIP}
    with pytest.raises(NotPermitted):
        services.plan_correction(actor=scene.player(1), **arguments)
    with pytest.raises(NotPermitted):
        services.correct_result(actor=scene.player(1), now=NOW, reason="x", **arguments)
    arbiter = add_arbiter(scene)
    assert services.plan_correction(actor=arbiter, **arguments).plan.digest == plan(scene, 1).digest


def test_the_digest_of_a_plan_that_is_another_by_now_is_refused(scene):
    shown = plan(scene, 1)
    final = Correction(games={1: RIGHT_WINS})
    correct(scene, 3, final)
    with pytest.raises(Conflict) as error:
        correct(scene, 1, digest=shown.digest)
    assert error.value.code == "plan_changed"


def test_places_follow_a_correction(scene):
    assert [scene.entry(n).place for n in (1, 2, 3, 4)] == [1, 3, 2, 3]
    correct(scene, 3)
    assert [scene.entry(n).place for n in (1, 2, 3, 4)] == [2, 3, 1, 3]
    correct(scene, 1, digest=plan(scene, 1).digest)
    assert [scene.entry(n).place for n in (1, 2, 3, 4)] == [3, 3, None, None]


def test_a_match_whose_two_meet_again_through_another_result_begins_anew():
    scene = make_scene(8)
    scene.enter(1)
    scene.enter(2, RIGHT_WINS)
    scene.enter(5, RIGHT_WINS)  # 4 beats 1
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=FLIP)
    correct(scene, 1, digest=planned.plan.digest)
    scene.enter(5, RIGHT_WINS)  # 4 beats 8
    scene.play_all()
    assert scene.sides(7)[0] == "4"
    # 1 plays 4 again, and that result is brought back: 4 has never left the final, but on other grounds
    back = Correction(games={1: LEFT_WINS})
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=back)
    correct(scene, 1, back, digest=planned.plan.digest, reinstate=[scene.match(5).pk])
    assert (scene.sides(7)[0], scene.match(7).state) == ("4", "open")
    assert not GameResult.objects.filter(match=scene.match(7), current=True).exists()
    services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(7).pk, reason="The same two played")
    assert GameResult.objects.get(match=scene.match(7), current=True).signature == "reinstated"
    assert scene.match(7).state == "decided"
    scene.check_cache()
