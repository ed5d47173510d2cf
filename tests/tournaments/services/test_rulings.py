"""Results entered and decisions made by organisers."""

import pytest

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, add_arbiter, later, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, Match, Report
from tournaments.services import GameFigures, Ruling, StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return make_scene(4)


def decide(scene, number, *ruling, actor=None, reason="Ruled", **more):
    return services.decide_match(
        actor=actor or scene.owner, now=NOW, match_id=scene.match(number).pk, ruling=Ruling(*ruling, **more),
        reason=reason,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "more", "winner", "tp"),
    [
        ("walkover", {"side": 1}, 1, (None, None)),
        ("default", {"side": 0}, 4, (None, None)),
        ("retired", {"side": 0}, 4, (0, 0)),
        ("adjudicated", {"tp": (150, 50)}, 1, (150, 50)),
        ("adjudicated", {"tp": (100, 100), "side": 1}, 4, (100, 100)),
    ],
)
def test_each_kind_sends_the_right_side_on(scene, kind, more, winner, tp):
    decide(scene, 1, kind, **more)
    decision = Decision.objects.get()
    assert (decision.kind, decision.tp_left, decision.tp_right) == (kind, *tp)
    assert (scene.winner(1), scene.match(1).state) == (winner, "decided")
    scene.check_cache()


@pytest.mark.parametrize(
    ("extra", "stages", "most"), [(0, (), 400), (2, (), 800), (2, [StagePlan("groups", settings={"games": 2})], 400)]
)
def test_no_more_points_are_adjudicated_than_the_games_hold(extra, stages, most):
    scene = make_scene(2, games_by_round=(2,), extra_games=extra, stages=stages)
    for tp in ((most, 1), (most // 2, most // 2 + 1), (-1, 10)):
        with pytest.raises(InvalidInput) as error:
            decide(scene, 1, "adjudicated", tp=tp)
        assert (error.value.code, error.value.field) == ("bad_tp", "tp")
    decide(scene, 1, "adjudicated", tp=(most, 0))
    assert scene.winner(1) == 1


def test_a_double_default_sends_nobody_on(scene):
    decide(scene, 1, "double_default")
    assert (scene.match(1).state, scene.winner(1), scene.sides(3)) == ("decided", None, ("bye", None))
    scene.enter(2)
    assert (scene.match(3).state, scene.winner(3)) == ("bye", 3)


def test_games_played_stand_when_somebody_retires():
    scene = make_scene(2, games_by_round=(4,))
    scene.enter(1, GameFigures(tiles=(11, 10)))
    decide(scene, 1, "retired", side=0)
    decision = Decision.objects.get()
    assert (decision.tp_left, decision.tp_right, scene.winner(1)) == (133, 67, 2)
    with pytest.raises(Conflict) as error:
        scene.enter(1, game=2)
    assert error.value.code == "match_decided"


def test_what_was_decided_is_corrected_not_decided_again(scene):
    scene.enter(1)
    for act in (lambda: decide(scene, 1, "walkover", side=0), lambda: scene.enter(1)):
        with pytest.raises(Conflict) as error:
            act()
        assert error.value.code in ("match_decided", "game_decided")
    with pytest.raises(Conflict) as error:
        decide(scene, 3, "walkover", side=0)
    assert error.value.code == "match_waiting"


def test_fault_needs_a_reason_and_a_ruling_an_arbiter(scene):
    with pytest.raises(InvalidInput) as error:
        decide(scene, 1, "default", side=0, reason="")
    assert error.value.code == "reason_needed"
    decide(scene, 1, "walkover", side=1, reason="", actor=add_arbiter(scene))
    for actor in (scene.player(2), scene.player(1)):
        with pytest.raises(NotPermitted):
            decide(scene, 2, "walkover", side=1, actor=actor)


def test_entering_a_result_answers_the_players_reports(scene):
    alike = scene.report(1, 1)
    scene.enter(1)
    other = scene.report(2, 2, RIGHT_WINS)
    scene.enter(2, LEFT_WINS)
    alike.refresh_from_db()
    other.refresh_from_db()
    assert (alike.state, other.state) == ("confirmed", "superseded")
    assert set(GameResult.objects.values_list("signature", flat=True)) == {"organiser"}


def test_a_ruling_sets_reports_aside(scene):
    scene.report(1, 1)
    decide(scene, 1, "walkover", side=0)
    assert Report.objects.get().state == "superseded"


def test_several_games_at_once_all_or_none():
    scene = make_scene(2, games_by_round=(3,))
    arguments = {"actor": scene.owner, "now": NOW, "match_id": scene.match(1).pk}
    with pytest.raises(Conflict) as error:
        services.enter_results(**arguments, games={1: LEFT_WINS, 9: LEFT_WINS})
    assert error.value.code == "game_not_due"
    assert not GameResult.objects.exists()
    services.enter_results(**arguments, games={1: LEFT_WINS, 2: RIGHT_WINS, 3: LEFT_WINS})
    assert scene.winner(1) == 1
    with pytest.raises(InvalidInput):
        services.enter_results(**arguments, games={})


def test_only_organisers_enter_results(scene):
    with pytest.raises(NotPermitted):
        services.enter_result(actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, number=1, figures=LEFT_WINS)


def test_deadlines_of_a_round(scene):
    arguments = {"now": NOW, "event_id": scene.event.pk}
    assert services.set_deadline(actor=scene.owner, **arguments, round_number=1, deadline=later(days=7)) == 2
    assert set(Match.objects.filter(round=1).values_list("deadline", flat=True)) == {later(days=7)}
    with pytest.raises(InvalidInput):
        services.set_deadline(actor=scene.owner, **arguments, round_number=9, deadline=later(days=7))
    with pytest.raises(InvalidInput):
        services.set_deadline(
            actor=scene.owner, **arguments, round_number=1, deadline=later(days=7).replace(tzinfo=None)
        )
    with pytest.raises(NotPermitted):
        services.set_deadline(actor=scene.player(1), **arguments, round_number=1, deadline=None)
