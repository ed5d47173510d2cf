"""The teams of an event for its organisers: entering them, overall captains, whose line-ups are missing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_countries import countries

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.teams import OverallCaptainForm, TeamForm
from tournaments.models import EntryState, Event, EventState, OverallCaptain
from tournaments.selectors.pages.captain import orders_of
from tournaments.selectors.seeding import is_drawn
from tournaments.selectors.team_pages import TeamCard, team_cards
from tournaments.views.failures import add_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to
from tournaments.views.organise.entrants import new_links
from tournaments.views.team_desk import Origin, find_by_exact_name

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_organisers
def teams(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The teams, a form for a further one, and who looks after a country."""
    if not event.is_for_teams:
        return to(event, "entrants")
    act = request.POST.get("act", "")
    cards = team_cards(event, everybody=True)
    overall = list(OverallCaptain.objects.filter(event=event).select_related("player").order_by("country", "region"))
    form = TeamForm(request.POST if act == "add" else None)
    captain = OverallCaptainForm(request.POST if act == "overall" else None, origins=_origins(cards, overall))
    if act == "add" and form.is_valid():
        try:
            made = services.add_team(actor=actor, now=timezone.now(), event_id=event.pk, **form.cleaned_data)
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("{team} is entered. Name its players.").format(team=made.name))
            return redirect("events:team-desk", event.slug, made.pk)
    if act == "overall" and captain.is_valid():
        try:
            _name_overall(event, actor, captain)
        except DomainError as error:
            add_failure(captain, error)
        else:
            messages.success(request, _("The overall captain is named."))
            return to(event, "teams")
    accepted = [card for card in cards if card.entry.state == EntryState.ACCEPTED]
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "teams"),
        "form": form,
        "captain": captain,
        "cards": cards,
        "accepted": len(accepted),
        "gone": len(cards) - len(accepted),
        "unready": [card for card in accepted if len(card.regular) < event.team_size],
        "overall": overall,
        "orders": orders_of(card.entry.pk for card in accepted),
        "is_open": event.state in (EventState.DRAFT, EventState.PUBLISHED),
        "is_drawn": is_drawn(event),
        "links": new_links(request, event),
    }
    status = 400 if any(bound.is_bound and bound.errors for bound in (form, captain)) else 200
    return render(request, "tournaments/organise/teams.html", context, status=status)


def _origins(cards: tuple[TeamCard, ...], overall: list[OverallCaptain]) -> list[tuple[str, str]]:
    """Countries and regions with a team, or with somebody who is to enter one; then all other countries."""
    found: dict[str, str] = {}
    for region, country in (
        *((card.team.region, card.entry.country) for card in cards),
        *((row.region, row.country) for row in overall),
    ):
        key = Origin("" if region else country.code or "", region).key
        found.setdefault(key, region or str(country.name))
    others = [(f"c:{code}", name) for code, name in countries if f"c:{code}" not in found]
    return [*sorted(found.items(), key=lambda pair: pair[1]), *others]


def _name_overall(event: Event, actor: Actor, form: OverallCaptainForm) -> None:
    kind, _colon, value = form.cleaned_data["origin"].partition(":")
    name = form.cleaned_data["name"].strip()
    services.name_overall_captain(
        actor=actor, now=timezone.now(), event_id=event.pk,
        player_id=find_by_exact_name(name, "name").pk if name else None,
        country=value if kind == "c" else "", region=value if kind == "r" else "",
    )  # fmt: skip
