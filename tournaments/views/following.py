"""The players a viewer follows: the address names one, a cookie remembers the last few. No account is needed."""

import re

from django.http import HttpRequest, HttpResponse

COOKIE = "follow"
MOST = 12
YEAR = 365 * 24 * 3600
_SLUG = re.compile(r"^[\w-]{1,80}$")


def followed_slugs(request: HttpRequest) -> list[str]:
    """Slugs of followed players, the latest first."""
    return [slug for slug in request.COOKIES.get(COOKIE, "").split(".") if _SLUG.match(slug)][:MOST]


def remember(response: HttpResponse, request: HttpRequest, slug: str) -> None:
    """Put a player first among the followed ones."""
    slugs = [slug, *(known for known in followed_slugs(request) if known != slug)][:MOST]
    _write(response, slugs)


def forget(response: HttpResponse, request: HttpRequest, slugs: set[str]) -> None:
    """Follow these players no longer."""
    _write(response, [known for known in followed_slugs(request) if known not in slugs])


def _write(response: HttpResponse, slugs: list[str]) -> None:
    if slugs:
        response.set_cookie(COOKIE, ".".join(slugs), max_age=YEAR, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
