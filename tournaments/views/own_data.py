"""`/me/data/`: what the site knows of oneself, as a file; and having it erased."""

from types import SimpleNamespace
from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.settings import api_settings

from players.actors import request_actor
from players.selectors import find_player
from tantrix_site.errors import DomainError, NotPermitted
from tournaments import permissions, services
from tournaments.selectors.own_data import data_archive
from tournaments.views.failures import add_failure, tell_failure

LIMITED: Final = SimpleNamespace(throttle_scope="own_data")


class EraseForm(forms.Form):
    confirmation = forms.CharField(
        label=gettext_lazy("Your user name, to confirm"), max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip


class ErasePlayerForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Such as who asked for it, and when; without the name."),
    )  # fmt: skip


@never_cache
@login_required
@require_safe
def data_page(request: HttpRequest) -> HttpResponse:
    actor = request_actor(request)
    return render(request, "me/data.html", {"account": actor.user, "player": actor.player})


@never_cache
@login_required
@require_POST
@reauthentication_required
def download(request: HttpRequest) -> HttpResponse:
    """The file. Asks for the password first, unless that was typed a moment ago; 429 for who asks too often."""
    throttle: Any = api_settings.DEFAULT_THROTTLE_CLASSES[0]  # by its setting, as apps know nothing of the site
    limit = throttle()
    if not limit.allow_request(request, LIMITED):
        answer = render(request, "429.html", status=429)
        answer["Retry-After"] = str(int(limit.wait() or 1) + 1)
        return answer
    actor = request_actor(request)
    assert actor.user is not None
    answer = HttpResponse(data_archive(actor.user, actor.player, timezone.now()), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    return answer


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def erase(request: HttpRequest) -> HttpResponse:
    """What goes, what stays and why; asking for it, with the user name typed."""
    actor = request_actor(request)
    assert actor.user is not None
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.ask_erasure(actor=actor, now=timezone.now(), confirmation=form.cleaned_data["confirmation"])
        except DomainError as error:
            add_failure(form, error)
        else:
            return redirect("me_data")
    context = {
        "form": form, "account": actor.user, "player": actor.player, "grace": services.GRACE.days,
        "obstacles": list(services.erasure_obstacles(actor.player, actor.user)),
    }  # fmt: skip
    return render(request, "me/erase.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def call_off(request: HttpRequest) -> HttpResponse:
    with tell_failure(request) as done:
        services.call_off_erasure(actor=request_actor(request), now=timezone.now())
        done(_("Nothing will be erased."))
    return redirect("me_data")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def erase_player(request: HttpRequest, slug: str) -> HttpResponse:
    """For the staff: a person without an account is erased at once."""
    if not permissions.is_site_staff(request.user):
        raise NotPermitted("not_staff", _("Only administrators of the site may do this."))
    found = find_player(slug)
    form = ErasePlayerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            erased = services.erase_player(
                actor=request_actor(request), now=timezone.now(), player_id=found.pk, reason=form.cleaned_data["reason"]
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The person is erased."))
            return redirect("players:detail", erased.slug)
    obstacles = list(services.erasure_obstacles(found, None))
    context = {"form": form, "player": found, "obstacles": obstacles}
    return render(request, "players/erase.html", context, status=400 if form.errors else 200)
