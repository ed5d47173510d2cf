"""Telling the worker what to do, and telling it again when that was lost."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import tasks
from games.models import BatchState, BulkBatch, IdempotencyKey, Record, RecordState

logger = logging.getLogger(__name__)

#: How many records, and how many batches, one sweep sends again at most.
SWEEP_LIMIT = 1000
#: The wait doubles with every attempt up to this power of two, so that a record that kills its worker does no harm.
LONGEST_BACKOFF = 6
#: How long a program may repeat a request with the same key.
KEY_LIFETIME = timedelta(days=7)


def queue_record(record_pk: int) -> None:
    """Have the worker check this record once the transaction is committed."""
    _queue(partial(tasks.verify_record.delay, record_pk=record_pk))


def queue_batch(batch_pk: int) -> None:
    """Have the worker check this batch of an upload once the transaction is committed."""
    _queue(partial(tasks.verify_bulk_batch.delay, batch_pk=batch_pk))


def _queue(send: Callable[[], Any]) -> None:
    transaction.on_commit(partial(_send, send))


def _send(send: Callable[[], Any]) -> bool:
    try:
        send()
    except Exception:  # whatever ails the broker: what is stored stays stored, and the sweep sends it later
        logger.warning("The broker did not take a message; the sweep will send it again.", exc_info=True)
        return False
    return True


def sweep(*, now: datetime) -> int:
    """Send again what has waited too long, and say how many messages that were. Old idempotency keys are forgotten.

    Two sweeps at once do no harm: each row is claimed by a conditional update, and a message too many finds the work
    done.
    """
    IdempotencyKey.objects.filter(created_at__lt=now - KEY_LIFETIME).delete()
    records = _claim_stuck(Record.objects.filter(state=RecordState.PENDING), now)
    batches = _claim_stuck(BulkBatch.objects.filter(state=BatchState.PENDING), now)
    for record_pk in records:
        queue_record(record_pk)
    for batch_pk in batches:
        queue_batch(batch_pk)
    return len(records) + len(batches)


def _claim_stuck(pending: "QuerySet[Any]", now: datetime) -> list[int]:
    patience = timedelta(seconds=2 * settings.SWEEP_SECONDS)
    due = Q(attempts__gt=LONGEST_BACKOFF, queued_at__lt=now - patience * 2**LONGEST_BACKOFF)
    for attempts in range(LONGEST_BACKOFF + 1):
        due |= Q(attempts=attempts, queued_at__lt=now - patience * 2**attempts)
    claimed = []
    for pk, queued_at in pending.filter(due).order_by("queued_at", "pk").values_list("pk", "queued_at")[:SWEEP_LIMIT]:
        if pending.filter(pk=pk, queued_at=queued_at).update(queued_at=now, attempts=F("attempts") + 1):
            claimed.append(pk)
    return claimed
