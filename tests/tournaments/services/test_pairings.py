"""Swiss rounds: proposed, changed, published, taken back; late entries, absences, exits, corrections by age."""

import pytest

from players.models import ActionLog
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, add_arbiter, make_scene, quick_scene
from tournaments import services
from tournaments.formats.swiss import SwissRound
from tournaments.models import Attendance, Entry, Match, PairingRun, Stage
from tournaments.selectors.swiss import load_swiss
from tournaments.services import Correction, NewPerson, StagePlan

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", settings={"rounds": 3})


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def state(scene: Scene):
    return load_swiss(Stage.objects.get(event=scene.event, number=1))


def pairs(scene: Scene, round_: int) -> set[frozenset[str]]:
    matches = Match.objects.filter(event=scene.event, round=round_)
    return {frozenset(side or "" for side in scene.sides(match.number)) for match in matches}


def test_a_round_is_proposed_to_organisers_and_shown_when_published():
    scene = make_scene(8, stages=[SWISS])
    run = services.propose_pairing(**act(scene))
    assert (run.round, run.state, len(run.pairs)) == (1, "draft", 4)
    assert not scene.event.matches.exists()
    again = services.propose_pairing(**act(scene))
    assert (again.digest, again.pairs, again.number) == (run.digest, run.pairs, 2)
    with pytest.raises(Conflict) as error:
        services.publish_pairing(**act(scene, run_number=1))
    assert error.value.code == "proposal_changed"
    services.publish_pairing(**act(scene, run_number=2))
    assert pairs(scene, 1) == {frozenset(pair) for pair in (("1", "5"), ("2", "6"), ("3", "7"), ("4", "8"))}
    assert set(scene.event.matches.values_list("state", flat=True)) == {"open"}
    with pytest.raises(Conflict) as error:
        services.propose_pairing(**act(scene))
    assert error.value.code == "round_open"
    scene.check_cache()


def test_a_whole_swiss_with_odd_numbers_a_late_entry_an_exit_and_an_absence():
    scene = make_scene(7, stages=[StagePlan("swiss", settings={"rounds": 5})])
    assert scene.pair() == 1
    scene.play_all()
    added = services.add_entry(**act(scene), person=NewPerson("Late Comer"))
    assert Attendance.objects.get(entry=added.entry).round == 2
    services.set_absence(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, round_number=2)
    services.set_absence(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, round_number=2)
    scene.pair()
    assert not Match.objects.filter(event=scene.event, round=2, slots__occupant=scene.entries[1]).exists()
    assert Match.objects.filter(event=scene.event, round=2, slots__occupant=added.entry).exists()
    scene.play_all()
    with pytest.raises(Conflict) as error:
        services.set_absence(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, round_number=2, absent=False)
    assert error.value.code == "round_paired"
    scene.pair()
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk, digest=_digest(scene))
    assert Match.objects.filter(event=scene.event, state="walkover").count() == 1
    scene.play_all()
    for _round in (4, 5):
        scene.pair()
        scene.play_all()
    assert not Match.objects.filter(event=scene.event, round__gt=3, slots__occupant=scene.entries[0]).exists()
    met = [frozenset(row.slots.values_list("occupant", flat=True)) for row in scene.event.matches.all()]
    assert len(met) == len(set(met))
    services.finish_event(**act(scene))
    assert sorted(Entry.objects.filter(event=scene.event).values_list("place", flat=True)) == list(range(1, 9))
    scene.check_cache()


def _digest(scene: Scene) -> str | None:
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[0].pk)
    return None if planned is None else planned.plan.digest


def test_a_result_in_between_makes_a_proposal_outdated():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()
    scene.play_all()
    services.propose_pairing(**act(scene))
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.event.matches.order_by("number")[0].pk,
        correction=Correction(games={1: RIGHT_WINS}), reason="swapped",
    )  # fmt: skip
    with pytest.raises(Conflict) as error:
        services.publish_pairing(**act(scene))
    assert error.value.code == "pairing_outdated"
    services.publish_pairing(**act(scene, keep_outdated=True))


def test_a_proposal_changed_by_hand_is_told_its_doubts_and_published():
    scene = make_scene(4, stages=[SWISS])
    one, two, three, four = (entry.pk for entry in scene.entries)
    services.propose_pairing(**act(scene))
    with pytest.raises(InvalidInput) as error:
        services.edit_pairing(**act(scene, pairs=[(one, two), (two, three)], bye=None))
    assert error.value.code == "bad_pairing"
    services.edit_pairing(**act(scene, pairs=[(one, two), (three, four)], bye=None))
    services.publish_pairing(**act(scene))
    scene.play_all()
    stage = Stage.objects.get(event=scene.event)
    doubts = services.pairing_doubts(stage, [(one, two), (three, four)], None)
    assert "rematch" in {doubt.code for doubt in doubts}
    run = PairingRun.objects.get(stage=stage, state="published")
    assert run.manual


def test_a_published_pairing_changes_only_by_an_act_and_where_nothing_was_played():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()  # 1-4 2-5 3-6
    one, two, three, four, five, six = (entry.pk for entry in scene.entries)
    numbers = {m.number for m in scene.event.matches.all()}
    wanted = [(one, five), (two, four), (three, six)]
    with pytest.raises(InvalidInput, match="why"):
        services.change_published_pairing(**act(scene, pairs=wanted, bye=None, reason=" "))
    services.change_published_pairing(**act(scene, pairs=wanted, bye=None, reason="brothers"))
    assert pairs(scene, 1) == {frozenset(pair) for pair in (("1", "5"), ("2", "4"), ("3", "6"))}
    assert len(numbers & {m.number for m in scene.event.matches.all()}) == 1
    kept = next(m for m in scene.event.matches.all() if set(scene.sides(m.number)) == {"1", "5"})
    scene.enter(kept.number)
    with pytest.raises(Conflict) as error:
        services.change_published_pairing(
            **act(scene, pairs=[(one, six), (two, four), (three, five)], bye=None, reason="again")
        )
    assert (error.value.code, error.value.extra["matches"]) == ("round_played", [kept.number])
    with pytest.raises(Conflict, match="reported"):
        services.unpublish_round(**act(scene, reason="again"))
    scene.check_cache()


def test_a_published_pairing_keeps_a_pair_and_takes_nobody_who_has_left():
    scene = make_scene(6, stages=[SWISS])
    scene.pair()  # 1-4 2-5 3-6
    one, two, three, four, five, six = (entry.pk for entry in scene.entries)
    who = {"actor": scene.owner, "now": NOW, "entry_id": four}
    services.withdraw_entry(**who, digest=services.plan_exit(**who).plan.digest)
    for wanted, bye, code in (
        ([], None, "no_pairs"),
        ([(two, four), (three, six)], None, "entry_left"),
        ([(two, five), (three, six)], four, "entry_left"),
    ):
        with pytest.raises(Conflict) as error:
            services.change_published_pairing(**act(scene, pairs=wanted, bye=bye, reason="x"))
        assert error.value.code == code
    # where it stood already it may stay: that is a walkover
    services.change_published_pairing(**act(scene, pairs=[(one, four), (two, six)], bye=None, reason="x"))
    assert pairs(scene, 1) == {frozenset(("1", "4")), frozenset(("2", "6"))}
    scene.check_cache()


def test_a_round_can_be_taken_back_while_nothing_was_played():
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    services.unpublish_round(**act(scene, reason="too early"))
    assert not scene.event.matches.exists()
    services.publish_pairing(**act(scene))
    assert scene.event.matches.count() == 2


def test_corrections_by_age_of_the_round():
    scene = make_scene(4, stages=[SWISS])
    arbiter = add_arbiter(scene)
    for _round in range(2):
        scene.pair()
        scene.play_all()
    first = scene.event.matches.filter(round=1).order_by("number")[0]

    def correct(actor, figures):
        return services.correct_result(
            actor=actor, now=NOW, match_id=first.pk, correction=Correction(games={1: figures}), reason="typing error"
        )

    correct(arbiter, RIGHT_WINS)  # the round before the one being played
    scene.pair()
    third = pairs(scene, 3)
    with pytest.raises(NotPermitted) as error:
        correct(arbiter, LEFT_WINS)
    assert error.value.code == "old_round"
    correct(scene.owner, LEFT_WINS)
    assert pairs(scene, 3) == third  # published pairings stay
    privileged = [
        row.data.get("privileged") for row in ActionLog.objects.filter(action="match.corrected").order_by("pk")
    ]
    assert privileged == [None, True]
    scene.check_cache()


def test_the_stored_pairing_can_be_made_again_from_what_is_stored():
    from tournaments.formats.swiss import SwissEntry, pair_round

    scene = make_scene(9, stages=[SWISS])
    scene.pair()
    scene.play_all()
    scene.pair()
    for run in PairingRun.objects.filter(stage__event=scene.event):
        given = run.input
        again = pair_round(
            SwissRound(
                entries=tuple(
                    SwissEntry(**{**item, "opponents": dict(item["opponents"])})
                    for item in given["entries"]
                ),
                round=given["round"], planned_rounds=given["planned_rounds"], lot=given["lot"],
                drawn=given["drawn"], tables=given["tables"],
            )
        )  # fmt: skip
        assert (again.digest, again.as_dict()) == (run.digest, run.outcome)


def test_one_result_costs_the_same_in_a_small_and_a_large_swiss(django_assert_max_num_queries):
    for count, name in ((4, "small"), (40, "large")):
        scene = quick_scene(count, name=name, stages=[SWISS])
        scene.pair()
        number = scene.event.matches.order_by("number")[0].number
        with django_assert_max_num_queries(26):
            scene.enter(number)


def test_a_round_in_which_nobody_has_an_opponent_is_not_published():
    scene = make_scene(2, stages=[StagePlan("swiss", settings={"rounds": 3})])
    scene.pair()
    scene.play_all()
    services.propose_pairing(**act(scene))
    with pytest.raises(Conflict) as error:
        services.publish_pairing(**act(scene))
    assert error.value.code == "no_pairs"
    services.close_stage(**act(scene, stage_number=1, early=True, reason="Both have met"))
    assert sorted(Entry.objects.values_list("place", flat=True)) == [1, 2]
