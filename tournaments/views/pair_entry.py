"""Entering as a pair by oneself: asking a partner, answering, taking it back; by account or by a private link."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from players.models import Player
from players.names import name_key
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.models import PRESENT_STATES, Event, PairProposal, ProposalState
from tournaments.selectors.pages.entering import load_terms
from tournaments.selectors.pairs import pair_of
from tournaments.services.pair_proposals import find_proposal
from tournaments.views.actors import acting
from tournaments.views.common import Link, event_crumbs
from tournaments.views.failures import add_failure, tell_failure

METHODS = ["GET", "HEAD", "POST"]


class PartnerForm(forms.Form):
    """Whom one asks, by the name of a profile."""

    partner = forms.CharField(
        label=gettext_lazy("Your partner"), max_length=80,
        help_text=gettext_lazy("The name as it stands in the profile."),
    )  # fmt: skip


@never_cache
@require_http_methods(METHODS)
@acting
def pair(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Ask a partner, and answer who asked."""
    if not event.is_for_pairs:
        raise Http404
    mine = pair_of(actor, event)
    if mine is not None and mine.state in PRESENT_STATES:
        return redirect("events:own-entry", event.slug)
    form = PartnerForm(request.POST if request.POST.get("act") == "propose" else None)
    candidates: list[Player] = []
    if request.method == "POST":
        if request.POST.get("act") != "propose":
            return _answered(request, event, actor)
        if form.is_valid():
            candidates = _candidates(request, form.cleaned_data["partner"])
            if len(candidates) == 1:
                try:
                    services.propose_pair(
                        actor=actor, now=timezone.now(), event_id=event.pk, partner_id=candidates[0].pk
                    )
                except DomainError as error:
                    add_failure(form, error)
                else:
                    messages.success(request, _("{name} is asked.").format(name=candidates[0].name))
                    return redirect("events:pair", event.slug)
            elif not candidates:
                form.add_error(
                    "partner",
                    _("No profile has this name. Your partner makes one first, or an organiser enters you both."),
                )
    rows = PairProposal.objects.filter(event=event, state=ProposalState.OPEN).select_related("first", "second")
    player = actor.player
    context = {
        "event": event,
        "form": form,
        "candidates": candidates if len(candidates) > 1 else [],
        "player": player,
        "asked": rows.filter(first=player).first() if player is not None else None,
        "asking": list(rows.filter(second=player)) if player is not None else [],
        "terms": load_terms(event, now=timezone.now(), player=player),
        "crumbs": event_crumbs(event, Link(_("Enter"))),
    }
    return render(request, "tournaments/enter_pair.html", context, status=400 if form.errors else 200)


def _candidates(request: HttpRequest, name: str) -> list[Player]:
    found = Player.objects.filter(name_key=name_key(name)).order_by("pk")
    chosen = request.POST.get("player", "")
    if chosen.isdecimal():
        found = found.filter(pk=int(chosen))
    return list(found[:10])


def _answered(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Agree, refuse or take back."""
    sent = request.POST.get("proposal", "")
    act = {"actor": actor, "now": timezone.now(), "proposal_id": int(sent) if sent.isdecimal() else 0}
    with tell_failure(request) as done:
        if request.POST.get("act") == "accept":
            made = services.accept_pair(**act)  # type: ignore[arg-type]
            done(_("{name} is entered.").format(name=made.entry.name))
        elif request.POST.get("act") == "refuse":
            services.refuse_pair(**act)  # type: ignore[arg-type]
            done(_("You have refused."))
        else:
            services.withdraw_pair_proposal(**act)  # type: ignore[arg-type]
            done(_("It is taken back."))
    return redirect("events:pair", event.slug)


@never_cache
@require_http_methods(METHODS)
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A partner without an account answers by a private link; looking at it changes nothing."""
    row = find_proposal(token)
    if row is None:
        return render(request, "tournaments/link_unknown.html", status=404)
    if request.method == "POST":
        actor = Actor(via="link", player=row.second)
        act = {"actor": actor, "now": timezone.now(), "proposal_id": row.pk, "token": token}
        with tell_failure(request) as done:
            if request.POST.get("act") == "accept":
                made = services.accept_pair(**act)  # type: ignore[arg-type]
                done(_("{name} is entered.").format(name=made.entry.name))
            else:
                services.refuse_pair(**act)  # type: ignore[arg-type]
                done(_("You have refused."))
            return redirect("events:detail", row.event.slug)
    context = {"event": row.event, "row": row, "terms": load_terms(row.event, now=timezone.now(), player=row.second)}
    return render(request, "tournaments/pair_link.html", context)
