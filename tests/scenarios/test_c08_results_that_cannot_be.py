"""C8: A pairs with B; "A beat A", "A beat C" and a result for a finished event are refused, the true one is taken."""

import pytest
from django.db import IntegrityError, transaction

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, Match, Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    """A is 1, B is 4, C is 2."""
    return make_scene(4)


def nothing_stored(scene):
    return not (Report.objects.exists() or GameResult.objects.exists() or Decision.objects.exists())


def test_a_match_of_one_against_itself_cannot_even_be_stored(scene):
    """Sides are slots of the match, so "A beat A" cannot be said; the database would refuse it too."""
    match, a = scene.match(1), scene.entries[0]
    common = {"match": match, "left": a, "right": a, "at": NOW, "via": "account"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(**common, version=1, kind="played", winner_side=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.create(**common, number=1, state="open", side=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameResult.objects.create(
            **common, number=1, version=1, raw_left=200, raw_right=0, tp_left=200, tp_right=0, signature="organiser"
        )
    assert nothing_stored(scene)


def test_nobody_confirms_its_own_report_as_its_own_opponent(scene):
    report = scene.report(1, 1)
    with pytest.raises(NotPermitted) as error:
        services.confirm_game(actor=scene.player(1), now=NOW, report_id=report.pk)
    assert error.value.code == "own_report"


@pytest.mark.parametrize(
    ("sides", "code"), [((1, 1), "same_player"), ((1, 2), "wrong_players"), ((4, 1), "sides_swapped")]
)
def test_who_says_who_played_is_told_when_it_is_not_so(scene, sides, code):
    """ "A beat A", "A beat C", and the right two the wrong way round; by a player and by the organiser."""
    entries = tuple(scene.entries[seed - 1].pk for seed in sides)
    arguments = {"now": NOW, "match_id": scene.match(1).pk, "number": 1, "figures": LEFT_WINS, "sides": entries}
    for act, actor in ((services.report_game, scene.player(1)), (services.enter_result, scene.owner)):
        with pytest.raises(InvalidInput) as error:
            act(actor=actor, **arguments)
        assert error.value.code == code
    assert nothing_stored(scene)


def test_a_result_against_somebody_else_is_refused(scene):
    """C is not in the match of A and B, nor A in the match of C."""
    with pytest.raises(NotPermitted) as error:
        scene.report(1, 2)
    assert error.value.code == "not_in_match"
    with pytest.raises(NotPermitted) as error:
        scene.report(2, 1)
    assert error.value.code == "not_in_match"
    assert nothing_stored(scene)


def test_then_the_true_result_is_accepted(scene):
    with pytest.raises(NotPermitted):
        scene.report(1, 2)
    report = scene.report(1, 1)
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    assert scene.winner(1) == 1
    scene.check_cache()


def test_a_result_for_a_finished_event_is_refused(scene):
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    before = list(GameResult.objects.values()), list(Match.objects.values())
    for act in (lambda: scene.report(3, 1, LEFT_WINS), lambda: scene.enter(3)):
        with pytest.raises(Conflict) as error:
            act()
        assert error.value.code == "event_finished"
    assert before == (list(GameResult.objects.values()), list(Match.objects.values()))
