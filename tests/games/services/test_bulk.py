"""Uploads of many records from the first byte to the result."""

import io
import json
import threading

import pytest
from django.db import connection

from games import tasks
from games.models import BulkBatch, BulkImport, Record, Submission
from games.selectors import bulk_import_by_address, progress_of, result_parts, rows_with_faults
from games.services import bulk_starting, start_bulk_import, submit_record, sweep, verify_bulk_batch, verify_record
from games.signals import game_verified
from players.actors import Actor
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted, Unprocessable
from tests.games.samples import LATER, NOW, as_bytes, illegal_record, legal_record, make_actor, submit, varied

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    told: list[int] = []
    monkeypatch.setattr(tasks.verify_bulk_batch, "delay", lambda *, batch_pk: told.append(batch_pk))
    monkeypatch.setattr(tasks.verify_record, "delay", lambda **_message: None)
    monkeypatch.setattr(bulk_starting, "BATCH_ROWS", 4)
    return told


def start(actor: Actor, *lines: bytes, **extra: object) -> BulkImport:
    stream = io.BytesIO(b"\n".join(lines))
    return start_bulk_import(actor=actor, stream=stream, content_type="application/jsonl", now=NOW, **extra)


def work_off(upload: BulkImport) -> None:
    for pk in upload.batches.order_by("-number").values_list("pk", flat=True):  # the order must not matter
        verify_bulk_batch(batch_pk=pk, now=LATER)


def result(upload: BulkImport) -> list[dict]:
    return [json.loads(line) for line in b"".join(result_parts(upload)).splitlines()]


def mixed() -> tuple[list[bytes], list[str]]:
    bad, _ = illegal_record("restriction_1")
    lines = [
        varied(0), b"nonsense", as_bytes(bad), varied(1), b"{}", varied(0), b"x" * 70_000, varied(2),
        as_bytes({**legal_record(3), "moves": 3}), varied(4),
    ]  # fmt: skip
    states = [
        "verified", "malformed", "rejected", "verified", "malformed", "verified", "malformed", "verified", "malformed",
        "verified",
    ]  # fmt: skip
    return lines, states


def test_an_upload_is_stored_whole_and_queued_in_batches(queued, django_capture_on_commit_callbacks) -> None:
    lines, _ = mixed()
    anna = make_actor()
    with django_capture_on_commit_callbacks(execute=True):
        upload = start(anna, *lines, filename="games.jsonl")
    assert (upload.rows, upload.sender, upload.filename) == (10, anna.user, "games.jsonl")
    batches = list(upload.batches.order_by("number"))
    assert [(batch.first_row, batch.rows) for batch in batches] == [(0, 4), (4, 4), (8, 2)]
    assert queued == [batch.pk for batch in batches]
    assert not Record.objects.exists()


def test_every_line_has_its_row_in_order() -> None:
    lines, states = mixed()
    upload = start(make_actor(), *lines, filename="games.jsonl")
    work_off(upload)
    rows = result(upload)
    assert [row["row"] for row in rows] == list(range(10))
    assert [row["line"] for row in rows] == list(range(1, 11))
    assert [row["state"] for row in rows] == states
    assert [row["ok"] for row in rows] == [state == "verified" for state in states]
    assert [row["code"] for row in rows if row["state"] == "malformed"] == ["malformed"] * 4
    assert rows[2]["code"] == "restriction_1"
    assert rows[2]["rule"] == 20
    assert (rows[8]["place"], rows[1]["place"]) == ("moves", "line 1, column 1")
    assert rows[0]["scores"] == legal_record(0)["result"]["scores"]
    submissions = {submission.public_id: submission for submission in Submission.objects.select_related("record")}
    for row, line in zip(rows, lines, strict=True):
        if row["state"] == "malformed":
            assert row["id"] is None
        else:
            submission = submissions.pop(row["id"])
            assert bytes(submission.record.raw) == line
            assert submission.record.state == row["state"]
            assert (submission.bulk_import, submission.bulk_row) == (upload, row["row"])
            assert submission.filename == f"games.jsonl:{row['line']}"
    assert submissions == {}
    assert Record.objects.count() == 5  # the same line twice is one record


def test_records_are_as_from_the_single_path() -> None:
    data = varied(0)
    single = verify_record(record_pk=submit(make_actor(), data).record_id, now=LATER)
    expected = {field.attname: getattr(single, field.attname) for field in Record._meta.concrete_fields}
    Submission.objects.all().delete()
    single.delete()
    work_off(start(make_actor("boris"), data))
    record = Record.objects.get()
    found = {field.attname: getattr(record, field.attname) for field in Record._meta.concrete_fields}
    for name in ("id", "raw", "created_at", "queued_at"):
        del expected[name], found[name]
    assert found == expected


def test_progress() -> None:
    lines, states = mixed()
    anna = make_actor()
    upload = start(anna, *lines)
    seen = []
    for pk in upload.batches.order_by("number").values_list("pk", flat=True):
        progress = progress_of(bulk_import_by_address(user=anna.user, public_id=upload.public_id))
        seen.append((progress.done, progress.is_finished, progress.finished_at))
        with pytest.raises(Conflict) as refused:
            result_parts(upload)
        assert refused.value.code == "bulk_not_finished"
        verify_bulk_batch(batch_pk=pk, now=LATER)
    assert seen == [(0, False, None), (4, False, None), (8, False, None)]
    progress = progress_of(bulk_import_by_address(user=anna.user, public_id=upload.public_id))
    assert (progress.verified, progress.rejected, progress.malformed) == (5, 1, 4)
    assert (progress.done, progress.percent, progress.finished_at) == (10, 100, LATER)
    assert [row["row"] for row in rows_with_faults(upload, 3)] == [1, 2, 4]
    assert [state for state in states if state != "verified"] == [r["state"] for r in rows_with_faults(upload, 99)]


def test_uploads_are_their_senders_own() -> None:
    upload = start(make_actor(), varied(0))
    boris = make_actor("boris")
    with pytest.raises(NotFound):
        bulk_import_by_address(user=boris.user, public_id=upload.public_id)
    boris.user.is_staff = True
    assert bulk_import_by_address(user=boris.user, public_id=upload.public_id) == upload


def test_known_contents_keep_their_verdict() -> None:
    known = verify_record(record_pk=submit(make_actor("boris"), varied(0)).record_id, now=NOW)
    Record.objects.filter(pk=known.pk).update(engine_version="0.1")
    waiting = submit(make_actor("carla"), varied(1)).record_id
    upload = start(make_actor(), varied(0), varied(1), varied(2))
    work_off(upload)
    assert [row["state"] for row in result(upload)] == ["verified"] * 3
    known.refresh_from_db()
    assert (known.engine_version, known.verified_at) == ("0.1", NOW)  # not judged again
    assert Record.objects.get(pk=waiting).verified_at == LATER  # was still waiting, and got its verdict here
    assert Submission.objects.count() == 5


def test_one_signal_for_a_batch(django_capture_on_commit_callbacks) -> None:
    heard = []

    def hear(record_pk, record_pks, **kwargs) -> None:
        heard.append((record_pk, record_pks))

    game_verified.connect(hear)
    try:
        bad, _ = illegal_record()
        upload = start(make_actor(), varied(0), as_bytes(bad), varied(1))
        with django_capture_on_commit_callbacks(execute=True):
            work_off(upload)
    finally:
        game_verified.disconnect(hear)
    assert [only for only, _ in heard] == [None]
    assert sorted(heard[0][1]) == sorted(Record.objects.values_list("pk", flat=True))


def test_a_batch_is_done_once() -> None:
    upload = start(make_actor(), varied(0), varied(1))
    batch = upload.batches.get()
    assert verify_bulk_batch(batch_pk=batch.pk, now=LATER) is not None
    assert verify_bulk_batch(batch_pk=batch.pk, now=LATER) is None
    assert verify_bulk_batch(batch_pk=10**9, now=LATER) is None
    assert Submission.objects.count() == 2
    batch.refresh_from_db()
    assert bytes(batch.payload) == b""


def test_nothing_is_stored_of_a_refused_upload() -> None:
    with pytest.raises(InvalidInput):
        start(make_actor(), b"[1]")
    with pytest.raises(NotPermitted):
        start(Actor(via="link", entry_id=3), varied(0))
    assert not BulkImport.objects.exists()


def test_a_repeated_key() -> None:
    anna = make_actor()
    first = start(anna, varied(0), idempotency_key="k")
    assert start(anna, varied(0), idempotency_key="k") == first
    with pytest.raises(Unprocessable):
        start(anna, varied(1), idempotency_key="k")
    with pytest.raises(Unprocessable):  # the same bytes, but another request
        submit_record(actor=anna, data=varied(0), now=NOW, idempotency_key="k")
    assert BulkImport.objects.count() == BulkBatch.objects.count() == 1


def test_stuck_batches_are_sent_again(queued, settings, django_capture_on_commit_callbacks) -> None:
    settings.SWEEP_SECONDS = 30
    upload = start(make_actor(), *(varied(index) for index in range(6)))
    first, second = upload.batches.order_by("number")
    verify_bulk_batch(batch_pk=first.pk, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep(now=LATER) == 1
    assert queued == [second.pk]


@pytest.mark.parametrize("rows", [1, 3])
def test_a_batch_needs_as_many_queries_for_three_rows_as_for_one(rows: int, django_assert_num_queries) -> None:
    upload = start(make_actor(), *(varied(index) for index in range(rows)))
    batch = upload.batches.get()
    # a savepoint (2), lock, known records, insert records, read them back, upload, insert submissions, save
    with django_assert_num_queries(9):
        verify_bulk_batch(batch_pk=batch.pk, now=LATER)


@pytest.mark.django_db(transaction=True)
def test_uploads_of_the_same_records_at_the_same_moment(monkeypatch) -> None:
    """In opposite orders, beside single senders: nobody waits for ever, and every record is stored and judged once."""
    monkeypatch.setattr(bulk_starting, "BATCH_ROWS", 50)
    contents = [varied(index) for index in range(40)]
    actors = [make_actor(name) for name in ("anna", "boris", "carla")]
    uploads = [start(actors[0], *contents), start(actors[1], *reversed(contents))]
    batches = [upload.batches.get().pk for upload in uploads]
    jobs = [lambda pk=pk: verify_bulk_batch(batch_pk=pk, now=LATER) for pk in batches]
    jobs.append(lambda: [submit(actors[2], data) for data in contents[10:20]])
    barrier = threading.Barrier(len(jobs))
    failures: list[Exception] = []

    def run(job) -> None:
        barrier.wait()
        try:
            job()
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == []
    for record in Record.objects.filter(state="pending"):
        verify_record(record_pk=record.pk, now=LATER)
    assert Record.objects.count() == Record.objects.filter(state="verified").count() == 40
    assert Submission.objects.count() == 90
    assert {row["state"] for upload in uploads for row in result(upload)} == {"verified"}
