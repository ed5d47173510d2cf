"""Times are shown in the viewer's zone."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    """Activate the zone of the cookie (set from the account or the browser), else leave UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get("tz", "")
        try:
            zone = zoneinfo.ZoneInfo(name) if name else None
        except (ValueError, zoneinfo.ZoneInfoNotFoundError, OSError):
            zone = None
        with timezone.override(zone):
            return self.get_response(request)
