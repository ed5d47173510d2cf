"""Two at the same moment at one table, in one row, at one clock: one is stored, the other is told."""

import pytest

from tests.tournaments.scene import NOW, add_arbiter, make_scene
from tests.tournaments.sitting_scene import sitting_scene
from tests.tournaments.together import codes, together
from tournaments import services
from tournaments.models import GameResult, RoundClock, SittingScore
from tournaments.services import GameFigures, TableFigures

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_report_one_table_and_two_type_it():
    scene = sitting_scene(8)
    one, two = scene.draw().sittings
    left, right = (scene.actor(entry) for entry in one.entries[:2])

    def report(actor, *tiles: int):
        return lambda: services.report_score(
            actor=actor, now=NOW, sitting_id=one.sitting.pk, number=1, figures=TableFigures(tiles)
        )

    # both say the same: it counts, once
    assert codes(together(report(left, 20, 15, 10, 5), report(right, 20, 15, 10, 5))) == []
    assert list(SittingScore.objects.values_list("state", flat=True)) == ["counts"]

    def typed(actor, key: str, last: int):
        return lambda: services.enter_table_row(
            actor=actor, now=NOW, sitting_id=two.sitting.pk, number=1, figures=TableFigures((20, 15, 10, last)),
            key=key, expected_version=1,
        )  # fmt: skip

    arbiter = add_arbiter(scene.scene)
    assert codes(together(typed(scene.owner, "a", 5), typed(arbiter, "b", 6))) == ["stale_version"]
    assert SittingScore.objects.filter(sitting=two.sitting).count() == 1


def test_one_row_is_sent_twice_and_typed_by_another():
    scene = make_scene(4)
    arbiter, version = add_arbiter(scene), scene.match(1).version

    def typed(actor, key: str, left: int):
        return lambda: services.enter_row(
            actor=actor, now=NOW, match_id=scene.match(1).pk, number=1, figures=GameFigures((left, 10)), key=key,
            expected_version=version,
        )  # fmt: skip

    refused = codes(together(typed(scene.owner, "k", 20), typed(scene.owner, "k", 20), typed(arbiter, "o", 21)))
    # the same row twice is one; who came second of the two people is told
    assert set(refused) == {"stale_version"}
    assert GameResult.objects.count() == 1
    event = {"now": NOW, "event_id": scene.event.pk, "expected_version": 0}
    starts = [lambda actor=actor: services.start_clock(actor=actor, **event) for actor in (scene.owner, arbiter)]
    assert codes(together(*starts)) == ["stale_version"]
    assert RoundClock.objects.count() == 1
