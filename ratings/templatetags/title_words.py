"""Titles as they stand after a name."""

from math import floor
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from ratings.models import Title
from ratings.templatetags.rating_words import grouped

register = template.Library()


@register.filter
def titles(player: Any) -> SafeString | str:
    """The titles of a player, or of anything that has the same `titles`, each with its full name; empty for none."""
    held = str(getattr(player, "titles", "") or "").split()
    marks = format_html_join("", ' <abbr class="title" title="{}">{}</abbr>', ((Title(t).label, t) for t in held))
    return marks if held else ""


@register.filter
def floored(value: float) -> str:
    """Whole points reached: 949.9 are 949, since they are not 950 yet."""
    return grouped(floor(value))
