"""Pages in the visitor's language and zone, without asking the database each time.

Cookies carry both. They are set from the account at sign-in and whenever a preference changes; the zone of a visitor
without one is told by the browser (`static/js/site.js`).
"""

import zoneinfo
from collections.abc import Callable

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from players import cookies, zones
from players.models import Player, User


class TimeZoneMiddleware:
    """Activate the zone of the cookie, else leave UTC. A name that is not a zone counts as none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get(cookies.TIME_ZONE, "")
        with timezone.override(zoneinfo.ZoneInfo(name) if zones.is_zone(name) else None):
            return self.get_response(request)


class AccountPreferencesMiddleware:
    """The answer to a sign-in brings the account's language and zone to this browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user: User | None = getattr(request, "_signed_in_now", None)
        if user is not None:
            if user.language:
                cookies.remember_language(response, user.language)
            player = Player.objects.filter(user=user).only("time_zone").first()
            if player is not None and player.time_zone:
                cookies.remember_time_zone(response, player.time_zone)
        return response


@receiver(user_logged_in)
def note_sign_in(sender: object, request: HttpRequest | None, user: User, **kwargs: object) -> None:
    if request is not None:
        request._signed_in_now = user  # type: ignore[attr-defined]
