"""Asking for a profile that an organiser made. Organisers decide on the pages of their events."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players import selectors, services
from players.actors import request_actor
from players.forms import ClaimForm
from players.views.redirects import SeeOther
from tantrix_site.errors import DomainError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim_player(request: HttpRequest, slug: str) -> HttpResponse:
    actor = request_actor(request)
    player = selectors.find_player(slug)
    if player.slug != slug and request.method != "POST":
        return redirect("claim_player", player.slug)
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.request_claim(actor=actor, player=player, now=timezone.now(), message=form.cleaned_data["message"])
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Your request is sent. An organiser will decide about it."))
            return SeeOther(reverse("me_settings"))
    context = {"form": form, "player": player, "own": player.user_id is not None and player == actor.player}
    return render(request, "players/claim.html", context, status=409 if form.errors else 200)


@login_required
@require_POST
def withdraw_claim(request: HttpRequest, claim_id: int) -> HttpResponse:
    actor = request_actor(request)
    assert actor.user is not None
    claim = selectors.find_claim(user=actor.user, claim_id=claim_id)
    services.withdraw_claim(actor=actor, claim=claim, now=timezone.now())
    messages.success(request, _("Your request is withdrawn."))
    return SeeOther(reverse("me_settings"))
