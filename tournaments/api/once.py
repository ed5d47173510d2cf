"""POSTs that may be repeated with the same `Idempotency-Key`."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from players.actors import request_actor
from tournaments.services.once import do_once

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="1 to 255 visible ASCII characters. A repeated request with the same key and body makes nothing "
    "new and is answered with what the first one made; with another body it is refused (422). Keys live a week.",
)

M = TypeVar("M", bound=Model)


def once(request: Request, operation: str, act: Callable[[], M], find: Callable[[int], M]) -> M:
    """What `act` makes, or what it made for the same key before, as `find` reads it."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return act()
    made: list[M] = []

    def first() -> int:
        made.append(act())
        return int(made[0].pk)

    body = json.dumps(request.data, sort_keys=True, default=_plain).encode()
    pk = do_once(actor=request_actor(request), now=timezone.now(), key=key, operation=operation, body=body, act=first)
    return made[0] if made else find(pk)


def _plain(value: object) -> str:
    """What JSON has no form for; of a file what is in it, as two may have one name."""
    if not isinstance(value, UploadedFile):
        return str(value)
    digest = sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return f"{value.name} {digest.hexdigest()}"
