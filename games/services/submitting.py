"""Sending one game record."""

import hashlib
from datetime import datetime

from django.db import transaction

from games.models import ContentType, IdempotencyKey, Record, Submission
from games.services.idempotency import claim_key, owner_of
from games.services.queueing import queue_record
from games.services.reading import check_form, read_bytes
from players.actors import Actor


def submit_record(
    *,
    actor: Actor,
    data: bytes,
    now: datetime,
    content_type: str = ContentType.JSON,
    filename: str = "",
    idempotency_key: str | None = None,
) -> Submission:
    """Store what was sent, byte for byte, and queue its check on commit; the verdict comes later.

    Bytes that somebody sent before share that record and its verdict; the submission is always the sender's own. With
    an `idempotency_key` a repeated request returns the first submission.

    Raises, with nothing stored: `TooLarge` (`record_too_large`), `InvalidInput` (`malformed`, naming the place;
    `bad_idempotency_key`), `Unprocessable` (`idempotency_key_reused`), `NotPermitted`. A record
    that is well-formed but against the rules is taken, and rejected by its verdict.
    """
    owner_of(actor)
    check_form(read_bytes(data, content_type))
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        key = None
        if idempotency_key is not None:
            key = claim_key(actor=actor, key=idempotency_key, operation="record", body_sha256=digest, now=now)
            if key.submission is not None:
                return key.submission
        record = _stored_record(data, digest, content_type, now)
        submission = Submission.objects.create(
            record=record,
            sender=actor.user,
            player=actor.player,
            via=actor.via,
            entry_id=actor.entry_id,
            filename=clean_filename(filename),
            created_at=now,
        )
        if key is not None:
            IdempotencyKey.objects.filter(pk=key.pk).update(submission=submission)
        if record.is_pending:
            queue_record(record.pk)
        return submission


def _stored_record(data: bytes, digest: str, content_type: str, now: datetime) -> Record:
    """The record of these bytes. Of two senders at the same moment one inserts it, the other waits and finds it."""
    fresh = Record(raw=data, size=len(data), sha256=digest, content_type=content_type, created_at=now, queued_at=now)
    Record.objects.bulk_create([fresh], ignore_conflicts=True)
    return Record.objects.defer("raw", "verdict").get(sha256=digest)


def clean_filename(name: str) -> str:
    """The last part of a file name as it may be shown: printable, at most 255 characters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(char for char in last if char.isprintable()).strip()[:255]
