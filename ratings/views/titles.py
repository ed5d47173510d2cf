"""A player's titles and norms; administrators award, note and withdraw on the same page."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import Actor, request_actor
from players.models import Player
from players.selectors import find_player, search_players
from players.views.redirects import SeeOther
from ratings import services
from ratings.selectors.titles import find_norm, find_term, title_history
from ratings.services.access import is_administrator, require_administrator
from ratings.views.title_forms import AwardForm, NormForm, ReasonForm
from tantrix_site.errors import DomainError, NotFound, NotPermitted

MOST = 30

Act = Callable[..., object]


@never_cache
@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """An administrator looks for the player whose titles are to change."""
    require_administrator(request_actor(request))
    query = request.GET.get("q", "").strip()[:100]
    found = tuple(search_players(query)[:MOST]) if query else ()
    return render(request, "ratings/title_choose.html", {"query": query, "found": found})


@require_http_methods(["GET", "HEAD", "POST"])
def player_titles(request: HttpRequest, slug: str) -> HttpResponse:
    """All titles and norms with their ends; below, for administrators, what changes them."""
    found = find_player(slug)
    if found.slug != slug and request.method != "POST":
        return redirect("ratings:player-titles", found.slug, permanent=True)
    award, norm = AwardForm(prefix="award"), NormForm(prefix="norm")
    status = 200
    if request.method == "POST":
        actor = request_actor(request)
        require_administrator(actor)
        act = request.POST.get("act", "")
        if act == "award":
            award = AwardForm(request.POST, prefix="award")
            done = _done(request, award, services.award_title, actor=actor, holder=found)
        elif act == "norm":
            norm = NormForm(request.POST, prefix="norm")
            done = _done(request, norm, services.record_norm, actor=actor, holder=found)
        else:
            done = _withdrawn(request, actor, found, act)
        if done:
            return SeeOther(reverse("ratings:player-titles", args=[found.slug]))
        status = 409
    context = {
        "player": found,
        "history": title_history(found.pk),
        "award": award,
        "norm": norm,
        "withdrawal": ReasonForm(auto_id=False),
        "is_administrator": is_administrator(request.user),
    }
    return render(request, "ratings/player_titles.html", context, status=status)


def _done(request: HttpRequest, form: forms.Form, act: Act, *, actor: Actor, holder: Player) -> bool:
    """Whether the act of a form was done; what stands in its way is told beside its field."""
    if not form.is_valid():
        return False
    try:
        act(actor=actor, now=timezone.now(), holder=holder, **form.cleaned_data)
    except NotPermitted:
        raise
    except DomainError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error.message))
        return False
    messages.success(request, _("It is noted."))
    return True


def _withdrawn(request: HttpRequest, actor: Actor, holder: Player, act: str) -> bool:
    """Withdraw the title `term-<id>` or the norm `norm-<id>` of a player."""
    kind, _dash, number = act.partition("-")
    pk = int(number) if number.isdecimal() and number.isascii() and len(number) < 19 else 0
    reason, now = request.POST.get("reason", ""), timezone.now()
    try:
        if kind == "norm":
            norm = find_norm(pk, holder=holder.pk)
            services.withdraw_norm(actor=actor, now=now, norm=norm, reason=reason)
        else:
            term = find_term(pk, holder=holder.pk)
            services.withdraw_title(actor=actor, now=now, term=term, reason=reason)
    except (NotPermitted, NotFound):
        raise
    except DomainError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, _("It is withdrawn."))
    return True
