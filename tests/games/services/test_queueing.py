"""The sweep: what is stuck is sent again, once each time, ever more patiently."""

from datetime import timedelta

import pytest

from games import tasks
from games.models import IdempotencyKey, Record
from games.services import sweep, verify_record
from tests.games.samples import NOW, as_bytes, legal_record, make_actor, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    told: list[int] = []
    monkeypatch.setattr(tasks.verify_record, "delay", lambda *, record_pk: told.append(record_pk))
    return told


@pytest.fixture(autouse=True)
def _patience(settings) -> None:
    settings.SWEEP_SECONDS = 30  # so a message has a minute


def test_stuck_records_are_sent_again(queued, django_capture_on_commit_callbacks) -> None:
    submission = submit(make_actor())
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep(now=NOW + timedelta(seconds=59)) == 0
        assert sweep(now=NOW + timedelta(seconds=61)) == 1
        assert sweep(now=NOW + timedelta(seconds=62)) == 0  # claimed a second ago
    assert queued == [submission.record_id]
    record = Record.objects.get()
    assert (record.attempts, record.queued_at) == (1, NOW + timedelta(seconds=61))


def test_the_wait_doubles_up_to_an_hour(queued) -> None:
    submit(make_actor())
    moment, waits = NOW, []
    for _ in range(9):
        record = Record.objects.get()
        wait = next(
            seconds for seconds in range(60, 100_000, 60) if _due(record, moment + timedelta(seconds=seconds + 1))
        )
        moment += timedelta(seconds=wait + 1)
        assert sweep(now=moment) == 1
        waits.append(wait)
    assert waits == [60, 120, 240, 480, 960, 1920, 3840, 3840, 3840]


def _due(record: Record, moment) -> bool:
    from games.services.queueing import _claim_stuck

    found = _claim_stuck(Record.objects.filter(pk=record.pk), moment)
    if found:  # only asked: put it back
        Record.objects.filter(pk=record.pk).update(attempts=record.attempts, queued_at=record.queued_at)
    return bool(found)


def test_what_has_a_verdict_is_left_alone(queued) -> None:
    submission = submit(make_actor())
    verify_record(record_pk=submission.record_id, now=NOW)
    assert sweep(now=NOW + timedelta(days=1)) == 0


def test_old_keys_are_forgotten(queued) -> None:
    anna = make_actor()
    first = submit(anna, idempotency_key="key")
    sweep(now=NOW + timedelta(days=6))
    assert submit(anna, idempotency_key="key") == first
    sweep(now=NOW + timedelta(days=8))
    assert not IdempotencyKey.objects.exists()
    assert submit(anna, as_bytes(legal_record(1)), idempotency_key="key") != first


def test_a_sweep_makes_few_queries(queued, django_assert_num_queries) -> None:
    with django_assert_num_queries(3):  # keys to delete, records to claim, batches to claim
        sweep(now=NOW)
