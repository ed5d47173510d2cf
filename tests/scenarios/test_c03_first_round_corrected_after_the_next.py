"""C3: as C2, but the second round is in and its winner stands in the final."""

import pytest

from tantrix_site.errors import Conflict
from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult
from tournaments.services import Correction

pytestmark = pytest.mark.django_db

FLIP = Correction(games={1: RIGHT_WINS})


@pytest.fixture
@kept
def scene():
    """1 beat 8, 4 beat 5, 1 beat 4; the other half has sent a finalist who waits, or plays."""
    scene = make_scene(8)
    scene.enter(1)
    scene.enter(2, RIGHT_WINS)
    scene.enter(5)
    assert scene.sides(7) == ("1", None)
    return scene


def correct(scene, correction=FLIP, **more):
    return services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=correction, reason="Upside down", **more
    )


def test_it_is_refused_and_names_what_depends_on_it(scene):
    scene.enter(3)
    scene.enter(4)
    scene.enter(6)
    scene.enter(7)
    with pytest.raises(Conflict) as error:
        correct(scene)
    assert error.value.code == "result_depends"
    assert error.value.extra["depends"] == [5, 7]
    assert scene.winner(1) == 1
    assert scene.winner(7) == 1


def test_after_the_plan_was_seen_the_second_round_is_open_and_the_final_empty(scene):
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=FLIP)
    correct(scene, digest=planned.plan.digest)
    assert (scene.sides(5), scene.match(5).state) == (("8", "4"), "open")
    assert (scene.sides(7), scene.match(7).state) == ((None, None), "waiting")
    assert not GameResult.objects.filter(match=scene.match(5), current=True).exists()
    void = Decision.objects.get(match=scene.match(5), current=True)
    assert (void.kind, void.void_match, void.winner_side) == ("void", scene.match(1), None)
    assert scene.winner(5) is None
    scene.check_cache()


def test_never_the_old_score_for_the_new_pair(scene):
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=FLIP)
    correct(scene, digest=planned.plan.digest)
    of_the_new_pair = GameResult.objects.filter(match=scene.match(5), left=scene.entries[7])
    assert not of_the_new_pair.exists()
    assert not Decision.objects.filter(match=scene.match(5), left=scene.entries[7]).exists()


def test_taken_back_the_result_returns_only_when_asked_for(scene):
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=FLIP)
    correct(scene, digest=planned.plan.digest)
    back = Correction(games={1: LEFT_WINS})
    planned = services.plan_correction(actor=scene.owner, match_id=scene.match(1).pk, correction=back)
    assert [offer.decision.match for offer in planned.plan.reinstatable] == [scene.match(5).pk]
    correct(scene, back, digest=planned.plan.digest, reinstate=[scene.match(5).pk])
    assert (scene.winner(5), scene.sides(7)) == (1, ("1", None))
    scene.check_cache()
