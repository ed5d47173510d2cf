"""Many workers: one applies at a time, and nothing that was sent is lost or counted twice."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from ratings.models import EventSubmission, RatingBatch, RatingClock
from ratings.services import apply_waiting, check_ratings
from tests.ratings.scene import NOW, expected, make_players, random_pairings, results, send, stored

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS, EVENTS = 4, 12


def test_workers_that_send_and_apply_at_the_same_moment():
    players, lot = make_players(8), random.Random(5)
    # the days fall, so that each touches all that came before it
    sent = [results(n, random_pairings(lot, players, 6), day=EVENTS - n) for n in range(1, EVENTS + 1)]
    barrier = Barrier(WORKERS)

    def work(number: int) -> None:
        try:
            barrier.wait(10)
            for one in sent[number::WORKERS]:
                send(one, apply=False)
                apply_waiting(now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        for future in [pool.submit(work, number) for number in range(WORKERS)]:
            future.result(60)
    assert not EventSubmission.objects.filter(batch=None).exists()
    assert stored() == expected(sent)
    assert check_ratings().is_right
    numbers = list(RatingBatch.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, RatingClock.objects.get().version + 1))
