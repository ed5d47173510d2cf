"""A program may say whom it takes for left and right, and is told when it is wrong."""

import pytest

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import make_scene
from tournaments.models import GameResult, Report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("left", "right", "expected"), [
    (1, 1, "same_player"), (1, 2, "wrong_players"), (4, 1, "sides_swapped"), (1, 4, None),
])  # fmt: skip
@pytest.mark.parametrize("by", ["player", "organiser"])
def test_wrong_sides_are_refused_and_the_right_ones_taken(api, by, left, right, expected) -> None:
    scene = make_scene(4)
    client = api(scene.player(1) if by == "player" else scene.owner)
    sides = {"left": scene.entries[left - 1].pk, "right": scene.entries[right - 1].pk}
    answer = client.post(
        f"/api/v1/matches/{scene.match(1).pk}/games/1/result/",
        {"tiles": {"left": 50, "right": 10}, "sides": sides},
    )
    stored = Report.objects.exists() or GameResult.objects.exists()
    if expected is None:
        assert (answer.status_code, stored) == (200, True)
    else:
        assert (answer.status_code, code(answer), stored) == (400, expected, False)
        assert answer.json()["errors"][0]["attr"] == "sides"
