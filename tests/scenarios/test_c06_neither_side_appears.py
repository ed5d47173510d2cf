"""C6: a knockout of eight with a plate; neither side of the first match appears, 4 beats 5 in the second."""

import pytest

from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, make_scene
from tournaments import services
from tournaments.models import Decision, GameResult, Match
from tournaments.services import Ruling, StagePlan

pytestmark = pytest.mark.django_db


def test_the_next_opponent_and_the_plate_go_on_without_them():
    scene = make_scene(8, stages=[StagePlan("knockout", settings={"plate": "first_match", "plate_games": 1})])
    assert (scene.sides(1), scene.sides(2)) == (("1", "8"), ("5", "4"))
    services.decide_match(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, ruling=Ruling("double_default"), reason="Nobody came"
    )
    scene.enter(2, RIGHT_WINS)
    # 4 has no opponent in the semi-final and is in the final, without a game that anybody could rate
    semi = Match.objects.get(event=scene.event, bracket="main", round=2, slots__occupant=scene.entries[3])
    assert (semi.state, semi.winner_id) == ("bye", scene.entries[3].pk)
    assert Match.objects.filter(event=scene.event, bracket="main", round=3, slots__occupant=scene.entries[3]).exists()
    assert not GameResult.objects.filter(match__in=[semi.pk, scene.match(1).pk]).exists()
    assert not Decision.objects.filter(match=semi).exists()
    # neither of the absent is in the plate, and whoever was to meet them there passes on
    scene.enter(3, LEFT_WINS)
    scene.enter(4, LEFT_WINS)
    plate = Match.objects.filter(event=scene.event, bracket="plate")
    assert not plate.filter(slots__occupant__in=[scene.entries[0].pk, scene.entries[7].pk]).exists()
    assert list(plate.filter(round=1).order_by("state").values_list("state", flat=True)) == ["bye", "open"]
    scene.play_all()
    assert not Match.objects.filter(event=scene.event, state__in=("open", "waiting")).exists()
    # both absentees share the place of the first round
    assert {scene.entry(1).place, scene.entry(8).place} == {scene.entry(5).place} == {5}
    scene.check_cache()
