"""Documents as PDF, kept for the next reader of the same minute."""

from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import get_language
from redis.exceptions import RedisError

from tournaments.documents.typesetting import pdf
from tournaments.models import Event
from tournaments.selectors.documents import for_organisers, load_document
from tournaments.selectors.documents.wanted import Wanted

KEEP_SECONDS: Final = 60


def document_pdf(event: Event, kind: str, wanted: Wanted, now: datetime, site: str) -> bytes:
    """The PDF of a document, with the minute in which it was set. Raises as `load_document` does.

    What is public is set once a minute for all readers of one language, and anew when the event changes.
    """
    if for_organisers(kind, wanted):
        return pdf(load_document(kind, event, wanted, now, site))
    told = (event.pk, event.version, kind, wanted, get_language(), site, f"{now:%H%M}", settings.BUILD)
    key = f"pdf:{sha256(repr(told).encode()).hexdigest()}"
    with suppress(RedisError):
        kept: bytes | None = cache.get(key)
        if kept is not None:
            return kept
    made = pdf(load_document(kind, event, wanted, now, site))
    with suppress(RedisError):
        cache.set(key, made, KEEP_SECONDS)
    return made
