"""Classes of a box of the bracket."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.selectors.pages.bracket import Box

register = template.Library()


@register.simple_tag
def box_class(box: Box, follow: int) -> SafeString | str:
    """`e` for the lower one of a pair; `from` and `won` where the line of the followed entry comes in and goes on."""
    names = []
    if box.position % 2:
        names.append("e")
    if follow:
        own = next((side for side in box.sides if side.entry == follow), None)
        if own is not None and box.round > 1:
            names.append("from")
        if own is not None and (own.role == "w" or box.kind == "bye"):
            names.append("won")
    return mark_safe(f' class="{" ".join(names)}"') if names else ""  # noqa: S308 - fixed words only
