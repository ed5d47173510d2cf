"""Entering pairs in doubles."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from players.models import Player
from tantrix_site.errors import Conflict, DomainError
from tournaments import services
from tournaments.forms.pairs import FIELDS, PairForm
from tournaments.models import EntryState, Event, ProposalState
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to
from tournaments.views.organise.entrants import has_terms, keep_new_links


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def add(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A form for two players; where a name is known already it asks whether that is the person."""
    if not event.is_for_pairs:
        raise Http404
    form = PairForm(request.POST or None, has_terms=has_terms(event))
    chosen = {name: request.POST.get(f"{name}_player", "") for name in FIELDS}
    candidates: dict[str, list[Player]] = {}
    if request.method == "POST" and form.is_valid():
        try:
            made = services.add_pair(
                actor=actor, now=timezone.now(), event_id=event.pk, members=form.members(chosen),
                seed=form.cleaned_data["seed"], despite=form.cleaned_data.get("despite", ""),
            )  # fmt: skip
        except DomainError as error:
            if isinstance(error, Conflict) and error.code == "doubtful_person":
                ids = [candidate["player"] for candidate in error.extra["candidates"]]
                candidates[error.field] = list(Player.objects.filter(pk__in=ids))
            add_failure(form, error)
        else:
            waits = made.entry.state == EntryState.WAITING
            told = _("{name} is on the waiting list.") if waits else _("{name} is entered.")
            messages.success(request, told.format(name=made.entry.name))
            keep_new_links(request, event, made.links)
            return to(event, "entrants")
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "entrants"),
        "form": form,
        "proposals": event.pair_proposals.filter(state=ProposalState.OPEN).select_related("first", "second"),
        "parts": [
            (name, title, (form[name], form[f"{name}_country"]), candidates.get(name, []), chosen[name])
            for name, title in FIELDS.items()
        ],
    }
    return render(request, "tournaments/organise/pair.html", context, status=400 if form.errors else 200)


@require_POST
@for_organisers
def link(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """A private link for a partner without an account; it is shown once, on the next page."""
    row = get_object_or_404(event.pair_proposals, pk=pk)
    with tell_failure(request) as done:
        token = services.make_proposal_link(actor=actor, now=timezone.now(), proposal_id=row.pk)
        address = request.build_absolute_uri(reverse("pair-link", args=[token]))
        done(_("The link for {name}, shown this once: {address}").format(name=row.second.name, address=address))
    return to(event, "pair")
