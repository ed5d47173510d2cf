"""Two at the same moment in rounds and stages: nothing is doubled, nothing is lost, nobody is stuck."""

import pytest

from tantrix_site.errors import DomainError
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, make_scene, quick_scene
from tests.tournaments.together import codes, together
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Draw, Entry, GameResult, Match, PairingRun, Stage
from tournaments.selectors.stages import load
from tournaments.services import Correction, NewPerson, StagePlan, recompute

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan("swiss", settings={"rounds": 3})
STAGES = [StagePlan("groups", settings={"groups": 2}), StagePlan("knockout", rule=Progression(first=1))]


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def check(scene: Scene) -> None:
    """All follows from the facts, and nobody is paired twice in a round."""
    assert recompute(scene.reload()) == []
    for number in set(Match.objects.filter(event=scene.event).values_list("round", flat=True)):
        rows = Match.objects.filter(event=scene.event, stage__kind="swiss", round=number)
        playing = [pk for pk in rows.values_list("slots__occupant", flat=True) if pk is not None]
        assert len(playing) == len(set(playing))


def test_a_round_is_proposed_twice():
    scene = quick_scene(6, stages=[SWISS])
    assert codes(together(*[lambda: services.propose_pairing(**act(scene))] * 2)) == []
    assert sorted(PairingRun.objects.values_list("number", "state")) == [(1, "discarded"), (2, "draft")]
    check(scene)


def test_a_round_is_published_twice():
    scene = quick_scene(6, stages=[SWISS])
    services.propose_pairing(**act(scene))
    assert codes(together(*[lambda: services.publish_pairing(**act(scene))] * 2)) == ["no_proposal"]
    assert (PairingRun.objects.filter(state="published").count(), Match.objects.count()) == (1, 3)
    check(scene)


def test_a_round_is_paired_while_a_result_is_corrected():
    scene = quick_scene(6, stages=[SWISS])
    scene.pair()
    scene.play_all()
    match = Match.objects.order_by("number")[0]

    def correct():
        return services.correct_result(
            actor=scene.owner, now=NOW, match_id=match.pk, correction=Correction(games={1: RIGHT_WINS}), reason="r"
        )

    def pair():
        services.propose_pairing(**act(scene))
        return services.publish_pairing(**act(scene))

    answers = together(correct, pair)
    # the correction came between proposal and publication, or it did not; it counts either way
    assert codes(answers) in ([], ["pairing_outdated"])
    assert GameResult.objects.get(match=match, current=True).tiles_left == RIGHT_WINS.tiles[0]
    if codes(answers):
        pair()
    assert Match.objects.filter(round=2).count() == 3
    check(scene)


def test_a_late_entry_comes_while_a_round_is_paired():
    scene = quick_scene(5, stages=[SWISS])
    scene.pair()
    scene.play_all()

    def enter():
        return services.add_entry(**act(scene), person=NewPerson("Late Comer"))

    def pair():
        services.propose_pairing(**act(scene))
        return services.publish_pairing(**act(scene))

    answers = together(enter, pair)
    assert codes(answers) in ([], ["pairing_outdated"])
    if codes(answers):
        pair()
    scene.play_all()
    scene.pair()
    late = Entry.objects.get(name="Late Comer")
    assert Match.objects.filter(round=3, slots__occupant=late).count() == 1
    loaded = load(Stage.objects.get(event=scene.event))
    assert sorted(loaded.facts.seeds.values()) == sorted(Entry.objects.values_list("pk", flat=True))
    check(scene)


def test_a_report_is_confirmed_while_its_sender_leaves():
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    match = Match.objects.order_by("number")[0]
    left, right = (scene.players[int(seed) - 1] for seed in scene.sides(match.number))
    report = services.report_game(actor=left, now=NOW, match_id=match.pk, number=1, figures=LEFT_WINS)
    entry = match.slots.get(side=0).occupant
    planned = services.plan_exit(actor=left, now=NOW, entry_id=entry.pk)
    answers = together(
        lambda: services.confirm_game(actor=right, now=NOW, report_id=report.pk),
        lambda: services.withdraw_entry(actor=left, now=NOW, entry_id=entry.pk, digest=planned.plan.digest),
    )
    match.refresh_from_db()
    report.refresh_from_db()
    # whoever came first: the game counts, or the other has the walkover; never both, never neither
    assert (report.state, match.state) in (("confirmed", "decided"), ("superseded", "walkover"), ("open", "decided"))
    assert GameResult.objects.filter(current=True).count() == (1 if match.state == "decided" else 0)
    if Entry.objects.get(pk=entry.pk).state == "accepted":
        assert codes(answers) == ["plan_changed"]
    check(scene)


def test_a_stage_is_closed_twice_and_feeds_the_next_once():
    scene = quick_scene(4, stages=STAGES)
    services.make_draw(**act(scene, stage_number=2))
    scene.play_all()
    answers = together(*[lambda: services.close_stage(**act(scene, stage_number=1))] * 2)
    assert codes(answers) == ["stage_not_open"]
    assert list(Stage.objects.order_by("number").values_list("state", flat=True)) == ["finished", "running"]
    assert None not in Draw.objects.get(stage__number=2, current=True).entrants
    check(scene)


def test_a_stage_is_closed_while_its_last_result_is_cleared():
    scene = quick_scene(4, stages=STAGES, played=True)
    match = Match.objects.order_by("-number")[0]

    def clear():
        return services.correct_result(
            actor=scene.owner, now=NOW, match_id=match.pk, correction=Correction(clear=True), reason="r"
        )

    answers = together(clear, lambda: services.close_stage(**act(scene, stage_number=1)))
    assert codes(answers) in ([], ["matches_open"])
    # a closed stage in which a match is open again runs again
    assert Stage.objects.get(number=1).state == "running"
    scene.play_all()
    services.close_stage(**act(scene, stage_number=1))
    check(scene)


def test_a_later_stage_is_drawn_twice():
    scene = quick_scene(4, stages=STAGES, played=True)
    services.close_stage(**act(scene, stage_number=1))
    assert codes(together(*[lambda: services.make_draw(**act(scene, stage_number=2))] * 2)) == []
    assert Draw.objects.filter(stage__number=2, current=True).count() == 1
    assert Match.objects.filter(stage__number=2).count() == 1
    check(scene)


def test_a_stage_is_opened_again_while_the_next_one_is_played():
    scene = quick_scene(4, stages=STAGES, played=True)
    services.close_stage(**act(scene, stage_number=1))
    services.make_draw(**act(scene, stage_number=2))
    final = Match.objects.get(stage__number=2)
    fed = services.fed_by(Stage.objects.get(number=1))
    answers = together(
        lambda: services.reopen_stage(**act(scene, stage_number=1, reason="r"), digest=fed.digest),
        lambda: services.enter_result(
            actor=scene.owner, now=NOW, match_id=final.pk, number=1, figures=LEFT_WINS
        ),
    )  # fmt: skip
    assert codes(answers) in (["fed_changed"], ["match_waiting"])
    assert [isinstance(answer, DomainError) for answer in answers].count(True) == 1
    check(scene)
