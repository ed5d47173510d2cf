"""`/me/settings/`: the profile and how the account sees the site."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players import cookies, selectors, services
from players.actors import Actor, request_actor
from players.forms import ProfileForm
from players.models import Player, ProfileClaim
from players.views.redirects import SeeOther
from tantrix_site.errors import DomainError


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    actor = request_actor(request)
    assert actor.user is not None
    form = ProfileForm(request.POST if request.method == "POST" else None, player=actor.player, user=actor.user)
    if request.method == "POST" and form.is_valid():
        try:
            _store(actor, form)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            return _stored(request, form)
    claims = list(selectors.claims_of(actor.user)[:10])
    context = {"form": form, "player": actor.player, "claims": claims, "doubles": _perhaps_mine(actor, claims)}
    return render(request, "me/settings.html", context, status=400 if form.errors else 200)


def _perhaps_mine(actor: Actor, claims: list[ProfileClaim]) -> list[Player]:
    """Profiles of this name that have no account and were not asked for yet."""
    if actor.player is None:
        return []
    asked = {claim.player_id for claim in claims}
    doubles = selectors.possible_doubles(actor.player.in_full, exclude=actor.player).filter(user=None)[:5]
    return [double for double in doubles if double.pk not in asked]


@transaction.atomic
def _store(actor: Actor, form: ProfileForm) -> None:
    now = timezone.now()
    if actor.player is None:
        services.create_player(actor=actor, user=actor.user, now=now, details=form.changes())
    else:
        services.update_profile(actor=actor, player=actor.player, now=now, changes=form.changes())
    services.set_language(actor=actor, language=form.cleaned_data["language"])


def _stored(request: HttpRequest, form: ProfileForm) -> HttpResponse:
    """Back to the page, already in the language and zone that were chosen."""
    language, zone = form.cleaned_data["language"], form.cleaned_data["time_zone"]
    response = SeeOther(reverse("me_settings"))
    if language:
        cookies.remember_language(response, language)
    elif "language" in form.changed_data:
        cookies.forget_language(response)
    if zone:
        cookies.remember_time_zone(response, zone)
    elif "time_zone" in form.changed_data:
        cookies.forget_time_zone(response)
    with override(language or None) if language else override(request.LANGUAGE_CODE):
        messages.success(request, _("Your settings are stored."))
    return response
