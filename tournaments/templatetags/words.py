"""Words for states, rounds, places, points and dates."""

from datetime import date
from typing import Any

from django import template
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_countries import countries

from tournaments.models import Edition, Event
from tournaments.selectors.pages import series as series_pages
from tournaments.selectors.pages import words
from tournaments.selectors.pages.names import country_code

register = template.Library()


@register.filter
def tp(tenths: int | None) -> str:
    """Tournament points in tenths as "20.7", with the decimal sign of the language."""
    return words.tp_text(tenths)


@register.filter
def code3(country: Any) -> str:
    """A country as three letters."""
    return country_code(str(getattr(country, "code", country) or ""))


@register.filter
def country_name(country: Any) -> str:
    """A country by its name in the language of the page."""
    return str(countries.name(str(getattr(country, "code", country) or "")))


@register.filter
def published(points: str) -> str:
    """Points as published, with the decimal sign of the language."""
    return points.replace(".", str(get_format("DECIMAL_SEPARATOR")))


@register.filter
def edition_title(edition: Edition) -> str:
    return series_pages.edition_title(edition)


@register.filter
def edition_url(edition: Edition) -> str:
    return series_pages.edition_url(edition)


@register.filter
def place_words(place: int) -> str:
    return words.place_text(place)


@register.inclusion_tag("components/badge.html")
def state_badge(state: words.StateWord) -> dict[str, Any]:
    """A state with its word, icon and tone."""
    return {"text": words.upper_first(state.text), "icon": state.icon, "kind": state.tone}


@register.inclusion_tag("components/badge.html")
def event_badge(event: Event) -> dict[str, Any]:
    """The state of an event."""
    word = words.EVENT_WORDS[event.state]
    return {"text": words.upper_first(word.text), "icon": word.icon, "kind": word.tone}


@register.simple_tag
def event_dates(event: Event) -> str:
    """The days of an event: "6 Dec 2026", "6–8 Dec 2026", "28 Nov – 3 Dec 2026"."""
    return days_text(event.starts_on, event.ends_on)


def days_text(first: date | None, last: date | None) -> str:
    full = pgettext("format of a date", "j M Y")
    if first is None:
        return _("date not fixed yet")
    if last is None or first == last:
        return date_format(first, full)
    if (first.year, first.month) == (last.year, last.month):
        return _("{first}–{last}").format(first=first.day, last=date_format(last, full))
    if first.year == last.year:
        start = date_format(first, pgettext("format of a date", "j M"))
        return _("{first} – {last}").format(first=start, last=date_format(last, full))
    return _("{first} – {last}").format(first=date_format(first, full), last=date_format(last, full))
