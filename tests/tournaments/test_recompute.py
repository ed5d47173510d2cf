"""What is stored of an event follows from its structure and facts, and can be made anew from them."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, make_scene, quick_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Draw, Entry, Match, PairingRun, Slot, Stage
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def run(*args, **options):
    out = StringIO()
    call_command("recompute", *args, stdout=out, **options)
    return out.getvalue()


def refused(*args, **options) -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("recompute", *args, stdout=out, **options)
    return out.getvalue()


def test_nothing_differs_after_ordinary_play():
    make_scene(4).play_all()
    assert "1 events, 0 differences\n" in run(check=True)


def test_what_differs_is_named_and_the_cache_is_stored_anew():
    scene = make_scene(4, played=True)
    Slot.objects.filter(match=scene.match(3), side=0).update(occupant=scene.entries[3])
    Match.objects.filter(pk=scene.match(1).pk).update(state="open", winner=None)
    Entry.objects.filter(pk=scene.entries[0].pk).update(place=4)
    before = scene.reload().version
    assert "M3: side 0" in refused("spring-cup", check=True)
    assert scene.reload().version == before
    assert "3 differences, 3 mended" in run("spring-cup")
    scene.check_cache()
    assert scene.reload().version == before + 1
    assert (scene.winner(1), scene.sides(3), scene.entry(1).place) == (1, ("1", "3"), 1)


@pytest.fixture
@kept
def cut() -> Scene:
    """A Swiss of seven with a top cut of four, played to the end."""
    scene = quick_scene(
        7, seeding_mode="bands",
        stages=[StagePlan("swiss", settings={"rounds": 3}), StagePlan("knockout", rule=Progression(first=4))],
    )  # fmt: skip
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    for _round in range(3):
        scene.pair()
        scene.play_all()
    services.close_stage(**act, stage_number=1)
    services.make_draw(**act, stage_number=2)
    scene.play_all()
    services.finish_event(**act)
    return scene


def test_standings_pairings_and_draws_follow_too(cut):
    assert "0 differences" in run(check=True)
    runs = PairingRun.objects.filter(stage__event=cut.event, round=2)
    assert not runs.get().manual
    swiss = Stage.objects.get(event=cut.event, number=1)
    swiss.snapshot["rankings"][0]["rows"][0]["tp"] += 1
    swiss.save()
    assert "other standings" in refused()


def test_a_pairing_that_does_not_follow_from_its_input_is_named(cut):
    run = PairingRun.objects.get(stage__event=cut.event, round=2)
    (a, b), (c, d), *others = run.pairs
    PairingRun.objects.filter(pk=run.pk).update(pairs=[[a, d], [c, b], *others])
    told = refused()
    assert "round 2 is paired otherwise" in told
    assert "round 2 has other matches" in told
    run.outcome["total"] += 1
    run.save()
    assert "round 2 is explained otherwise" in refused()
    run.input["lot"] += 1
    run.save()
    assert "round 2: the digest is not that of its input" in refused()


def test_a_draw_that_does_not_follow_from_its_lot_is_named(cut):
    draw = Draw.objects.get(stage__event=cut.event, stage__number=2)
    Draw.objects.filter(pk=draw.pk).update(lines=draw.lines[::-1])
    assert "stage 2: the draw comes out otherwise" in refused()


def test_an_unknown_event_is_named():
    with pytest.raises(CommandError, match="nowhere"):
        run("nowhere")
