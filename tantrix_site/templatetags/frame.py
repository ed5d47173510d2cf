"""Header and footer of every page: put together once for each language, theme, section and whether one is signed in.

What differs from one request to the next is set into the finished text: address, name of the account, CSRF token.
"""

from typing import Any

from django import template
from django.conf import settings
from django.template.context import RequestContext
from django.template.defaultfilters import urlencode
from django.urls import get_urlconf
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from players.cookies import THEMES

register = template.Library()

SECTIONS = ("/events/", "/ratings/", "/players/", "/g/", "/rules/")
"""Parts of the site that the navigation marks as the current one."""

# Private characters of Unicode: no template and no translation holds them.
_EDGE = "\ue000"
_GAPS = ("address", "quoted_address", "viewer", "csrf_token")

_known: dict[tuple[object, ...], tuple[str, ...]] = {}


@register.simple_tag(takes_context=True)
def page_header(context: RequestContext) -> SafeString:
    """The header as `components/header.html` says; without a request it has neither sign-in nor menu."""
    request, user = context.get("request"), context.get("user")
    signed_in = bool(getattr(user, "is_authenticated", False))
    theme = context.get("theme")
    path = request.path if request else ""
    section = path[: path.find("/", 1) + 1]
    pieces = _pieces(
        context,
        "components/header.html",
        has_request=bool(request),
        signed_in=signed_in,
        theme=theme if theme in THEMES else "",
        section=section if section in SECTIONS else "",
    )
    told = {}
    if request:
        address = request.get_full_path()
        told = {
            "address": conditional_escape(address),
            "quoted_address": conditional_escape(urlencode(address)),
            "viewer": conditional_escape(str(user)) if signed_in else "",
            "csrf_token": conditional_escape(str(context.get("csrf_token", ""))),
        }
    return mark_safe("".join(told[piece] if place % 2 else piece for place, piece in enumerate(pieces)))  # noqa: S308


@register.simple_tag(takes_context=True)
def page_footer(context: RequestContext) -> SafeString:
    """The footer, the same for everyone."""
    return mark_safe("".join(_pieces(context, "components/footer.html")))  # noqa: S308


def _pieces(context: RequestContext, name: str, **shape: Any) -> tuple[str, ...]:
    """The text of a part of the frame, with the name of a gap at every other place.

    The template itself belongs to the key: one that was changed is read anew while the site is developed.
    """
    part = context.template.engine.get_template(name)  # type: ignore[union-attr]
    addresses = get_urlconf() or settings.ROOT_URLCONF, settings.STORAGES["staticfiles"]["BACKEND"]
    key = (part, *addresses, get_language(), *shape.values())
    pieces = _known.get(key)
    if pieces is None:
        gaps = {gap: f"{_EDGE}{gap}{_EDGE}" for gap in _GAPS}
        pieces = _known[key] = tuple(part.render(template.Context(shape | gaps)).split(_EDGE))
    return pieces
