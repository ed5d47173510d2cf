"""Taking an upload of many records: all of it or nothing."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import BulkBatch, BulkImport, IdempotencyKey
from games.services.bulk_reading import Readable, Upload
from games.services.bulk_rows import in_batches, pack
from games.services.idempotency import claim_key
from games.services.queueing import queue_batch
from games.services.submitting import clean_filename
from players.actors import Actor
from tantrix_site.errors import NotPermitted

#: What one task checks in one transaction: a fraction of a second, so that single records need not wait long.
BATCH_ROWS = 250
BATCH_BYTES = 4 * 1024 * 1024


def start_bulk_import(
    *,
    actor: Actor,
    stream: Readable,
    content_type: str,
    now: datetime,
    filename: str = "",
    idempotency_key: str | None = None,
) -> BulkImport:
    """Read an upload to its end, store its rows in batches, and queue the batches on commit.

    The upload is accepted or refused as a whole; a row that is no record is accepted and reported in the result. With
    an `idempotency_key` a repeated request returns the first upload. Only an account may do this. Raises what
    `Upload.rows` raises, `NotPermitted`, and for the key what `claim_key` raises; nothing is stored then.
    """
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in to send game records."))
    upload = Upload(stream, content_type)
    packed = [
        (len(rows), pack(rows)) for rows in in_batches(upload.rows(), most_rows=BATCH_ROWS, most_bytes=BATCH_BYTES)
    ]
    with transaction.atomic():
        key = None
        if idempotency_key is not None:
            key = claim_key(actor=actor, key=idempotency_key, operation="bulk", body_sha256=upload.sha256, now=now)
            if key.bulk_import is not None:
                return key.bulk_import
        bulk_import = BulkImport.objects.create(
            sender=actor.user,
            player=actor.player,
            via=actor.via,
            filename=clean_filename(filename),
            rows=sum(rows for rows, _payload in packed),
            size=upload.size,
            created_at=now,
        )
        if key is not None:
            IdempotencyKey.objects.filter(pk=key.pk).update(bulk_import=bulk_import)
        first_row = 0
        for number, (rows, payload) in enumerate(packed):
            batch = BulkBatch.objects.create(
                bulk_import=bulk_import,
                number=number,
                first_row=first_row,
                rows=rows,
                payload=payload,
                queued_at=now,
            )
            first_row += rows
            queue_batch(batch.pk)
        return bulk_import
