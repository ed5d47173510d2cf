"""Fragments of public pages, asked for again and again by `static/js/live.js`.

A fragment holds nothing about its viewer, so that one rendering serves all of one language and zone. Its tag is made
of the event's version, and of the audience while something is held back: an unchanged event costs one query and no
rendering.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from redis.exceptions import RedisError

from players.models import User
from tournaments.models import Event, EventState
from tournaments.selectors.visibility import audience, may_see

KEEP_SECONDS = 600


def event_tag(event: Event, shown_to: str = "") -> str:
    """The tag of what is shown of an event, for one language, one zone, one build of the site, and one audience."""
    language, zone = translation.get_language(), timezone.get_current_timezone_name()
    who = f"-{shown_to}" if shown_to else ""
    return quote_etag(f"{event.pk}-{event.version}-{language}-{zone}-{settings.BUILD}{who}")


def viewer_tag(request: HttpRequest, event: Event) -> str:
    """The tag for the one who looks: while something is held back, officials have another than everybody."""
    return event_tag(event, audience(request.user, event))


def poll_seconds(event: Event) -> int:
    """How often an open page asks; 0 when nothing will change by itself."""
    return {EventState.RUNNING: 20, EventState.PUBLISHED: 60}.get(EventState(event.state), 0)


def live_fragment(
    request: HttpRequest,
    slug: str,
    name: str,
    template: str,
    context: Callable[[Event], Mapping[str, Any] | None],
    more: Callable[[Event], bytes] | None = None,
    require: Callable[[User | AnonymousUser, Event], None] | None = None,
    shown_to: Callable[[Event], str] | None = None,
) -> HttpResponseBase:
    """The fragment `name` of an event: 304 while unchanged, 410 when unchanged and the event is over.

    `more` adds what the query of the address asks for beyond what all readers share. `require` raises for those who may
    not see it, and `shown_to` names the audience where it is another than that of the whole event.
    """
    event = Event.objects.filter(slug=slug).first()
    if event is None or not may_see(request.user, event):
        raise Http404
    if require is not None:
        require(request.user, event)
    tag = event_tag(event, (shown_to or (lambda found: audience(request.user, found)))(event))
    if answer := get_conditional_response(request, etag=tag):
        if event.state == EventState.FINISHED:
            return HttpResponse(status=410)
        return answer
    body = remembered(f"{name}:{tag}", lambda: _drawn(request, template, context(event)))
    response = HttpResponse(body + (more(event) if more is not None else b""))
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache" if event.is_released else "private, no-cache"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _drawn(request: HttpRequest, template: str, values: Mapping[str, Any] | None) -> bytes:
    if values is None:
        raise Http404
    return render(request, template, dict(values)).content


def remembered(name: str, draw: Callable[[], bytes]) -> bytes:
    """The rendering kept for others; without a cache it is made anew. One that is empty is not kept."""
    key = f"fragment:{name}"
    with suppress(RedisError):
        body: bytes | None = cache.get(key)
        if body is not None:
            return body
    body = draw()
    if body:
        with suppress(RedisError):
            cache.set(key, body, KEEP_SECONDS)
    return body
