"""`/me/settings/notices/`: what one is told by mail; `/notices/stop/…`: the link at the end of each mail."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from players import services
from players.actors import Actor, request_actor
from players.forms.notices import NoticesForm
from players.models import Notice
from players.notices import Choice, Group
from players.selectors import notices as selectors
from players.services.mail_text import words_of
from players.views.redirects import SeeOther
from tantrix_site.errors import DomainError


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices_page(request: HttpRequest) -> HttpResponse:
    actor = request_actor(request)
    assert actor.user is not None
    form = NoticesForm(request.POST if request.method == "POST" else None, user=actor.user)
    if request.method == "POST" and form.is_valid():
        try:
            services.choose_notices(actor=actor, now=timezone.now(), choices=form.choices())
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            messages.success(request, _("Your settings are stored."))
            return SeeOther(reverse("me_notices"))
    context = {
        "form": form,
        "always": Group.DECISIONS.label,
        "reachable": bool(selectors.with_address([actor.user.pk])),
        "hour": settings.NOTICE_DIGEST_HOUR,
        "told": _told(actor),
    }
    return render(request, "me/notices.html", context, status=400 if form.errors else 200)


def _told(actor: Actor) -> list[tuple[Notice, str, str]]:
    """The last notices, each with what it says and where it leads."""
    assert actor.user is not None
    zone = actor.player.time_zone if actor.player is not None else ""
    rows = []
    for notice in selectors.told_lately(actor.user):
        words = words_of(notice, zone_name=zone)
        if words is not None:
            path = str(notice.data.get("path", ""))
            rows.append((notice, words.subject, path if path.startswith("/") else ""))
    return rows


# mail programs post here without a cookie or a form of ours (RFC 8058); the token says who asks
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_page(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the link changes nothing; sending its form does."""
    _user, groups = services.read_stop_token(token)
    labels = [group.label for group in groups]
    done = ""
    if request.method == "POST":
        # mail programs send `List-Unsubscribe=One-Click` and no choice
        done = Choice.DAILY if request.POST.get("choice") == Choice.DAILY else Choice.NEVER
        services.stop_notices(now=timezone.now(), token=token, choice=Choice(done))
    return render(request, "players/stop_notices.html", {"groups": labels, "done": done})
