"""ETags of events and matches, and what a request says of the version it has seen."""

import re
from typing import Any

from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from tantrix_site.errors import StaleVersion
from tournaments.models import Event, Match
from tournaments.selectors.visibility import audience

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the state you have seen. If it has changed since, nothing happens: 412 `stale_version`.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="The ETag of an earlier answer."
)
ETAG = OpenApiParameter("ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 201])
NOT_MODIFIED = OpenApiResponse(description="Nothing changed since the answer with this ETag.")

_TAG = re.compile(r'(?:W/)?"([em][0-9]{1,19})-([0-9]{1,19})(?:-[a-z]+)?"')


def event_tag(event: Event, request: Request) -> str:
    """Changes with everything public in the event; while something is held back officials have another."""
    return f'"e{event.pk}-{event.version}{_suffix(audience(request.user, event))}"'


def match_tag(match: Match, shown_to: str = "") -> str:
    """Changes with the match and what is said about it."""
    return f'"m{match.pk}-{match.version}{_suffix(shown_to)}"'


def _suffix(shown_to: str) -> str:
    return f"-{shown_to}" if shown_to else ""


def expected_version(request: Request, thing: Event | Match) -> int | None:
    """The version the sender has seen, None where it does not say. Raises StaleVersion for tags of something else."""
    header = request.headers.get("If-Match", "").strip()
    if not header or header == "*":
        return None
    key = f"{'e' if isinstance(thing, Event) else 'm'}{thing.pk}"
    versions = [int(version) for name, version in _TAG.findall(header) if name == key]
    if not versions:
        raise StaleVersion(
            "stale_version", _("The tag in If-Match is not one of this resource."), {"version": thing.version}
        )
    return thing.version if thing.version in versions else versions[0]


def tagged(request: Request, tag: str, data: Any, *, public: bool = True) -> Any:
    """The data with its tag, or a 304 for who has it already. `data` may be a function, called if needed."""
    answer = get_conditional_response(request._request, etag=tag) if request.method in ("GET", "HEAD") else None
    if answer is None:
        answer = Response(data() if callable(data) else data)
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache" if public else "private, no-cache"
    return answer


def tagged_event(request: Request, event: Event, data: Any) -> Any:
    """What is shown of an event with its tag, private while something is held back."""
    return tagged(request, event_tag(event, request), data, public=event.is_released)
