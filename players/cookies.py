"""The three cookies of a visitor's preferences. They hold no personal data and need no account."""

from django.conf import settings
from django.http import HttpResponse

THEME = "theme"
TIME_ZONE = "tz"
THEMES = ("auto", "light", "dark")
_YEAR = 365 * 24 * 3600


def remember_language(response: HttpResponse, language: str) -> None:
    _set(response, settings.LANGUAGE_COOKIE_NAME, language)


def forget_language(response: HttpResponse) -> None:
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")


def remember_time_zone(response: HttpResponse, name: str) -> None:
    # readable by scripts, which show the relative part of deadlines
    _set(response, TIME_ZONE, name)


def forget_time_zone(response: HttpResponse) -> None:
    """The browser's own zone is taken again at the next page."""
    response.delete_cookie(TIME_ZONE, samesite="Lax")


def remember_theme(response: HttpResponse, theme: str) -> None:
    _set(response, THEME, theme)


def _set(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
