"""C2: a knockout of eight; the first match is corrected before the second round is played."""

import pytest

from tests.tournaments.scene import NOW, RIGHT_WINS, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, Slot
from tournaments.services import Correction

pytestmark = pytest.mark.django_db


def standing(scene):
    return {
        (match, side): occupant
        for match in range(1, 8)
        for side, occupant in zip((0, 1), scene.sides(match), strict=True)
    }


def test_the_semi_final_shows_the_new_winner_once_and_nothing_else_changes():
    scene = make_scene(8)
    scene.enter(1)  # 1 beats 8
    scene.enter(2, RIGHT_WINS)  # 4 beats 5
    assert (scene.sides(1), scene.sides(2), scene.sides(5)) == (("1", "8"), ("5", "4"), ("1", "4"))
    before = standing(scene)

    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=Correction(games={1: RIGHT_WINS}),
        reason="The sheet was read upside down",
    )  # fmt: skip

    assert standing(scene) == {**before, (5, 0): "8"}
    later = Slot.objects.filter(match__event=scene.event, match__round__gt=1)
    assert later.filter(occupant=scene.entries[7]).count() == 1
    assert later.filter(occupant=scene.entries[0]).count() == 0
    assert list(
        Decision.objects.filter(match=scene.match(1))
        .order_by("version")
        .values_list("winner_side", "current", "reason")
    ) == [(0, False, ""), (1, True, "The sheet was read upside down")]
    assert list(
        GameResult.objects.filter(match=scene.match(1)).order_by("version").values_list("tiles_left", "current")
    ) == [(50, False), (10, True)]
    scene.check_cache()
