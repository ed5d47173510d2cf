"""Withdrawals and disqualifications, and taking them back."""

import pytest

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, make_scene
from tournaments import services
from tournaments.models import Decision, Exit, ExitKind, Match
from tournaments.services import Correction, StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return make_scene(4)


def withdraw(scene, seed, actor=None, **more):
    actor = actor or scene.player(seed)
    entry_id = scene.entries[seed - 1].pk
    planned = services.plan_exit(actor=actor, now=NOW, entry_id=entry_id)
    digest = None if planned is None else planned.plan.digest
    return services.withdraw_entry(actor=actor, now=NOW, entry_id=entry_id, digest=digest, **more)


def come_back(scene, seed, **more):
    entry_id = scene.entries[seed - 1].pk
    planned = services.plan_return(actor=scene.owner, now=NOW, entry_id=entry_id)
    return services.revoke_exit(
        actor=scene.owner, now=NOW, entry_id=entry_id, reason="A mistake", digest=planned.plan.digest, **more
    )


def test_an_open_match_becomes_a_walkover_without_a_decision(scene):
    with pytest.raises(Conflict) as error:
        services.withdraw_entry(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk)
    assert (error.value.code, error.value.extra["depends"]) == ("result_depends", [1])
    assert scene.entry(4).state == "accepted"
    assert withdraw(scene, 4).state == "withdrawn"
    assert (scene.match(1).state, scene.winner(1), scene.sides(3)) == ("walkover", 1, ("1", None))
    assert (Decision.objects.count(), scene.entry(4).place) == (0, 3)
    scene.check_cache()


def test_one_who_leaves_later_stands_as_a_walkover_wherever_it_arrives(scene):
    scene.enter(1)
    withdraw(scene, 1)
    assert scene.match(3).state == "waiting"
    scene.enter(2)
    assert (scene.match(3).state, scene.winner(3)) == ("walkover", 3)
    assert scene.winner(1) == 1
    scene.check_cache()


def test_coming_back_opens_the_match_and_voids_what_was_built_on_the_walkover(scene):
    withdraw(scene, 4)
    scene.enter(2)
    scene.enter(3)
    planned = services.plan_return(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk)
    assert [v.decision.match for v in planned.plan.voided] == [scene.match(3).pk]
    with pytest.raises(Conflict):
        services.revoke_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk, reason="x")
    come_back(scene, 4)
    assert (scene.match(1).state, scene.sides(3), scene.entry(4).state) == ("open", (None, "3"), "accepted")
    void = Decision.objects.get(match=scene.match(3), current=True)
    assert (void.kind, void.void_cause, void.void_entry) == ("void", "exit_revoked", scene.entries[3])
    gone = Exit.objects.get()
    assert (gone.revoked_by, gone.revoke_reason) == (scene.owner.user, "A mistake")
    scene.check_cache()


def test_leaving_again_offers_what_was_voided(scene):
    withdraw(scene, 4)
    scene.enter(2)
    scene.enter(3)
    come_back(scene, 4)
    withdraw(scene, 4)
    assert scene.match(3).state == "open"
    services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(3).pk, reason="They had played")
    assert scene.winner(3) == 1
    scene.check_cache()


def test_who_may_withdraw_whom(scene):
    with pytest.raises(NotPermitted):
        withdraw(scene, 4, actor=scene.player(3))
    with pytest.raises(NotPermitted):
        services.withdraw_entry(actor=scene.player(3), now=NOW, entry_id=scene.entries[3].pk)
    withdraw(scene, 4, actor=scene.owner)
    with pytest.raises(Conflict) as error:
        withdraw(scene, 4)
    assert error.value.code == "entry_left"
    with pytest.raises(NotPermitted):
        services.revoke_exit(actor=scene.player(4), now=NOW, entry_id=scene.entries[3].pk, reason="sorry")


def test_a_disqualification_has_a_public_reason(scene):
    arguments = {"actor": scene.owner, "now": NOW, "entry_id": scene.entries[3].pk}
    with pytest.raises(InvalidInput):
        services.disqualify_entry(**arguments, reason="")
    with pytest.raises(NotPermitted):
        services.disqualify_entry(**{**arguments, "actor": scene.player(1)}, reason="x")
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk, kind=ExitKind.DISQUALIFIED)
    entry = services.disqualify_entry(**arguments, reason="Two accounts", digest=planned.plan.digest)
    assert (entry.state, Exit.objects.get().reason) == ("disqualified", "Two accounts")


def test_one_who_has_not_left_cannot_come_back(scene):
    for act in (
        lambda: services.plan_return(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk),
        lambda: services.revoke_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk, reason="x"),
    ):
        with pytest.raises(Conflict) as error:
            act()
        assert error.value.code == "not_left"


def test_both_sides_gone_leave_a_bye(scene):
    withdraw(scene, 1)
    withdraw(scene, 4)
    assert (scene.match(1).state, scene.sides(3)) == ("walkover", ("bye", None))
    scene.enter(2)
    assert scene.winner(3) == 3
    assert [scene.entry(n).place for n in (1, 2, 3, 4)] == [3, 3, 1, 3]
    scene.check_cache()


def test_nobody_leaves_a_finished_event(scene):
    scene.play_all()
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    with pytest.raises(Conflict) as error:
        services.withdraw_entry(actor=scene.player(1), now=NOW, entry_id=scene.entries[0].pk)
    assert error.value.code == "event_finished"


def test_a_game_taken_out_may_take_one_who_left_out_of_the_group():
    scene = make_scene(5, stages=[StagePlan("groups")])
    two = scene.entries[1]
    numbers = list(
        Match.objects.filter(event=scene.event, slots__occupant=two).order_by("number").values_list("number", flat=True)
    )
    scene.enter(numbers[0])
    scene.enter(numbers[1])
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=two.pk)
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=two.pk, digest=planned.plan.digest)
    assert {scene.match(n).state for n in numbers} == {"decided", "walkover"}
    # with half of its games played its results stand; with one of four it was never there
    correction = Correction(clear=True)
    match = scene.match(numbers[0])
    planned = services.plan_correction(actor=scene.owner, match_id=match.pk, correction=correction)
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=match.pk, correction=correction, reason="r", digest=planned.plan.digest
    )
    assert [scene.match(n).state for n in numbers] == ["annulled", "decided", "annulled", "annulled"]
    scene.check_cache()
