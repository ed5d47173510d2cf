"""Who acts on a page: an account, or somebody who came by a private entry link."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from players.actors import Actor, request_actor
from tournaments.models import Entry, Event
from tournaments.selectors.visibility import require_draw
from tournaments.services.links import hash_link

SESSION_KEY = "entry_links"

# `Referrer-Policy` of pages about a secret link: no path is told to anybody. Not `no-referrer`: under it browsers send
# forms with `Origin: null`, which the protection against forged forms refuses.
BARE_REFERRER = "strict-origin"


def remember_link(request: HttpRequest, entry: Entry, token: str) -> None:
    """Keep the private link in the session, so that its token need not stand in any later address."""
    links = dict(request.session.get(SESSION_KEY, {}))
    links[str(entry.event_id)] = token
    request.session[SESSION_KEY] = links


def forget_link(request: HttpRequest, event: Event) -> None:
    """The link of this event is not used any more in this session."""
    links = dict(request.session.get(SESSION_KEY, {}))
    if links.pop(str(event.pk), None) is not None:
        request.session[SESSION_KEY] = links


def linked_entry(request: HttpRequest, event: Event) -> Entry | None:
    """The entry whose private link was opened in this session, as long as the link is valid."""
    if SESSION_KEY not in request.session:
        return None
    token = request.session[SESSION_KEY].get(str(event.pk))
    if not token:
        return None
    return Entry.every.filter(event=event, link_hash=hash_link(token)).select_related("player").first()


def find_actor(request: HttpRequest, event: Event) -> Actor | None:
    """Who acts in this event; None for a visitor. A private link that was opened on purpose goes before the account."""
    entry = linked_entry(request, event)
    if entry is not None:
        return Actor(via="link", player=entry.player, entry_id=entry.pk)
    return request_actor(request) if request.user.is_authenticated else None


def to_sign_in(request: HttpRequest, after: str = "") -> HttpResponse:
    """The sign-in page, which leads to `after`, else back here; from a form to the page on which it stood.

    Many forms have addresses that nothing else answers at, so that after signing in one would stand before a refusal.
    """
    query = urlencode({"next": after or _form_page(request) or request.get_full_path()})
    return redirect(f"{resolve_url(settings.LOGIN_URL)}?{query}")


def _form_page(request: HttpRequest) -> str:
    """The page of this site from which a form was sent, as far as the browser says it. Empty for anything else."""
    page = request.headers.get("Referer", "")
    if request.method in ("GET", "HEAD") or not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return ""
    parts = urlsplit(page)
    return parts.path + (f"?{parts.query}" if parts.query else "")


View = Callable[..., HttpResponse]


def acting_in_draw(view: View) -> View:
    """As `acting`, for what is about matches. Raises NotFound `draw_not_released`."""

    @wraps(view)
    def inner(request: HttpRequest, event: Event, actor: Actor, *args: Any, **kwargs: Any) -> HttpResponse:
        require_draw(request.user, event)
        return view(request, event, actor, *args, **kwargs)

    return acting(inner)


def acting(view: View) -> View:
    """For a view `(request, event, actor, …)` at an address with an event: visitors are sent to sign in first."""

    @wraps(view)
    def inner(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        from tournaments.views.common import get_event

        event = get_event(request, slug)
        actor = find_actor(request, event)
        if actor is None:
            return to_sign_in(request)
        return view(request, event, actor, *args, **kwargs)

    return inner
