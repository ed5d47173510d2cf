"""Calendar files: of one match, of an event, and an account's own by a private address."""

from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import request_actor
from tournaments import services
from tournaments.documents.calendar import Appointment, calendar_file
from tournaments.models import CalendarLink
from tournaments.selectors.calendars import deadline_appointments, match_appointments, own_appointments
from tournaments.selectors.visibility import may_see_draw, may_see_results
from tournaments.selectors.withheld import seen_matches
from tournaments.services.links import hash_link
from tournaments.views.common import get_event


def _answer(name: str, rows: tuple[Appointment, ...], filename: str) -> HttpResponse:
    response = HttpResponse(calendar_file(name, rows), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}.ics"'
    return response


def _host(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


@require_safe
def match_calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The time agreed for one match. Not found while none is."""
    event = get_event(request, slug)
    if not may_see_draw(request.user, event):
        raise Http404
    results = may_see_results(request.user, event)
    match = seen_matches(event, results=results).filter(number=number)
    rows = match_appointments(match, _host(request), request.build_absolute_uri, results=results)
    if not rows:
        raise Http404
    return _answer(f"{event.name}, M{number}", rows, f"{event.slug}-m{number}")


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """All agreed times of an event, and until when its rounds are to be played."""
    event = get_event(request, slug)
    if not may_see_draw(request.user, event):
        raise Http404
    host, address = _host(request), request.build_absolute_uri
    results = may_see_results(request.user, event)
    agreed = match_appointments(seen_matches(event, results=results), host, address, results=results)
    return _answer(event.name, (*agreed, *deadline_appointments(event, host, address)), event.slug)


@never_cache
@require_safe
def private_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The own calendar, for programs that fetch it again and again; the secret in its address is its key."""
    link = CalendarLink.objects.filter(token_hash=hash_link(token)).select_related("user").first()
    if link is None or not link.user.is_active:
        raise Http404
    rows = own_appointments(link.user, _host(request), request.build_absolute_uri)
    response = _answer(_("My Tantrix matches"), rows, "tantrix")
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_calendar(request: HttpRequest) -> HttpResponse:
    """Making the private address, shown this once, and taking it back."""
    actor, now, address = request_actor(request), timezone.now(), ""
    told = ""
    if request.method == "POST":
        if request.POST.get("act") == "revoke":
            services.revoke_calendar_link(actor=actor, now=now)
            told = _("The address works no more.")
        else:
            token = services.make_calendar_link(actor=actor, now=now)
            address = request.build_absolute_uri(reverse("private-calendar", args=[token]))
    known = CalendarLink.objects.filter(user=request.user.pk or 0).first()
    context = {"address": address, "known": known, "told": told}
    return render(request, "tournaments/own_calendar.html", context)
