"""C7: one group of five: five rounds of two matches, each pair once, each idle once, no idle row that looks open."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.scene import make_scene
from tournaments.models import Match
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db


def test_each_pair_once_and_each_entry_idle_once():
    scene = make_scene(5, stages=[StagePlan("groups", settings={"groups": 1})])
    matches = list(Match.objects.filter(event=scene.event).order_by("number"))
    assert Counter(match.round for match in matches) == dict.fromkeys(range(1, 6), 2)
    pairs = [frozenset(scene.sides(match.number)) for match in matches]
    assert Counter(pairs) == Counter(frozenset(pair) for pair in combinations("12345", 2))
    idle = []
    for number in range(1, 6):
        busy = {side for match in matches if match.round == number for side in scene.sides(match.number)}
        idle += sorted(set("12345") - busy)
    assert sorted(idle) == list("12345")
    # an idle entry has no row at all: whatever is open has two players
    assert {match.state for match in matches} == {"open"}
    assert not any(None in scene.sides(match.number) or "bye" in scene.sides(match.number) for match in matches)
    scene.play_all()
    assert not Match.objects.filter(event=scene.event).exclude(state="decided").exists()
    scene.check_cache()
