"""`/api/`: how to use the API, every operation with what it needs, and real answers of this site."""

import functools
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from redis.exceptions import RedisError

from tantrix_site.docs_lists import FIRST_GROUPS, METHODS
from tournaments.models import Entry, Event, EventState, Match

# the description changes with the code only, the answers with the site
KEPT = 600
LINES_SHOWN = 24


@dataclass(frozen=True)
class Operation:
    """One line of the page, unfolded to its details."""

    method: str
    path: str
    summary: str
    description: str
    needs_token: bool
    takes_body: bool
    parameters: tuple[tuple[str, str], ...]
    example: str
    answer: str

    @property
    def key(self) -> str:
        return f"{self.method}-{self.path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}".lower()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    address = request.build_absolute_uri("/").rstrip("/")
    kept = f"api-page:{address}"
    groups = None
    with suppress(RedisError):  # while the cache is away the page is made anew
        groups = cache.get(kept)
    if groups is None:
        groups = _groups(address)
        with suppress(RedisError):
            cache.set(kept, groups, KEPT)
    return render(request, "site/api.html", {"groups": groups, "address": address})


@functools.cache
def _description() -> dict[str, Any]:
    """The whole API as OpenAPI; made once in each process, as it takes a second."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call, no-any-return]


def _groups(address: str) -> list[tuple[str, list[Operation]]]:
    document = _description()
    values = _values()
    found: dict[str, list[Operation]] = defaultdict(list)
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                found[operation["tags"][0]].append(_operation(method, path, operation, values, address))
    order = [name for name in FIRST_GROUPS if name in found]
    return [(name, found[name]) for name in [*order, *sorted(set(found) - set(order))]]


def _operation(method: str, path: str, operation: dict[str, Any], values: dict[str, Any], address: str) -> Operation:
    # without `security` the operation wants nobody; with an empty entry among others anybody may call it
    security = operation.get("security", [{}])
    needs_token = {} not in security
    example = ""
    if method == "get" and not needs_token:
        example = _filled(path, values)
    return Operation(
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        needs_token=needs_token,
        takes_body="requestBody" in operation,
        parameters=tuple(_parameters(operation)),
        example=example,
        answer=_answer(example, address) if example else "",
    )


def _parameters(operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] in ("query", "header"):
            yield parameter["name"], parameter.get("description", "")


def _values() -> dict[str, Any]:
    """Names of real, public things for the addresses of the examples: of the newest event that runs."""
    event = Event.objects.filter(state=EventState.RUNNING).order_by("-started_at", "pk").first()
    if event is None:
        return {}
    entry = Entry.objects.filter(event=event).select_related("player").order_by("pk").first()
    match = Match.objects.filter(event=event).order_by("number").first()
    return {
        "/api/v1/events/": {"slug": event.slug},
        "/api/v1/entries/": {"id": entry and entry.pk},
        "/api/v1/players/": {"slug": entry and entry.player and entry.player.slug},
        "/api/v1/matches/": {"id": match and match.pk},
    }


def _filled(path: str, values: dict[str, Any]) -> str:
    """The address with real values; empty if there is none for a part of it."""
    for prefix, known in values.items():
        if path.startswith(prefix):
            for name, value in known.items():
                if value is not None:
                    path = path.replace(f"{{{name}}}", str(value))
    return "" if "{" in path else path


def _answer(path: str, address: str) -> str:
    """The beginning of what a visitor gets there now."""
    asked = HttpRequest()
    asked.method = "GET"
    asked.path = asked.path_info = path
    scheme, _sep, host = address.partition("://")
    asked.META = {"HTTP_HOST": host, "SERVER_NAME": host, "SERVER_PORT": "443", "wsgi.url_scheme": scheme}
    asked.META["HTTP_ACCEPT"] = "application/json"
    asked.user = AnonymousUser()
    try:
        view, arguments, named = resolve(path)
        response = view(asked, *arguments, **named)
    except Http404:
        return ""
    if response.status_code != 200:
        return ""
    if hasattr(response, "render"):
        response.render()
    text = json.dumps(json.loads(response.content), indent=1, ensure_ascii=False)
    lines = text.splitlines()
    return "\n".join([*lines[:LINES_SHOWN], *(["…"] if len(lines) > LINES_SHOWN else [])])
