"""From a sent record to an advanced bracket, through a real worker and its sweep."""

import pytest
from django.utils import timezone

from games.models import Record
from players.models import Notice
from tests.tournaments.scene import make_scene, record_bytes
from tests.worker import Worker, broker, wait_until, worker  # noqa: F401
from tournaments import services
from tournaments.models import GameResult, Report

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def attach(scene, seed, match, data):
    return services.attach_record(
        actor=scene.player(seed), now=timezone.now(), match_id=scene.match(match).pk, number=1, data=data,
        left_colour="red",
    )  # fmt: skip


def test_a_record_becomes_a_result_even_where_the_worker_dies_on_the_way(worker: Worker):  # noqa: F811
    scene = make_scene(4, confirm_hours=1)
    first = attach(scene, 1, 1, record_bytes(11, colours=["red", "blue"]))
    broken = attach(
        scene, 3, 2, record_bytes(12, colours=["red", "blue"]).replace(b'"rotation": 0', b'"rotation": 1', 9)
    )
    wait_until(lambda: not Report.objects.filter(state="checking").exists())
    first.refresh_from_db()
    broken.refresh_from_db()
    assert (first.state, broken.state) == ("open", "rejected")

    # the worker told both of their opponents, and the opponent of the report, each once
    wait_until(lambda: not Notice.objects.filter(state__in=("pending", "sending"), in_digest=False).exists())
    assert Notice.objects.filter(kind="report.open", state="sent").values_list("user__username")[0] == ("p4",)

    services.confirm_game(actor=scene.player(4), now=timezone.now(), report_id=first.pk)
    result = GameResult.objects.get()
    assert (result.signature, result.game_key) == ("opponent", first.game_key)

    # nobody objects to this one: the worker's own timetable confirms it
    second = attach(scene, 3, 2, record_bytes(13, colours=["red", "blue"]))
    wait_until(lambda: Report.objects.get(pk=second.pk).state == "open")
    Report.objects.filter(pk=second.pk).update(confirm_by=timezone.now())
    wait_until(lambda: Report.objects.get(pk=second.pk).state == "confirmed")
    assert GameResult.objects.get(match=scene.match(2)).signature == "time"
    assert Record.objects.count() == 3
    scene.check_cache()

    # the verdict is stored and the worker dies before it tells anybody: the next sweep applies it
    finalist = scene.match(3).slots.get(side=0).occupant
    third = attach(scene, scene.entries.index(finalist) + 1, 3, record_bytes(14, colours=["red", "blue"]))
    wait_until(lambda: Report.objects.get(pk=third.pk).state == "open")
    worker.kill()
    Report.objects.filter(pk=third.pk).update(state="checking", tiles_left=None, tiles_right=None, confirm_by=None)
    worker.start()
    wait_until(lambda: Report.objects.get(pk=third.pk).state == "open")
    assert Report.objects.get(pk=third.pk).tiles_left is not None
