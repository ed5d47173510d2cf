"""Requests that may be repeated: the same key and body give the same answer, and one effect."""

import hashlib
import re
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import IdempotencyKey
from players.actors import Actor
from tantrix_site.errors import InvalidInput, NotPermitted, Unprocessable

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def owner_of(actor: Actor) -> str:
    """Whose keys, and whose submissions: an account, an entry, or the site. Raises `NotPermitted` for nobody."""
    if actor.user is not None:
        return f"user:{actor.user.pk}"
    if actor.entry_id is not None:
        return f"entry:{actor.entry_id}"
    if actor.is_system:
        return "system"
    raise NotPermitted("not_signed_in", _("Sign in to send game records."))


def claim_key(*, actor: Actor, key: str, operation: str, body_sha256: str, now: datetime) -> IdempotencyKey:
    """The row of this key, locked until the transaction ends: new without an outcome, or the earlier one with it.

    A second request with the same key waits for the first to commit. Raises `InvalidInput` for a key that is not 1 to
    255 visible ASCII characters, and `Unprocessable` (code `idempotency_key_reused`) when the key was used for another
    body or operation.
    """
    if not _KEY.fullmatch(key):
        raise InvalidInput(
            "bad_idempotency_key",
            _("An Idempotency-Key has 1 to 255 visible ASCII characters without spaces."),
            field="Idempotency-Key",
        )
    owner = owner_of(actor)
    digest = hashlib.sha256(f"{operation}\n{body_sha256}".encode()).hexdigest()
    # inserted first and read afterwards: the unique constraint decides between two at the same moment
    IdempotencyKey.objects.bulk_create(
        [IdempotencyKey(owner=owner, key=key, digest=digest, created_at=now)], ignore_conflicts=True
    )
    row = IdempotencyKey.objects.select_for_update().get(owner=owner, key=key)
    if row.digest != digest:
        raise Unprocessable(
            "idempotency_key_reused",
            _("This Idempotency-Key was used for another request; use a new one."),
            field="Idempotency-Key",
        )
    return row
