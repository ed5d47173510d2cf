"""Corrections on boards: what follows for the team match and what was built on it (`docs/regulations.md` 3.2)."""

import pytest

from tantrix_site.errors import Conflict
from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, LEVEL, RIGHT_WINS
from tests.tournaments.team_scene import TeamScene, team_scene
from tournaments import services
from tournaments.models import Decision, DecisionKind, GameResult, Match, MatchState
from tournaments.selectors.team_matches import boards_of_match
from tournaments.services import Correction, Ruling, StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def scene() -> TeamScene:
    """Four teams; both semi-finals are won by the left side, 120:0 after three boards."""
    scene = team_scene(("FR", "GB", "DE", "HU"))
    for match in Match.objects.filter(event=scene.event, round=1):
        scene.win(match, 0, boards=(1, 2, 3))
    return scene


def final_of(scene: TeamScene) -> Match:
    return Match.objects.get(event=scene.event, winner_place=1)


def test_a_corrected_board_turns_its_match_and_the_plan_names_what_depends_on_it(scene):
    semi = Match.objects.filter(event=scene.event, round=1).order_by("number")[0]
    final = final_of(scene)
    left, right = scene.sides(semi)
    scene.win(final, 0, boards=(1, 2, 3))
    kept = GameResult.objects.filter(match__team_match=final, current=True).count()
    first = scene.act(
        match_id=scene.board(semi, 1).pk,
        correction=Correction(games={1: RIGHT_WINS, 2: RIGHT_WINS}),
        reason="read wrongly",
    )
    # with two boards of three the match is open again, and the final loses a side
    plan = services.plan_correction(actor=scene.owner, match_id=first["match_id"], correction=first["correction"])
    assert [lost.decision.match for lost in plan.plan.voided] == [final.pk]
    with pytest.raises(Conflict) as depends:
        services.correct_result(**first)
    assert depends.value.code == "result_depends"
    services.correct_result(**first, digest=plan.plan.digest)
    semi.refresh_from_db()
    final.refresh_from_db()
    assert (semi.state, final.state) == (MatchState.OPEN, MatchState.WAITING)
    assert not GameResult.objects.filter(match__team_match=final, current=True).exists()
    assert scene.seated(final, 1) == [None, None]
    scene.check()

    # the other team wins and plays the final in an order of its own
    for board in (2, 3):
        correction = Correction(games={1: RIGHT_WINS, 2: RIGHT_WINS})
        services.correct_result(
            **scene.act(match_id=scene.board(semi, board).pk, correction=correction, reason="read wrongly")
        )
    final.refresh_from_db()
    assert right in scene.sides(final)
    scene.win(final, 1, boards=(1, 2, 3))
    scene.check()

    # and back again: the earlier final is offered, and its boards come back with it
    taken = Correction(games={1: LEFT_WINS, 2: LEFT_WINS})
    for board in (1, 2):
        given = scene.act(match_id=scene.board(semi, board).pk, correction=taken, reason="it was right")
        plan = services.plan_correction(actor=scene.owner, match_id=given["match_id"], correction=taken)
        services.correct_result(**given, digest=plan.plan.digest)
    correction = scene.act(match_id=scene.board(semi, 3).pk, correction=taken, reason="it was right")
    plan = services.plan_correction(actor=scene.owner, match_id=correction["match_id"], correction=taken)
    assert [offer.decision.match for offer in plan.plan.reinstatable] == [final.pk]
    services.correct_result(**correction, digest=plan.plan.digest, reinstate=[final.pk])
    final.refresh_from_db()
    assert (final.state, left in scene.sides(final)) == (MatchState.DECIDED, True)
    assert GameResult.objects.filter(match__team_match=final, current=True).count() == kept
    assert boards_of_match(final).tp == (1200, 0)
    scene.check()


def test_a_ruling_on_the_teams_stands_above_the_boards_until_it_is_taken_back(scene):
    final = final_of(scene)
    scene.open(final)
    scene.enter(final, 1, LEFT_WINS, LEVEL)
    ruling = Ruling(DecisionKind.DEFAULT, side=0)
    services.decide_match(**scene.act(match_id=final.pk, ruling=ruling, reason="did not come back"))
    with pytest.raises(Conflict) as over:
        scene.enter(final, 2, LEFT_WINS)
    assert over.value.code == "match_decided"
    services.correct_result(**scene.act(match_id=final.pk, correction=Correction(clear=True), reason="they came"))
    scene.enter(final, 2, LEFT_WINS, LEFT_WINS)
    scene.enter(final, 3, LEFT_WINS)
    scene.enter(final, 4, LEFT_WINS)
    final.refresh_from_db()
    decision = Decision.objects.get(match=final, current=True)
    assert (decision.kind, decision.tp_left, final.winner.name) == ("played", 1100, scene.sides(final)[0])
    with pytest.raises(Conflict) as by_boards:
        services.correct_result(**scene.act(match_id=final.pk, correction=Correction(clear=True), reason="why not"))
    assert by_boards.value.code == "played_on_boards"


def test_a_default_at_a_board_counts_in_the_total_of_a_group_and_its_standings():
    plans = [StagePlan("groups", settings={"groups": 1, "games": 2})]
    scene = team_scene(("FR", "GB", "DE"), plans=plans)
    match = Match.objects.filter(event=scene.event).order_by("number")[0]
    scene.open(match)
    for board in (1, 2, 3, 4):
        scene.enter(match, board, LEVEL, LEVEL)
    ruling = Ruling(DecisionKind.DEFAULT, side=1)
    last = scene.board(match, 5)
    services.decide_match(**scene.act(match_id=last.pk, ruling=ruling, reason="no show"))
    match.refresh_from_db()
    assert (match.state, boards_of_match(match).tp) == (MatchState.DECIDED, (1100, 800))
    correction = Correction(games={1: LEVEL, 2: LEVEL})
    services.correct_result(**scene.act(match_id=last.pk, correction=correction, reason="they did play"))
    match.refresh_from_db()
    decision = Decision.objects.get(match=match, current=True)
    # level on every board: in a table it stays level
    assert (decision.tp_left, decision.tp_right, decision.winner_side) == (1000, 1000, None)
    scene.check()
