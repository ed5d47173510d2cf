"""The teams of an event for its organisers: entering them, overall captains, the orders of a round."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_countries import countries

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.teams import OverallCaptainForm, TeamForm
from tournaments.models import EntryState, Event, EventState, Match, MatchState, OverallCaptain
from tournaments.selectors.pages.progress import RoundProgress, round_progress
from tournaments.selectors.round_line_ups import open_team_matches, round_line_ups
from tournaments.selectors.seeding import is_drawn
from tournaments.selectors.team_pages import TeamCard, team_cards
from tournaments.views.failures import add_failure, tell_failure
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
        "has_matches": event.last_match_number > 0,
        "is_open": event.state in (EventState.DRAFT, EventState.PUBLISHED),
        "is_drawn": is_drawn(event),
        "links": new_links(request, event),
    }
    status = 400 if any(bound.is_bound and bound.errors for bound in (form, captain)) else 200
    return render(request, "tournaments/organise/teams.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def orders(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Which orders of a round are missing, and one button that opens all its boards."""
    if not event.is_for_teams:
        return to(event, "event")
    rounds = [one for one in round_progress(event) if one.open]
    wanted = (request.POST if request.method == "POST" else request.GET).get("round")
    shown = next((one for one in rounds if one.key == wanted), None)
    if request.method == "POST":
        if shown is None:
            raise Http404
        with tell_failure(request) as done:
            opened = services.open_round_boards(
                actor=actor, now=timezone.now(), event_id=event.pk, stage_number=shown.stage.number,
                round_number=shown.number, bracket=shown.bracket or None,
            )  # fmt: skip
            text = ngettext("The boards of {n} match are open.", "The boards of {n} matches are open.", len(opened))
            done(text.format(n=len(opened)))
        return redirect(f"{reverse('organise:orders', args=[event.slug])}?{urlencode({'round': shown.key})}")
    shown = shown or _round_in_play(event, rounds)
    rows = round_line_ups(event, _matches_of(event, shown)) if shown is not None else ()
    closed = [row for row in rows if not row.is_open]
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "orders"),
        "rounds": rounds,
        "several": len({one.stage.pk for one in rounds}) > 1,
        "shown": shown,
        "rows": rows,
        "closed": len(closed),
        "missing": sum(not side.is_sent for row in closed for side in row.sides),
        "is_running": event.state == EventState.RUNNING,
    }
    return render(request, "tournaments/organise/orders.html", context)


def _matches_of(event: Event, one: RoundProgress) -> list[Match]:
    return open_team_matches(event, stage=one.stage.number, round_number=one.number, bracket=one.bracket or None)


def _round_in_play(event: Event, rounds: list[RoundProgress]) -> RoundProgress | None:
    """The first round with boards to open, else the first with an open match."""
    closed = Match.every.filter(
        event=event, team_match__state=MatchState.OPEN, team_match__isnull=False, state=MatchState.WAITING
    ).order_by("stage__number", "round")
    first = closed.values_list("stage", "round").first()
    return next((one for one in rounds if (one.stage.pk, one.number) == first), rounds[0] if rounds else None)


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
    return [("", _("choose")), *sorted(found.items(), key=lambda pair: pair[1]), *others]


def _name_overall(event: Event, actor: Actor, form: OverallCaptainForm) -> None:
    kind, _colon, value = form.cleaned_data["origin"].partition(":")
    name = form.cleaned_data["name"].strip()
    services.name_overall_captain(
        actor=actor, now=timezone.now(), event_id=event.pk,
        player_id=find_by_exact_name(name, "name").pk if name else None,
        country=value if kind == "c" else "", region=value if kind == "r" else "",
    )  # fmt: skip
