"""Classes of a box of the bracket."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.selectors.pages.boxes import Box
from tournaments.selectors.pages.shapes import Placed

register = template.Library()


@register.simple_tag
def box_class(box: Box, follow: int, placed: Placed | str = "") -> SafeString | str:
    """Where a box of a tree stands, `e` for the lower one of a pair in a lens; `from` and `won` where the line of the
    followed entry comes in and goes on."""
    is_tree = isinstance(placed, Placed)
    names = [placed.classes] if isinstance(placed, Placed) else []
    if box.position % 2 and not is_tree:
        names.append("e")
    if follow:
        own = next((side for side in box.sides if side.entry == follow), None)
        if own is not None and (is_tree or box.round > 1):
            names.append("from")
        if own is not None and (own.role == "w" or box.kind == "bye"):
            names.append("won")
    return mark_safe(f' class="{" ".join(names)}"') if names else ""  # noqa: S308 - fixed words only
