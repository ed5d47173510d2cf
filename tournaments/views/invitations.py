"""Invitations to help run an event, by a link.

As with entry links the token stands in the address once and then in the session, also while somebody signs in. Opening
the link changes nothing; the role is taken with a button.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import request_actor
from tantrix_site.errors import Conflict, NotFound
from tournaments import services
from tournaments.models import RoleInvitation
from tournaments.permissions import role_in
from tournaments.selectors.pages.officials import role_text
from tournaments.views.actors import BARE_REFERRER, to_sign_in

SESSION_KEY = "role_invitation"


@never_cache
@require_safe
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The address that was sent out. It changes nothing but this session."""
    try:
        services.find_invitation(token)
    except NotFound:
        return _unknown(request)
    request.session[SESSION_KEY] = token
    response = redirect("invitation")
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Which event, which role, what it may do; the button takes it."""
    token = request.session.get(SESSION_KEY, "")
    try:
        found = services.find_invitation(token)
    except NotFound:
        return _unknown(request)
    if request.method == "POST":
        return _accept(request, found, token)
    context = {
        "invitation": found,
        "event": found.event,
        "role": found.get_role_display(),
        "role_text": role_text(found.role),
        "is_open": found.is_open(timezone.now()),
        "held": role_in(request.user, found.event),
    }
    response = render(request, "tournaments/invitation.html", context)
    response["Referrer-Policy"] = BARE_REFERRER
    return response


def _accept(request: HttpRequest, found: RoleInvitation, token: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return to_sign_in(request)
    try:
        services.accept_invitation(actor=request_actor(request), now=timezone.now(), token=token)
    except Conflict as error:
        messages.error(request, str(error.message))
        return redirect("organise:event" if error.code == "has_role" else "invitation", *_args(error, found))
    request.session.pop(SESSION_KEY, None)
    messages.success(request, _("You now help to run this event."))
    return redirect("organise:event", found.event.slug)


def _args(error: Conflict, found: RoleInvitation) -> tuple[str, ...]:
    return (found.event.slug,) if error.code == "has_role" else ()


def _unknown(request: HttpRequest) -> HttpResponse:
    response = render(request, "tournaments/invitation_unknown.html", status=404)
    response["Referrer-Policy"] = BARE_REFERRER
    return response
