"""Stages that are opened or drawn once more, and who comes and goes in between."""

import pytest

from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, later, make_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Attendance, Decision, Draw, Entry, Match, PairingRun, Stage
from tournaments.selectors.stages import load
from tournaments.services import Correction, NewPerson, StagePlan, recompute

pytestmark = pytest.mark.django_db

GROUPS = StagePlan("groups", settings={"groups": 2})
FINAL = StagePlan("knockout", rule=Progression(first=2))


def act(scene: Scene, hours: int = 0, **more):
    return {"actor": scene.owner, "now": later(hours=hours), "event_id": scene.event.pk, **more}


def places(scene: Scene) -> list[int | None]:
    return [scene.entry(n).place for n in range(1, len(scene.entries) + 1)]


def leave(scene: Scene, seed: int, hours: int) -> None:
    who = {"actor": scene.owner, "now": later(hours=hours), "entry_id": scene.entries[seed - 1].pk}
    planned = services.plan_exit(**who)
    services.withdraw_entry(**who, digest=planned.plan.digest)


def come_back(scene: Scene, seed: int, hours: int) -> None:
    who = {"actor": scene.owner, "now": later(hours=hours), "entry_id": scene.entries[seed - 1].pk}
    planned = services.plan_return(**who)
    services.revoke_exit(**who, reason="well again", digest=planned.plan.digest)


def reopen(scene: Scene, hours: int, number: int = 1) -> None:
    fed = services.fed_by(Stage.objects.get(event=scene.event, number=number))
    services.reopen_stage(
        **act(scene, hours, stage_number=number, reason="wrong"), digest=None if fed is None else fed.digest
    )


def check(scene: Scene) -> None:
    assert recompute(scene.reload()) == []


def test_who_leaves_between_two_stages_is_placed_behind_those_who_go_on():
    scene = make_scene(8, stages=[GROUPS, FINAL], played=True)
    services.close_stage(**act(scene, 1, stage_number=1))
    winner = next(n for n, place in enumerate(places(scene), start=1) if place is None)
    leave(scene, winner, 2)
    check(scene)
    assert sorted(p for p in places(scene) if p is not None) == [5, 6, 7, 8]
    assert scene.entry(winner).place is not None
    services.make_draw(**act(scene, 3, stage_number=2))
    check(scene)
    scene.play_all()
    services.finish_event(**act(scene, 4))
    assert sorted(places(scene)) == [1, 2, 3, 3, 5, 6, 7, 8]


def test_who_comes_back_after_a_stage_was_closed_changes_nothing_in_it():
    scene = make_scene(8, stages=[GROUPS, FINAL])
    leave(scene, 8, 1)
    scene.play_all()
    services.close_stage(**act(scene, 2, stage_number=1))
    come_back(scene, 8, 3)
    check(scene)
    assert set(
        Match.objects.filter(event=scene.event, slots__occupant=scene.entries[7]).values_list("state", flat=True)
    ) == {"annulled"}
    services.make_draw(**act(scene, 4, stage_number=2))
    scene.play_all()
    services.finish_event(**act(scene, 5))
    check(scene)


def test_places_are_open_while_a_stage_or_the_event_is_open_again():
    scene = make_scene(5, stages=[StagePlan("groups")], played=True)
    services.finish_event(**act(scene, 1))
    assert sorted(places(scene)) == [1, 2, 3, 4, 5]
    services.reopen_event(**act(scene, 2, reason="A sheet was found"))
    assert set(places(scene)) == {None}
    services.close_stage(**act(scene, 3, stage_number=1))
    assert sorted(places(scene)) == [1, 2, 3, 4, 5]
    reopen(scene, 4)
    assert set(places(scene)) == {None}
    check(scene)


def test_a_closed_knockout_runs_again_when_a_correction_opens_a_match():
    scene = make_scene(4, played=True)
    services.close_stage(**act(scene, 1, stage_number=1))
    final = scene.match(3)
    services.correct_result(
        actor=scene.owner, now=later(hours=2), match_id=final.pk, correction=Correction(clear=True), reason="no"
    )
    assert Stage.objects.get(event=scene.event).state == "running"
    scene.enter(3, RIGHT_WINS)
    services.finish_event(**act(scene, 3))
    check(scene)


def test_a_stage_that_runs_again_takes_the_ground_from_what_rests_on_an_exit_taken_back():
    scene = make_scene(4)
    leave(scene, 4, 1)  # 1 is through by walkover
    scene.play_all()
    services.close_stage(**act(scene, 2, stage_number=1))
    come_back(scene, 4, 3)
    reopen(scene, 4)
    assert scene.match(1).state == "open"
    assert (scene.match(3).state, scene.sides(3)[0]) == ("waiting", None)
    assert Decision.objects.get(match=scene.match(3), current=True).void_cause == "exit_revoked"
    check(scene)
    scene.enter(1, LEFT_WINS)
    services.reinstate_match(actor=scene.owner, now=NOW, match_id=scene.match(3).pk, reason="the two meet again")
    services.finish_event(**act(scene, 5))
    check(scene)


def test_who_left_while_the_next_stage_was_played_had_not_left_in_the_one_before():
    scene = make_scene(8, stages=[GROUPS, FINAL], played=True)
    services.close_stage(**act(scene, 1, stage_number=1))
    services.make_draw(**act(scene, 2, stage_number=2))
    first = Match.objects.filter(stage__number=2, state="open").order_by("number")[0]
    scene.enter(first.number)
    out = first.slots.get(side=1).occupant
    leave(scene, [entry.pk for entry in scene.entries].index(out.pk) + 1, 3)
    reopen(scene, 4)
    check(scene)
    services.close_stage(**act(scene, 5, stage_number=1))
    assert not Match.objects.filter(stage__number=1, state__in=("annulled", "walkover")).exists()
    check(scene)


def test_the_published_round_of_a_swiss_goes_when_it_waits_for_its_entries_again():
    scene = make_scene(
        6, stages=[GROUPS, StagePlan("swiss", settings={"rounds": 2}, rule=Progression(first=2))], played=True
    )
    services.close_stage(**act(scene, 1, stage_number=1))
    services.make_draw(**act(scene, 2, stage_number=2))
    scene.pair(stage=2)
    reopen(scene, 3)
    assert not Match.objects.filter(stage__number=2).exists()
    assert not PairingRun.objects.filter(state__in=("draft", "published")).exists()
    services.close_stage(**act(scene, 4, stage_number=1))
    assert scene.pair(stage=2) == 1
    check(scene)


def test_a_swiss_drawn_again_has_its_late_entries_once():
    scene = make_scene(4, stages=[StagePlan("swiss", settings={"rounds": 3})])
    scene.pair()
    entered = services.add_entry(**act(scene, 1), person=NewPerson("Late Comer"))
    services.make_draw(**act(scene, 2))
    assert entered.entry.pk in Draw.objects.get(stage__event=scene.event, current=True).entrants
    assert not Attendance.objects.filter(kind="joins", revoked_at=None).exists()
    loaded = load(Stage.objects.get(event=scene.event))
    assert sorted(loaded.facts.seeds.values()) == sorted(Entry.objects.values_list("pk", flat=True))
    assert scene.pair() == 1
    check(scene)


def test_a_correction_of_a_knockout_leaves_the_places_of_those_who_went_on():
    final = StagePlan("groups", rule=Progression(first=3))
    scene = make_scene(4, stages=[StagePlan("knockout", settings={"third_place": True}), final], played=True)
    services.close_stage(**act(scene, 1, stage_number=1))
    services.make_draw(**act(scene, 2, stage_number=2))
    scene.play_all(choose=lambda _match: RIGHT_WINS)
    services.close_stage(**act(scene, 3, stage_number=2))
    settled = places(scene)
    assert sorted(settled) == [1, 2, 3, 4]
    reopen(scene, 4)
    services.correct_result(
        actor=scene.owner,
        now=later(hours=5),
        match_id=scene.match(3).pk,
        correction=Correction(clear=True),
        reason="no",
    )
    going = [entry - 1 for entry in range(1, 5) if settled[entry - 1] != 4]
    assert [places(scene)[i] for i in going] == [settled[i] for i in going]
    check(scene)
