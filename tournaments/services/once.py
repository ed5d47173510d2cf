"""Doing something once for all requests with the same key."""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.services.idempotency import owner_of
from players.actors import Actor
from tantrix_site.errors import InvalidInput, Unprocessable
from tournaments.models import RequestKey

KEEP: Final = timedelta(days=7)
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@transaction.atomic
def do_once(*, actor: Actor, now: datetime, key: str, operation: str, body: bytes, act: Callable[[], int]) -> int:
    """The primary key of what `act` makes, or made when the key was used first within the last week.

    What fails leaves no key behind. Raises InvalidInput `bad_idempotency_key`, and Unprocessable
    `idempotency_key_reused` when the key was used for another operation or body.
    """
    if not _KEY.fullmatch(key):
        raise InvalidInput(
            "bad_idempotency_key",
            _("An Idempotency-Key has 1 to 255 visible ASCII characters without spaces."),
            field="Idempotency-Key",
        )
    owner = owner_of(actor)
    digest = hashlib.sha256(operation.encode() + b"\n" + body).hexdigest()
    RequestKey.objects.filter(created_at__lt=now - KEEP).delete()
    # inserted first and read afterwards: the unique constraint decides between two at the same moment
    RequestKey.objects.bulk_create(
        [RequestKey(owner=owner, key=key, digest=digest, created_at=now)], ignore_conflicts=True
    )
    row = RequestKey.objects.select_for_update().get(owner=owner, key=key)
    if row.digest != digest:
        raise Unprocessable(
            "idempotency_key_reused",
            _("This Idempotency-Key was used for another request; use a new one."),
            field="Idempotency-Key",
        )
    if row.made is None:
        row.made = act()
        row.save(update_fields=["made"])
    return row.made
