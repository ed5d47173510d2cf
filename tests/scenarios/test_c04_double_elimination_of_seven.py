"""C4: a double elimination of seven in a bracket of eight, so that seed 1 has the bye; 4 beats 5."""

import pytest

from tests.tournaments.scene import RIGHT_WINS, Scene, make_scene
from tournaments.models import Match, Slot
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def where(scene: Scene, seed: int) -> set[tuple[str, int]]:
    slots = Slot.objects.filter(match__event=scene.event, occupant=scene.entries[seed - 1])
    return set(slots.values_list("match__bracket", "match__round"))


def test_the_loser_beside_a_bye_is_at_once_in_the_second_round_of_the_losers():
    scene = make_scene(7, stages=[StagePlan("double_elimination")])
    match = next(m for m in Match.objects.filter(event=scene.event) if set(scene.sides(m.number)) == {"4", "5"})
    scene.enter(match.number, *([] if scene.sides(match.number)[0] == "4" else [RIGHT_WINS]))
    assert ("losers", 2) in where(scene, 5)
    # nobody waits for somebody who cannot come
    for waiting in Match.objects.filter(event=scene.event, state="waiting"):
        assert not waiting.slots.filter(is_bye=True).exists()
    scene.play_all()
    assert not Match.objects.filter(event=scene.event, state__in=("open", "waiting")).exists()
    scene.check_cache()
