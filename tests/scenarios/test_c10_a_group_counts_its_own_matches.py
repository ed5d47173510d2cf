"""C10: A and B are level in a group but for their match, which A won; later B beats A in the knockout."""

import pytest

from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, make_scene
from tournaments import services
from tournaments.formats.fold import fold
from tournaments.formats.progression import Progression
from tournaments.formats.standings import StandingsRow, standings
from tournaments.models import Match, Stage
from tournaments.selectors.stages import load
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db

STAGES = [
    StagePlan("groups", settings={"groups": 1}),
    StagePlan("knockout", rule=Progression(first=2), settings={"seeding": "strict"}),
]


def table(scene: Scene) -> tuple[StandingsRow, ...]:
    loaded = load(Stage.objects.get(event=scene.event, number=1))
    return standings(fold(loaded.structure, loaded.facts), loaded.structure.tables[0])


def play(scene: Scene, winner: str, loser: str) -> None:
    for match in Match.objects.filter(event=scene.event, state="open"):
        sides = scene.sides(match.number)
        if set(sides) == {winner, loser}:
            scene.enter(match.number, LEFT_WINS if sides[0] == winner else RIGHT_WINS)


def test_a_stays_above_b_in_the_table_of_the_group():
    scene = make_scene(4, stages=STAGES)
    # seed 2 is A and seed 1 is B: both lose to one and draw with none, so that their match alone tells them apart
    play(scene, "2", "1")
    play(scene, "1", "3")
    play(scene, "3", "2")
    play(scene, "2", "4")
    play(scene, "1", "4")
    for match in Match.objects.filter(event=scene.event, state="open"):
        scene.enter(match.number, LEVEL)
    a, b = scene.entries[1].pk, scene.entries[0].pk
    before = table(scene)
    order = [row.entry for row in before]
    assert order.index(a) + 1 == order.index(b)
    assert before[order.index(b)].by == "direct_tp"
    assert before[order.index(a)].totals.tp == before[order.index(b)].totals.tp

    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.close_stage(**act, stage_number=1)
    services.make_draw(**act, stage_number=2)
    play(scene, "1", "2")
    services.finish_event(**act)
    assert (scene.entry(1).place, scene.entry(2).place) == (1, 2)
    assert table(scene) == before
    scene.check_cache()
