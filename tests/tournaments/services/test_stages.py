"""Stages: planning, groups that feed a knockout, closing and opening again."""

import pytest

from tantrix_site.errors import Conflict, InvalidInput
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, make_scene, quick_scene
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.models import Draw, Entry, Match, Slot, Stage, StageState
from tournaments.services import Correction, StagePlan

pytestmark = pytest.mark.django_db

GROUPS = StagePlan("groups", settings={"groups": 2})
FINAL = StagePlan("knockout", rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True)


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def stage(scene: Scene, number: int) -> Stage:
    return Stage.objects.get(event=scene.event, number=number)


def seeds_in(scene: Scene, number: int) -> tuple[str | None, str | None]:
    return scene.sides(number)


def better_seed_wins(scene: Scene):
    order = {entry.pk: n for n, entry in enumerate(scene.entries)}

    def choose(match: Match):
        left, right = match.slots.order_by("side").values_list("occupant", flat=True)
        return LEFT_WINS if order[left] < order[right] else RIGHT_WINS

    return choose


def test_an_event_has_one_knockout_until_it_is_planned_otherwise():
    scene = make_scene(4, start=False)
    assert [s.kind for s in scene.event.stages.all()] == ["knockout"]
    services.plan_stages(**act(scene), plans=[GROUPS, FINAL])
    assert [s.kind for s in scene.event.stages.order_by("number")] == ["groups", "knockout"]
    services.make_draw(**act(scene))
    with pytest.raises(Conflict) as error:
        services.plan_stages(**act(scene), plans=[StagePlan("swiss", settings={"rounds": 3})])
    assert error.value.code == "stage_drawn"
    services.plan_stages(**act(scene), plans=[GROUPS])
    assert scene.event.stages.count() == 1


@pytest.mark.parametrize(
    ("plans", "field"),
    [
        ([StagePlan("pyramid")], "stages.0.kind"),
        ([StagePlan("swiss", settings={"rounds": 0})], "stages.0.settings.rounds"),
        ([StagePlan("swiss", settings={"turns": 3})], "stages.0.settings.turns"),
        ([StagePlan("groups", settings={"games": "2"})], "stages.0.settings.games"),
        ([GROUPS, StagePlan("knockout")], "stages.1.rule"),
        ([FINAL], "stages.0.rule"),
        ([], "stages"),
    ],
)
def test_a_plan_is_checked_and_the_field_named(plans, field):
    scene = make_scene(4, start=False)
    with pytest.raises(InvalidInput) as error:
        services.plan_stages(**act(scene), plans=plans)
    assert error.value.field == field


def test_groups_feed_a_knockout_drawn_before_they_end():
    scene = make_scene(8, stages=[GROUPS, FINAL])
    services.make_draw(**act(scene, stage_number=2))
    final = stage(scene, 2)
    assert (final.state, final.size) == (StageState.PLANNED, 4)
    assert not Slot.objects.filter(match__stage=final).exclude(occupant=None).exists()
    origins = Draw.objects.get(stage=final, current=True).detail["origins"]
    assert [(o["group"], o["rank"]) for o in origins] == [("A", 1), ("B", 1), ("A", 2), ("B", 2)]
    scene.play_all(choose=better_seed_wins(scene))
    with pytest.raises(Conflict) as error:
        services.finish_event(**act(scene))
    assert error.value.code == "matches_open"  # those of the knockout wait
    services.close_stage(**act(scene, stage_number=1))
    final.refresh_from_db()
    assert final.state == StageState.RUNNING
    # the snake puts 1 4 5 8 in group A, 2 3 6 7 in B; winners meet the others' runners-up
    first = [scene.sides(m.number) for m in final.matches.filter(round=1).order_by("position")]
    assert sorted(tuple(sorted(pair)) for pair in first) == [("1", "3"), ("2", "4")]
    assert {e.place for e in Entry.objects.filter(event=scene.event)} == {None, 5, 6, 7, 8}
    scene.play_all(choose=better_seed_wins(scene))
    services.finish_event(**act(scene))
    places = [scene.entry(n).place for n in range(1, 9)]
    assert places[:2] == [1, 2]
    assert places[2:4] == [3, 3]
    assert sorted(places[4:]) == [5, 6, 7, 8]
    scene.check_cache()


def test_a_stage_that_fed_another_is_frozen_until_it_is_opened_again():
    scene = make_scene(8, stages=[GROUPS, FINAL])
    scene.play_all(choose=better_seed_wins(scene))
    services.close_stage(**act(scene, stage_number=1))
    correction = Correction(games={1: LEVEL})
    number = stage(scene, 1).matches.order_by("number")[0].number
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(number).pk, correction=correction, reason="wrong"
    )  # nothing was drawn from it yet
    services.make_draw(**act(scene, stage_number=2))
    with pytest.raises(Conflict) as error:
        services.correct_result(
            actor=scene.owner, now=NOW, match_id=scene.match(number).pk, correction=Correction(games={1: LEFT_WINS}),
            reason="wrong",
        )  # fmt: skip
    assert error.value.code == "stage_finished"
    with pytest.raises(Conflict) as error:
        services.reopen_stage(**act(scene, stage_number=1, reason="wrong"))
    assert (error.value.code, error.value.extra["stage"], error.value.extra["played"]) == ("stage_fed", 2, [])
    assert len(error.value.extra["seeds"]) == 4
    services.reopen_stage(**act(scene, stage_number=1, reason="wrong", digest=error.value.extra["digest"]))
    assert [s.state for s in scene.event.stages.order_by("number")] == ["running", "planned"]
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(number).pk, correction=Correction(games={1: LEFT_WINS}),
        reason="wrong",
    )  # fmt: skip
    services.close_stage(**act(scene, stage_number=1))
    assert [s.state for s in scene.event.stages.order_by("number")] == ["finished", "running"]
    scene.check_cache()


def test_who_left_is_passed_over_and_an_exit_counts_only_in_the_stage_it_happened_in():
    scene = make_scene(8, stages=[GROUPS, FINAL])
    scene.play_all(choose=better_seed_wins(scene))
    services.close_stage(**act(scene, stage_number=1))
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk)
    services.make_draw(**act(scene, stage_number=2))
    entrants = Draw.objects.get(stage=stage(scene, 2), current=True).entrants
    assert scene.entries[0].pk not in entrants
    assert len(entrants) == 4
    assert not stage(scene, 1).matches.filter(state="annulled").exists()
    scene.check_cache()


def test_a_group_match_may_end_level_and_all_games_are_played():
    scene = make_scene(3, stages=[StagePlan("groups", settings={"games": 2})])
    number = scene.event.matches.order_by("number")[0].number
    scene.enter(number, LEFT_WINS)
    assert scene.match(number).state == "open"
    scene.enter(number, RIGHT_WINS, game=2)
    match = scene.match(number)
    assert (match.state, match.winner_id) == ("decided", None)
    assert match.decisions.get(current=True).winner_side is None
    scene.check_cache()


def test_nobody_who_played_the_groups_takes_the_place_of_an_exempt_seed_who_left():
    plans = [GROUPS, StagePlan("knockout", rule=Progression(first=1, total=4, exempt=1))]
    scene = quick_scene(7, stages=plans)
    exempt, *others = [entry.pk for entry in scene.entries]
    assert sorted(Draw.objects.get(stage=stage(scene, 1)).entrants) == others
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=exempt)
    scene.play_all(choose=better_seed_wins(scene))
    services.close_stage(**act(scene, stage_number=1))
    made = services.make_draw(**act(scene, stage_number=2))
    assert len(made.entrants) == len(set(made.entrants)) == 4
    assert set(made.entrants) <= set(others)


def test_one_result_of_a_group_takes_as_many_queries_for_any_number_of_groups(django_assert_max_num_queries):
    small = quick_scene(4, name="small", stages=[StagePlan("groups", settings={"groups": 1})])
    large = quick_scene(24, name="large", stages=[StagePlan("groups", settings={"groups": 6})])
    for scene in (small, large):
        number = scene.event.matches.order_by("number")[0].number
        with django_assert_max_num_queries(25):
            scene.enter(number)


def test_places_nobody_is_left_to_take_make_a_smaller_draw():
    scene = make_scene(6, stages=[GROUPS, FINAL])
    services.make_draw(**act(scene, stage_number=2))
    scene.play_all(choose=better_seed_wins(scene))
    for seed in (4, 5, 6):  # of groups 1 4 5 and 2 3 6 remain 1, 2 and 3
        services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[seed - 1].pk)
    services.close_stage(**act(scene, stage_number=1))
    assert not Draw.objects.filter(stage=stage(scene, 2), current=True).exists()
    services.make_draw(**act(scene, stage_number=2))
    assert stage(scene, 2).state == StageState.RUNNING
    assert len(Draw.objects.get(stage=stage(scene, 2), current=True).entrants) == 3
    scene.play_all(choose=better_seed_wins(scene))
    services.finish_event(**act(scene))
    scene.check_cache()
