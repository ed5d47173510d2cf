"""Knockouts with plate, preliminary round, later entry and places for all; double elimination; draws by hand."""

import pytest

from players.models import Player
from tantrix_site.errors import Conflict, InvalidInput
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, make_scene, quick_scene
from tournaments import services
from tournaments.models import Draw, Entry, Match, Stage
from tournaments.services import Correction, StagePlan, draw_again

pytestmark = pytest.mark.django_db


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def knockout(**settings) -> list[StagePlan]:
    return [StagePlan("knockout", settings=settings)]


FAMILY = [
    pytest.param(7, knockout(plate="first_match"), id="plate with byes"),
    pytest.param(8, knockout(plate="feed_in", plate_through=2), id="feed-in plate"),
    pytest.param(6, knockout(main_size=4), id="preliminary round"),
    pytest.param(6, knockout(main_size=4, plate="first_match"), id="preliminary round and plate"),
    pytest.param(6, knockout(places_to=8), id="places for all"),
    pytest.param(6, knockout(entry_rounds=[[2, 2]], seeds=2), id="later entry"),
    pytest.param(5, [StagePlan("double_elimination")], id="double elimination"),
    pytest.param(4, [StagePlan("double_elimination", settings={"reset": False})], id="without reset"),
]


@pytest.mark.parametrize(("count", "stages"), FAMILY)
def test_every_shape_is_drawn_played_to_its_end_and_drawn_again(count, stages):
    scene = quick_scene(count, stages=stages, seeding_mode="bands" if count % 2 else "strict")
    draw = Draw.objects.get(stage__event=scene.event, current=True)
    assert draw_again(draw) == tuple(draw.lines)
    scene.play_all()
    scene.check_cache()
    services.finish_event(**act(scene))
    assert Entry.objects.filter(event=scene.event, place=1).count() == 1
    assert not Match.objects.filter(event=scene.event, state__in=("open", "waiting")).exists()
    scene.check_cache()


def test_the_second_grand_final_is_played_only_if_it_is_needed():
    for figures, state in ((None, "not_needed"), (RIGHT_WINS, "decided")):
        scene = quick_scene(4, name=state, stages=[StagePlan("double_elimination")])
        finals = list(Match.objects.filter(event=scene.event, bracket="final").order_by("round"))
        scene.play_all(choose=lambda m, f=figures, first=finals[0].pk: f if f and m.pk == first else LEFT_WINS)
        assert Match.objects.get(pk=finals[1].pk).state == state
        scene.check_cache()


def test_places_on_the_lines_by_hand():
    scene = make_scene(5, start=False)
    with pytest.raises(InvalidInput) as error:
        services.make_draw(**act(scene, lines=[1, 2, 3, 4]))
    assert error.value.code == "bad_size"
    made = services.make_draw(**act(scene, lines=[5, None, 4, None, 3, None, 2, 1]))
    assert (made.mode, made.lot, draw_again(made)) == ("manual", None, (5, None, 4, None, 3, None, 2, 1))
    first = Match.objects.filter(event=scene.event, round=1).order_by("position")
    assert [scene.sides(m.number) for m in first] == [("5", "bye"), ("4", "bye"), ("3", "bye"), ("2", "1")]


def test_a_corrected_result_moves_who_has_a_place_in_the_plate():
    scene = quick_scene(8, stages=knockout(plate="first_match"))
    first = Match.objects.filter(event=scene.event, bracket="main", round=1).order_by("position")[0]
    scene.enter(first.number)
    loser = first.slots.get(side=1).occupant_id
    plate = Match.objects.get(event=scene.event, bracket="plate", slots__source_match=first)
    assert plate.slots.filter(occupant=loser).exists()
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=first.pk, correction=Correction(games={1: RIGHT_WINS}), reason="swapped"
    )
    assert not Stage.objects.get(event=scene.event).matches.filter(bracket="plate", slots__occupant=loser).exists()
    scene.check_cache()


@pytest.mark.parametrize("mode", ["direct", "cascade"])
@pytest.mark.parametrize("plate", ["", "first_match"])
def test_an_alternate_takes_the_line_of_one_who_left_before_play(mode, plate):
    scene = make_scene(8, start=False, stages=knockout(plate=plate, seeds=4), seeding_mode="bands")
    services.make_draw(**act(scene, lot=11))
    services.start_event(**act(scene))
    first = Draw.objects.get(stage__event=scene.event, current=True)
    arguments = act(scene, leaving_id=scene.entries[1].pk, mode=mode)
    with pytest.raises(Conflict) as error:
        services.replace_entrant(**arguments, alternate_id=scene.entries[0].pk)
    assert error.value.code == "not_left"
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk, digest=_digest(scene))
    with pytest.raises(InvalidInput) as refused:
        services.replace_entrant(**arguments, alternate_id=scene.entries[0].pk)
    assert refused.value.code == "bad_alternate"
    player = Player.objects.create(slug="alternate", name="Al", name_key="al", created_at=NOW)
    alternate = Entry.objects.create(event=scene.event, player=player, name="Al", name_key="al", created_at=NOW)
    made = services.replace_entrant(**arguments, alternate_id=alternate.pk)
    assert sorted(made.entrants) == sorted({*first.entrants, alternate.pk} - {scene.entries[1].pk})
    assert draw_again(made) == tuple(made.lines)
    if mode == "direct":
        assert made.lines == first.lines
        assert made.entrants.index(alternate.pk) == 1
    else:
        assert made.entrants[-1] == alternate.pk
    scene.play_all()
    scene.check_cache()


def _digest(scene: Scene) -> str | None:
    planned = services.plan_exit(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk)
    return None if planned is None else planned.plan.digest
