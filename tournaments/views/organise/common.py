"""What the organiser's pages share."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from players.actors import Actor, request_actor
from tantrix_site.errors import NotPermitted
from tournaments import permissions
from tournaments.models import Event, OrganiserRole, StageKind
from tournaments.selectors.entry_rules import rules_of
from tournaments.services.access import may_arbitrate, may_check_in, may_organise
from tournaments.views.actors import to_sign_in
from tournaments.views.common import Link, get_event

View = Callable[..., HttpResponse]


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
    inner = for_arbiters(view)

    @wraps(view)
    def outer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        event = get_event(request, slug)
        if permissions.role_in(request.user, event) == OrganiserRole.CHECK_IN and not permissions.is_site_staff(
            request.user
        ):
            return to(event, "check-in")
        return inner(request, slug, *args, **kwargs)

    return outer


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


def organise_tabs(request: HttpRequest, event: Event, current: str) -> list[Link]:
    """The organiser's tabs; an arbiter sees those about results, who does the check-in that alone."""
    organiser = permissions.is_site_staff(request.user) or permissions.organises_event(request.user, event)
    if not organiser and not permissions.rules_on_event(request.user, event):
        here = Link(_("Check-in"), reverse("organise:check-in", args=[event.slug]), current == "check-in")
        return [here, Link(_("Public page"), reverse("events:detail", args=[event.slug]))]
    names = [("event", _("Dashboard"))]
    if organiser:
        names.append(("terms", _("Registration")))
        names.append(("teams", _("Teams")) if event.is_for_teams else ("entrants", _("Entrants")))
        if rules_of(event).has_check_in:
            names.append(("check-in", _("Check-in")))
        if not event.has_sittings:
            names += [("seeds", _("Seeds")), ("stages", _("Stages")), ("draw", _("Draw"))]
        if event.stages.filter(kind=StageKind.SWISS).exists():
            names.append(("rounds", _("Rounds")))
    if event.has_sittings:
        names.append(("sittings", _("Tables")))
    if event.last_match_number:
        if organiser and event.is_for_teams:
            names.append(("orders", _("Orders")))
        names.append(("results", _("Results")))
        if organiser:
            names.append(("deadlines", _("Deadlines")))
    if event.last_match_number or event.has_sittings:
        names.append(("hall", _("Hall")))
    if organiser:
        names.append(("announce", _("Announcements")))
    names.append(("print", _("Print")))
    if organiser:
        names += [
            ("prizes", _("Prize lists")),
            ("settings", _("Settings")),
            ("audience", _("Who sees what")),
            ("people", _("Officials")),
        ]
    names.append(("log", _("Log")))
    # what the pages of an entry belong to
    current = "teams" if event.is_for_teams and current == "entrants" else current
    tabs = [Link(text, reverse(f"organise:{name}", args=[event.slug]), name == current) for name, text in names]
    tabs.append(Link(_("Public page"), reverse("events:detail", args=[event.slug])))
    return tabs


def to(event: Event, name: str) -> HttpResponse:
    return redirect(f"organise:{name}", event.slug)
