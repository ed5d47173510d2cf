"""What can go wrong between a submission and its verdict: every record still gets exactly one."""

import hashlib
import io
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games import tasks
from games.models import BatchState, BulkBatch, BulkImport, Record, RecordState, Submission
from games.selectors import result_parts
from games.services import bulk_starting, start_bulk_import, submit_record
from tests.games.samples import as_bytes, illegal_record, make_actor, varied
from tests.worker import Broker, make_worker, wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]

MANY = 40


@pytest.fixture
def verdicts_written(transactional_db: None) -> Iterator[list[int]]:
    """How often the database saw a verdict written, per record: a trigger counts, whoever writes."""
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE TABLE verdict_count (record_id bigint NOT NULL);
            CREATE FUNCTION count_verdict() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN INSERT INTO verdict_count VALUES (NEW.id); RETURN NULL; END';
            CREATE TRIGGER count_verdict AFTER INSERT OR UPDATE OF verdict ON games_record
            FOR EACH ROW WHEN (NEW.verdict IS NOT NULL) EXECUTE FUNCTION count_verdict();
        """)
    yield _VerdictCount()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER count_verdict ON games_record")
        cursor.execute("DROP FUNCTION count_verdict; DROP TABLE verdict_count")


class _VerdictCount:
    def per_record(self) -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM verdict_count GROUP BY record_id")
            return [count for (count,) in cursor.fetchall()]


def _submit_many(count: int = MANY) -> None:
    actor = make_actor()
    bad, _ = illegal_record()
    submit_record(actor=actor, data=as_bytes(bad), now=timezone.now())
    for index in range(count - 1):
        submit_record(actor=actor, data=varied(index), now=timezone.now())


def _judged() -> int:
    return Record.objects.exclude(state=RecordState.PENDING).count()


def _assert_one_verdict_each(verdicts_written: _VerdictCount, count: int = MANY) -> None:
    assert verdicts_written.per_record() == [1] * count
    assert Record.objects.filter(state=RecordState.VERIFIED).count() == count - 1
    assert Record.objects.filter(state=RecordState.REJECTED).count() == 1


@contextmanager
def _held(places: slice) -> Iterator[None]:
    """Keep these records locked, so that whoever checks one stands still in the middle of it."""
    # fetched first: an offset would lock the rows passed over as well
    pks = list(Record.objects.order_by("pk").values_list("pk", flat=True)[places])
    with transaction.atomic():
        list(Record.objects.select_for_update().filter(pk__in=pks))
        yield


def test_worker_killed_in_mid_batch(broker: Broker, tmp_path, verdicts_written) -> None:
    _submit_many()
    worker = make_worker(broker=broker, folder=tmp_path)
    try:
        with _held(slice(20, 22)):
            worker.start()
            wait_until(lambda: _judged() >= 12, every=0.01)
            worker.kill()
            assert _judged() <= MANY - 2
        worker.start()
        wait_until(lambda: _judged() == MANY)
    finally:
        worker.kill()
    _assert_one_verdict_each(verdicts_written)


def test_only_the_children_killed(broker: Broker, tmp_path, verdicts_written) -> None:
    """The parent replaces them and gives their messages to others."""
    _submit_many()
    worker = make_worker(broker=broker, folder=tmp_path)
    try:
        with _held(slice(20, 22)):
            worker.start()
            wait_until(lambda: _judged() >= 12, every=0.01)
            for child in worker.children():
                os.kill(child, signal.SIGKILL)
        wait_until(lambda: _judged() == MANY)
    finally:
        worker.kill()
    _assert_one_verdict_each(verdicts_written)


def test_the_same_message_delivered_three_times(broker: Broker, tmp_path, verdicts_written) -> None:
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    _submit_many(30)
    for _ in range(2):
        for record_pk in Record.objects.order_by("?").values_list("pk", flat=True):
            tasks.verify_record.delay(record_pk=record_pk)
    worker = make_worker(broker=broker, folder=tmp_path, processes=4)
    worker.start()
    try:
        wait_until(lambda: _judged() == 30)
        with broker.client as client:  # every message is taken and done with
            wait_until(lambda: client.llen(queue) == 0 and client.hlen("unacked") == 0)
    finally:
        worker.kill()
    _assert_one_verdict_each(verdicts_written, 30)


ROWS = 160


def _upload(rows: int = ROWS) -> BulkImport:
    """Many records in small batches, one illegal and one unreadable among them."""
    bad, _ = illegal_record()
    lines = [as_bytes(bad), b"nonsense", *(varied(index) for index in range(rows - 2))]
    return start_bulk_import(
        actor=make_actor(), stream=io.BytesIO(b"\n".join(lines)), content_type="application/jsonl", now=timezone.now()
    )


def _batches_done() -> int:
    return BulkBatch.objects.filter(state=BatchState.DONE).count()


def _assert_every_row_once(
    upload: BulkImport, verdicts_written: _VerdictCount, rows: int = ROWS, *, beside: int = 0
) -> None:
    """And so is each of the records sent beside the upload."""
    assert verdicts_written.per_record() == [1] * (rows - 1 + beside)
    assert Record.objects.filter(state=RecordState.VERIFIED).count() == rows - 2 + beside
    submitted = Submission.objects.filter(bulk_import=upload).order_by("bulk_row").values_list("bulk_row", flat=True)
    assert list(submitted) == [0, *range(2, rows)]
    report = [json.loads(line) for line in b"".join(result_parts(upload)).splitlines()]
    assert [row["row"] for row in report] == list(range(rows))
    assert [row["state"] for row in report[:3]] == ["rejected", "malformed", "verified"]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_starting, "BATCH_ROWS", 20)


@contextmanager
def _about_to_store(*indexes: int) -> Iterator[None]:
    """Somebody else is about to store the same bytes, so that the batches with these records stand still."""
    with transaction.atomic():
        for data in map(varied, indexes):
            digest = hashlib.sha256(data).hexdigest()
            now = timezone.now()
            Record.objects.create(raw=data, size=len(data), sha256=digest, created_at=now, queued_at=now)
        yield
        transaction.set_rollback(True)


@pytest.mark.usefixtures("small_batches")
def test_bulk_worker_killed_in_mid_batch(broker: Broker, tmp_path, verdicts_written) -> None:
    upload = _upload()
    worker = make_worker(broker=broker, folder=tmp_path)
    try:
        with _about_to_store(90):
            worker.start()
            wait_until(lambda: _batches_done() >= 4, every=0.01)
            worker.kill()
            assert _batches_done() < upload.batches.count()
        worker.start()
        wait_until(lambda: _batches_done() == upload.batches.count())
    finally:
        worker.kill()
    _assert_every_row_once(upload, verdicts_written)


@pytest.mark.usefixtures("small_batches")
def test_broker_emptied_and_restarted(broker: Broker, tmp_path, verdicts_written) -> None:
    """Single records and an upload alike."""
    upload = _upload(120)
    boris = make_actor("boris")
    singles = [submit_record(actor=boris, data=varied(1000 + index), now=timezone.now()) for index in range(10)]
    broker.empty()  # every message so far is lost
    worker = make_worker(broker=broker, folder=tmp_path)
    worker.start()
    try:
        broker.stop()  # the worker is cut off, and so are we
        singles.append(submit_record(actor=boris, data=varied(2000), now=timezone.now()))
        broker.start()
        wait_until(lambda: _batches_done() == upload.batches.count() and _judged() == Record.objects.count())
    finally:
        worker.kill()
    _assert_every_row_once(upload, verdicts_written, 120, beside=len(singles))


@pytest.mark.usefixtures("small_batches")
def test_bulk_messages_delivered_three_times(broker: Broker, tmp_path, verdicts_written) -> None:
    upload = _upload(120)
    for _ in range(2):
        for batch_pk in upload.batches.order_by("?").values_list("pk", flat=True):
            tasks.verify_bulk_batch.delay(batch_pk=batch_pk)
    worker = make_worker(broker=broker, folder=tmp_path, processes=4)
    worker.start()
    try:
        with broker.client as client:
            wait_until(lambda: client.llen(settings.BULK_QUEUE) == 0 and client.hlen("unacked") == 0)
    finally:
        worker.kill()
    _assert_every_row_once(upload, verdicts_written, 120)


@pytest.mark.usefixtures("small_batches")
def test_one_record_does_not_wait_for_a_large_upload(broker: Broker, tmp_path) -> None:
    """It is checked while both processes of the worker soon stand still in later batches."""
    _upload(160)
    single = submit_record(actor=make_actor("boris"), data=varied(10**6), now=timezone.now())
    worker = make_worker(broker=broker, folder=tmp_path)
    try:
        with _about_to_store(50, 70):
            worker.start()
            wait_until(lambda: Record.objects.get(pk=single.record_id).is_verified)
            assert _batches_done() < 8
    finally:
        worker.kill()
