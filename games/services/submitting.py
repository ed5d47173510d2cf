"""Sending one game record."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import ContentType, IdempotencyKey, Record, Submission
from games.services.idempotency import claim_key, owner_of
from games.services.queueing import queue_record
from games.services.reading import check_form, content_type_of, read_bytes
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
        record = store_contents([data], now)[digest]
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


def store_contents(contents: Sequence[bytes], now: datetime) -> dict[str, Record]:
    """The records of these bytes by their SHA-256, new ones pending, known ones as they are.

    Of two senders at the same moment one inserts a record, the other waits and finds it. They insert in the order of
    the digests, so that two who send several cannot wait for each other.
    """
    fresh = {}
    for content in contents:
        digest = hashlib.sha256(content).hexdigest()
        fresh[digest] = Record(
            raw=content,
            size=len(content),
            sha256=digest,
            content_type=content_type_of(content),
            created_at=now,
            queued_at=now,
        )
    Record.objects.bulk_create([fresh[digest] for digest in sorted(fresh)], ignore_conflicts=True)
    stored = Record.objects.defer("raw", "verdict").filter(sha256__in=fresh)
    return {record.sha256: record for record in stored}


def clean_filename(name: str) -> str:
    """The last part of a file name as it may be shown: printable, at most 255 characters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(char for char in last if char.isprintable()).strip()[:255]
