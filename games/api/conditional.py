"""Answers that a program may ask for again and again: ETag, 304, Retry-After."""

import hashlib
from typing import Any

from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request
from rest_framework.response import Response

#: Seconds after which it makes sense to ask for a pending check again.
RETRY_AFTER = "1"


def etag_of(*facts: object) -> str:
    """A tag that changes when one of the facts does."""
    return quote_etag(hashlib.sha256("\n".join(map(str, facts)).encode()).hexdigest()[:32])


def unchanged(request: Request, tag: str) -> Any:
    """The 304 or 412 that the conditions of the request call for, or None."""
    return get_conditional_response(request._request, etag=tag)


def private_headers(tag: str, *, pending: bool) -> dict[str, str]:
    """Headers of an answer meant for this reader alone, who has to ask each time whether it changed."""
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
    return {**headers, "Retry-After": RETRY_AFTER} if pending else headers


def conditional(request: Request, tag: str, data: Any, *, pending: bool) -> Any:
    """The data with its tag, or a 304 when the reader has it already. `data` may be a function, called if needed."""
    answer = unchanged(request, tag)
    if answer is None:
        answer = Response(data() if callable(data) else data)
    for name, value in private_headers(tag, pending=pending).items():
        answer[name] = value
    return answer
