"""Who runs an event, the links that invite others, and who sees what."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from players.models import User
from tournaments import services
from tournaments.models import Event, OrganiserRole
from tournaments.models.role_invitation import INVITED_ROLES
from tournaments.selectors.pages.officials import audience_switches, open_invitations, role_text
from tournaments.services.role_invitations import MOST_DAYS, MOST_USES, USUAL_DAYS
from tournaments.views.actors import BARE_REFERRER
from tournaments.views.failures import tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_organisers
def people(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Who runs the event; owners appoint, change, remove and invite. A link that was made is shown this once."""
    link = ""
    if request.method == "POST":
        link = _act(request, event, actor)
        if not link:
            return to(event, "people")
    now = timezone.now()
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "people"),
        "rows": event.organiser_rows.select_related("user__player").order_by("pk"),
        "roles": [(role.value, role.label, role_text(role)) for role in OrganiserRole],
        "invited_roles": [(role.value, role.label) for role in INVITED_ROLES],
        "invitations": open_invitations(event, now),
        "usual_days": USUAL_DAYS,
        "most_days": MOST_DAYS,
        "most_uses": MOST_USES,
        "link": link,
        "is_owner": request.user.has_perm("tournaments.own_event", event),
    }
    response = render(request, "tournaments/organise/people.html", context)
    if link:
        response["Referrer-Policy"] = BARE_REFERRER
    return response


def _act(request: HttpRequest, event: Event, actor: Actor) -> str:
    """What the form asks for; returns the address of an invitation that was made."""
    common: dict[str, Any] = {"actor": actor, "now": timezone.now(), "event_id": event.pk}
    sent, act, link = request.POST, request.POST.get("act", ""), ""
    with tell_failure(request) as done:
        if act == "invite":
            _made, token = services.invite_official(
                **common, role=sent.get("role", ""), uses=_number(sent.get("uses")), days=_number(sent.get("days"))
            )
            link = request.build_absolute_uri(reverse("invitation-link", args=[token]))
        elif act == "revoke":
            services.revoke_invitation(**common, invitation_id=_number(sent.get("invitation")))
            done(_("The link is not valid any more."))
        else:
            _appoint(request, common, act, done)
    return link


def _appoint(request: HttpRequest, common: dict[str, Any], act: str, done: Any) -> None:
    user = User.objects.filter(username__iexact=request.POST.get("user", "").strip()).first()
    if user is None:
        messages.error(request, _("There is no account with this user name."))
    elif act == "remove":
        services.remove_organiser(**common, user=user)
        done(_("{name} runs this event no longer.").format(name=user.get_username()))
    else:
        role = request.POST.get("role", "")
        role = role if role in OrganiserRole.values else OrganiserRole.ARBITER
        services.add_organiser(**common, user=user, role=OrganiserRole(role))
        done(_("{name} now helps to run this event.").format(name=user.get_username()))


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


@never_cache
@require_http_methods(METHODS)
@for_organisers
def audience(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Three switches, each with what it says now and who would see what from then on."""
    if request.method == "POST":
        name, _dash, value = request.POST.get("switch", "").partition(":")
        version = request.POST.get("version", "")
        if name in ("listed", "draw_released", "results_released") and value in ("on", "off"):
            with tell_failure(request) as done:
                services.set_audience(
                    actor=actor, now=timezone.now(), event_id=event.pk, **{name: value == "on"},
                    expected_version=int(version) if version.isdecimal() else None,
                )  # fmt: skip
                event.refresh_from_db()
                done(next(row.now for row in audience_switches(event) if row.name == name))
        return to(event, "audience")
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "audience"),
        "switches": audience_switches(event),
    }
    return render(request, "tournaments/organise/audience.html", context)
