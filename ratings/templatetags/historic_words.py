"""What was published elsewhere, as people read it."""

from datetime import date
from typing import Protocol

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from ratings.selectors.historic import day_text
from ratings.templatetags.rating_words import day

register = template.Library()


class Dated(Protocol):
    """What was published for some day of a time."""

    first_day: date
    last_day: date


@register.filter
def when(row: Dated) -> str:
    """As exactly as the source says: "17 Nov 2001", "Nov 2001" or "2001"."""
    if row.first_day == row.last_day:
        return day(row.first_day)
    if len(day_text(row.first_day, row.last_day)) == len("2001-11"):
        return date_format(row.first_day, pgettext("format of a month", "M Y"))
    return str(row.first_day.year)


@register.filter
def source_link(text: str) -> SafeString | str:
    """The source; one on the web as a link with the name of its site."""
    for scheme in ("https://", "http://"):
        if text.startswith(scheme):
            site = text.removeprefix(scheme).partition("/")[0]
            return format_html('<a href="{}" rel="nofollow">{}</a>', text, site)
    return text
