"""C1: a Swiss of nine over five rounds; whatever the results, one bye a round and nobody a second one."""

import random

import pytest

from tests.tournaments.scene import GameFigures, Scene, quick_scene
from tournaments import services
from tournaments.models import Match
from tournaments.services import Ruling, StagePlan

pytestmark = pytest.mark.django_db


def byes(scene: Scene) -> list[int]:
    found = Match.objects.filter(event=scene.event, state="bye").order_by("round")
    return [match.slots.get(side=0).occupant_id for match in found]


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_has_a_second_bye_nor_one_after_a_win_by_default(seed):
    rng = random.Random(seed)
    scene = quick_scene(9, stages=[StagePlan("swiss", settings={"rounds": 5})])
    unearned: set[int] = set()
    for number in range(1, 6):
        assert scene.pair() == number
        assert len(byes(scene)) == number
        assert byes(scene)[-1] not in unearned
        unearned.add(byes(scene)[-1])
        if number == 2:
            # one does not come: the win by default counts as a bye
            match = Match.objects.filter(event=scene.event, state="open").order_by("-position")[0]
            services.decide_match(
                actor=scene.owner, now=match.event.started_at, match_id=match.pk, ruling=Ruling("default", 1),
                reason="Did not come",
            )  # fmt: skip
            unearned.add(match.slots.get(side=0).occupant_id)
        scene.play_all(choose=lambda _match: GameFigures((rng.randint(5, 40), rng.randint(5, 40))))
    assert len(set(byes(scene))) == 5
    met = [frozenset(match.slots.values_list("occupant", flat=True)) for match in scene.event.matches.all()]
    assert len(set(met)) == 5 * 5
    scene.check_cache()
