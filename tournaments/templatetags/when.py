"""Times for people: the absolute time in the viewer's zone, always with its date, and what is left until then."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Event

register = template.Library()

MINUTES_A_DAY = 1440


@register.simple_tag
def when(moment: datetime | None) -> SafeString | str:
    """ "Sun 6 Dec, 23:59" in the active zone, with the exact instant for programs; the year where it is another one."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if local.year == timezone.localtime().year:
        text = date_format(local, pgettext("format of date and time", "D j M, H:i"))
    else:
        text = date_format(local, pgettext("format of date and time", "D j M Y, H:i"))
    return format_html('<time datetime="{}">{}</time>', moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), text)


@register.simple_tag
def instant(moment: datetime | None, event: Event) -> SafeString | str:
    """A moment that counts for everybody: in the event's zone, named, and in the reader's where that differs."""
    if moment is None:
        return ""
    reader = timezone.get_current_timezone()
    with timezone.override(event.zone):
        there = when(moment)
    theirs = format_html('{} <span class="zone">{}</span>', there, event.time_zone)
    if moment.astimezone(reader).utcoffset() == moment.astimezone(event.zone).utcoffset():
        return theirs
    return format_html('{} · {} <span class="zone">{}</span>', theirs, when(moment), zone_words())


def left_text(minutes: int) -> str:
    """ "5 d 4 h left", "3 h 20 min left", "time is up"."""
    if minutes <= 0:
        return _("time is up")
    if minutes >= MINUTES_A_DAY:
        days, rest = divmod(minutes, MINUTES_A_DAY)
        return _("{d} d {h} h left").format(d=days, h=rest // 60)
    hours, rest = divmod(minutes, 60)
    return _("{h} h {m} min left").format(h=hours, m=rest)


@register.simple_tag
def left(moment: datetime | None, now: datetime | None = None) -> SafeString | str:
    """What is left until then; a script keeps it right while the page stays open."""
    if moment is None:
        return ""
    minutes = int((moment - (now or timezone.now())).total_seconds() // 60)
    patterns = "|".join(
        (
            _("{d} d {h} h left").format(d="%d", h="%h"),
            _("{h} h {m} min left").format(h="%h", m="%m"),
            _("time is up"),
        )
    )
    return format_html(
        '<time class="left" datetime="{}" data-left="{}">{}</time>',
        moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), patterns, left_text(minutes),
    )  # fmt: skip


@register.simple_tag
def zone_words() -> str:
    """The name of the active zone, for people and for browsers: "Europe/Budapest"."""
    zone = timezone.get_current_timezone()
    return str(getattr(zone, "key", None) or zone)  # `tzname` of a zone without seasons is "-05" and the like
