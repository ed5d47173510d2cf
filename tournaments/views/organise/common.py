"""What the organiser's pages share."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from players.actors import Actor, request_actor
from tantrix_site.errors import NotPermitted
from tournaments.models import Event
from tournaments.selectors.pages.organiser_menu import PAGES, Menu, organiser_menu
from tournaments.services.access import may_arbitrate, may_check_in, may_organise
from tournaments.views.actors import to_sign_in
from tournaments.views.common import get_event

View = Callable[..., HttpResponse]
NAMES = frozenset(page.name for page in PAGES)


def for_organisers(view: View) -> View:
    """For a view `(request, event, actor, …)`: only owners and organisers come in."""
    return _guarded(view, may_organise)


def for_arbiters(view: View) -> View:
    """For a view `(request, event, actor, …)`: arbiters too."""
    return _guarded(view, may_arbitrate)


def for_check_in(view: View) -> View:
    """For a view `(request, event, actor, …)`: organisers, and who does the check-in."""
    return _guarded(view, may_check_in)


def home_of_officials(view: View) -> View:
    """As `for_arbiters`, for the first page: who does the check-in alone is led to that."""

    @wraps(view)
    def inner(request: HttpRequest, event: Event, actor: Actor, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_arbitrate(actor, event):
            return to(event, "check-in")
        return view(request, event, actor, *args, **kwargs)

    return _guarded(inner, lambda actor, event: may_arbitrate(actor, event) or may_check_in(actor, event))


def _guarded(view: View, allowed: Callable[[Actor, Event], bool]) -> View:
    @wraps(view)
    def inner(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        event = get_event(request, slug)
        if not request.user.is_authenticated:
            return to_sign_in(request)
        actor = request_actor(request)
        if not allowed(actor, event):
            raise NotPermitted("not_organiser", _("Only an organiser of the event may see this page."))
        return view(request, event, actor, *args, **kwargs)

    return inner


def organise_tabs(request: HttpRequest, event: Event, current: str) -> Menu:
    """The organiser's pages by group. `current` is the page this one belongs to, unless it is one of them itself."""
    match = request.resolver_match
    name = match.url_name if match is not None and match.namespace == "organise" else ""
    if name not in NAMES:
        # what the pages of an entry belong to
        current = "teams" if event.is_for_teams and current == "entrants" else current
        return organiser_menu(event, request.user, current, is_page=False)
    return organiser_menu(event, request.user, name)


def to(event: Event, name: str) -> HttpResponse:
    return redirect(f"organise:{name}", event.slug)
