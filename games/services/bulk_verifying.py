"""Checking a batch of an upload: every row judged, stored and reported in one transaction."""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import BatchState, BulkBatch, BulkImport, Record, RecordState, Submission
from games.services.bulk_rows import BulkRow, unpack
from games.services.judging import Judgement, judge
from games.services.reading import check_form, content_type_of, read_bytes
from games.services.verifying import announce, store_judgement
from tantrix_site.errors import DomainError

#: What of a verdict is repeated in a row of the result, in this order; the same words as `verify_records` prints.
VERDICT_KEYS = (
    "ok",
    "code",
    "codes",
    "index",
    "rule",
    "scores",
    "outcome",
    "winner",
    "complete",
    "unchecked",
    "message",
)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A row that is no record, and why; `place` is where in it."""

    message: str
    place: str = ""


@transaction.atomic
def verify_bulk_batch(*, batch_pk: int, now: datetime) -> BulkBatch | None:
    """Judge the rows of a waiting batch, store records and submissions, and write its part of the result.

    However often it is called and from how many processes, a batch is done once: the row is locked first, and who
    finds it locked leaves it to the other. Contents known before keep the record and the verdict they have. Returns
    the batch if it was done here. `game_verified` follows on commit, once for the batch.
    """
    batch = BulkBatch.objects.select_for_update(skip_locked=True).filter(pk=batch_pk, state=BatchState.PENDING).first()
    if batch is None:
        return None
    rows = unpack(bytes(batch.payload))
    digests = ["" if row.fault else hashlib.sha256(row.data).hexdigest() for row in rows]
    records, malformed = _judged(rows, digests, now)
    submissions = _submit(batch, rows, [records.get(digest) for digest in digests], now)
    reports = [
        _report(
            batch.first_row + offset,
            row,
            submissions.get(offset),
            records.get(digests[offset]) or malformed[digests[offset]],
        )
        for offset, row in enumerate(rows)
    ]
    counts = Counter(report["state"] for report in reports)
    batch.verified, batch.rejected, batch.malformed = counts["verified"], counts["rejected"], counts["malformed"]
    batch.result = zlib.compress("".join(json.dumps(report) + "\n" for report in reports).encode(), 1)
    batch.payload = b""
    batch.state = BatchState.DONE
    batch.done_at = now
    batch.save(update_fields=["verified", "rejected", "malformed", "result", "payload", "state", "done_at"])
    return batch


def _judged(
    rows: Sequence[BulkRow], digests: Sequence[str], now: datetime
) -> tuple[dict[str, Record], dict[str, Malformed]]:
    """The records of a batch by digest, every one with its verdict, and the reasons why the other rows are none."""
    records = _known(digests)
    fresh: dict[str, Record] = {}
    malformed: dict[str, Malformed] = {}
    for row, digest in zip(rows, digests, strict=True):
        if digest in fresh or digest in malformed or (digest in records and not records[digest].is_pending):
            continue
        found = judge_row(row)
        if isinstance(found, Malformed):
            malformed[digest] = found
            continue
        record = records.get(digest) or _new_record(row, digest, now)
        found.fill(record)
        record.verified_at = now
        fresh[digest] = record
    waiting = {digest: record for digest, record in fresh.items() if record.pk is not None}
    # inserted in the order of the digests, as by every sender of several, so that two cannot wait for each other
    inserted = [fresh[digest] for digest in sorted(fresh) if digest not in waiting]
    Record.objects.bulk_create(inserted, ignore_conflicts=True)
    _judge_waiting(waiting.values(), now)
    stored = {
        sha256: (pk, state)
        for pk, sha256, state in Record.objects.filter(sha256__in=fresh).values_list("pk", "sha256", "state")
    }
    overtaken = [record for record in inserted if stored[record.sha256][1] == RecordState.PENDING]
    for digest, record in fresh.items():
        record.pk = stored[digest][0]
    _judge_waiting(overtaken, now)
    announce([record.pk for record in fresh.values()])
    return records | fresh, malformed


def _known(digests: Iterable[str]) -> dict[str, Record]:
    return {record.sha256: record for record in Record.objects.defer("raw").filter(sha256__in=set(digests))}


def judge_row(row: BulkRow) -> Judgement | Malformed:
    """The verdict on one row, or why it is no record."""
    if row.fault:
        return Malformed(row.fault)
    try:
        record = read_bytes(row.data, row.content_type)
        judgement = judge(record)
        if judgement.state == RecordState.REJECTED:
            check_form(record)
    except DomainError as error:
        return Malformed(str(error.message), error.field)
    return judgement


def _new_record(row: BulkRow, digest: str, now: datetime) -> Record:
    return Record(
        raw=row.data,
        size=len(row.data),
        sha256=digest,
        content_type=content_type_of(row.data),
        created_at=now,
        queued_at=now,
    )


def _judge_waiting(judged: Iterable[Record], now: datetime) -> None:
    """Write the verdict to records that somebody else sent and that still wait for theirs."""
    by_pk = {record.pk: record for record in judged}
    locked = Record.objects.select_for_update().defer("raw").filter(pk__in=by_pk, state=RecordState.PENDING)
    for record in locked.order_by("pk"):
        store_judgement(record, _as_judgement(by_pk[record.pk]), now)


def _as_judgement(record: Record) -> Judgement:
    return Judgement(
        state=RecordState(record.state),
        verdict=record.verdict or {},
        complete=bool(record.complete),
        game_key=record.game_key,
        colours=record.colours,
        scores=record.scores,
        outcome=record.outcome,
        winner=record.winner,
    )


def _submit(
    batch: BulkBatch, rows: Sequence[BulkRow], records: Sequence[Record | None], now: datetime
) -> dict[int, Submission]:
    """A submission of the sender's own for every row that is a record, by its place in the batch."""
    bulk: BulkImport = batch.bulk_import
    made = {
        offset: Submission(
            record=record,
            sender_id=bulk.sender_id,
            player_id=bulk.player_id,
            via=bulk.via,
            filename=_filename(bulk, row),
            created_at=now,
            bulk_import=bulk,
            bulk_row=batch.first_row + offset,
        )
        for offset, (row, record) in enumerate(zip(rows, records, strict=True))
        if record is not None
    }
    Submission.objects.bulk_create(made.values())
    return made


def _filename(bulk: BulkImport, row: BulkRow) -> str:
    name = row.label if row.entry else f"{bulk.filename}:{row.line}" if bulk.filename else f"{row.line}"
    return name[-255:]


def _report(row_number: int, row: BulkRow, submission: Submission | None, found: Record | Malformed) -> dict[str, Any]:
    """One row of the result."""
    report: dict[str, Any] = {"row": row_number, "line": row.line, "entry": row.entry or None}
    if isinstance(found, Malformed):
        return {
            **report,
            "id": None,
            "state": "malformed",
            **dict.fromkeys(VERDICT_KEYS),
            "ok": False,
            "code": "malformed",
            "codes": ["malformed"],
            "message": found.message,
            "place": found.place or None,
        }
    verdict: Mapping[str, Any] = found.verdict or {}
    return {
        **report,
        "id": submission.public_id if submission else None,
        "state": str(found.state),
        **{key: verdict.get(key) for key in VERDICT_KEYS},
        "place": None,
    }
