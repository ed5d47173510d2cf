"""Pages of which a part changes while they are open: the script asks again with the tag of what it shows."""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language


def page_tag(request: HttpRequest, facts: Iterable[str], *more: object) -> str:
    """What the changing part of a page depends on; compared only by the script that asks for it."""
    parts = [*facts, *map(str, more), settings.BUILD, str(get_language()), str(timezone.get_current_timezone_name())]
    return f'"{hashlib.sha256("|".join(parts).encode()).hexdigest()[:24]}"'


def fresh(request: HttpRequest, tag: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page, or 304 for the script when nothing has changed. An ordinary visit always gets the whole page."""
    if request.headers.get("X-Fragment"):
        unchanged = get_conditional_response(request, etag=tag)
        if unchanged is not None:
            return unchanged
    response = render(request, template, {**context, "etag": tag})
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response
