"""Events: the list, and of one event the overview, entrants, matches, schedule and rules."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.models import User
from players.names import latin_key
from ratings.maths.parameters import CURRENT
from tournaments.models import PRESENT_STATES, Entry, Event, EventState, Match
from tournaments.permissions import ORGANISING
from tournaments.selectors.announcements import notice_board
from tournaments.selectors.arranging_rules import arranging_of
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.pages import events as pages
from tournaments.selectors.pages.captain import orders_of, teams_led_by
from tournaments.selectors.pages.conduct_words import deadline_rules
from tournaments.selectors.pages.entering import load_terms
from tournaments.selectors.pages.entrants import SORTS, Entrant, load_entrants
from tournaments.selectors.pages.event_matches import FILTERS, event_matches, filtered, find_by_name, match_choice
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.matches import last_results_in
from tournaments.selectors.pages.mine import mine_in
from tournaments.selectors.pages.overview import load_overview
from tournaments.selectors.pages.rules import event_rules
from tournaments.selectors.pages.schedule import load_schedule
from tournaments.selectors.pages.series import edition_notes
from tournaments.selectors.pairs import pairs_of
from tournaments.selectors.seeding import is_drawn
from tournaments.selectors.team_pages import team_cards
from tournaments.selectors.visibility import may_see_draw, may_see_results
from tournaments.views.actors import find_actor
from tournaments.views.common import Link, event_crumbs, event_tabs, get_drawn, get_event, small_number
from tournaments.views.following import followed_slugs
from tournaments.views.live import live_fragment, poll_seconds, viewer_tag

A_PAGE = 100


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """Running events, coming ones, past ones by year. `?state=` and `?q=` narrow the list."""
    now = timezone.now()
    query, state = request.GET.get("q", "").strip(), request.GET.get("state", "")
    events = pages.find_events(pages.public_events(now), query)
    wanted = {"running": EventState.RUNNING, "next": EventState.PUBLISHED, "past": EventState.FINISHED}
    if state in wanted:
        events = events.filter(state=wanted[state])
    titles = [("", _("All")), ("running", _("Running")), ("next", _("Coming")), ("past", _("Finished"))]
    chips = [
        Link(text, f"?state={key}" if key else "?", key == (state if state in wanted else "")) for key, text in titles
    ]
    context = {"groups": pages.event_groups(events, today=now.date()), "chips": chips, "query": query, "state": state}
    return render(request, "tournaments/event_list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on now: the viewer's match, the rounds, the last results, who runs it."""
    event = get_event(request, slug)
    actor = find_actor(request, event) if event.is_for_teams else None
    led = [] if actor is None or actor.player is None else teams_led_by(actor.player, event=event)
    officials = event.organiser_rows.filter(role__in=ORGANISING).select_related("user__player")
    context = {
        **overview(event, request.user),
        "tabs": event_tabs(request, event, "detail"),
        "mine": mine_in(request.user, event) if request.user.is_authenticated else (),
        "led": led,
        "orders": orders_of(team.pk for team in led) if led else (),
        "organisers": [row.user for row in officials],
        "etag": viewer_tag(request, event),
        "every": poll_seconds(event),
        "live_url": reverse("events:detail-live", args=[slug]),
        "may_enter": may_enter(request, event),
        "own_entry": own_entry_of(request, event),
        "terms": load_terms(event, now=timezone.now()) if event.state == EventState.PUBLISHED else None,
        "editions": edition_notes(event, request.user),
        "board": notice_board(event),
    }
    return render(request, "tournaments/detail.html", context)


def overview(event: Event, user: User | AnonymousUser) -> dict[str, object]:
    """The part of the overview that is the same for everybody who may see as much."""
    draw, results = may_see_draw(user, event), may_see_results(user, event)
    return {
        "event": event,
        "page": load_overview(event, draw=draw, results=results),
        "results": last_results_in(event, limit=8) if results else (),
        "sees_draw": draw,
        "sees_results": results,
        "is_drawn": event.draw_released or _is_drawn(event),
    }


def _is_drawn(event: Event) -> bool:
    """Whether there is a draw that could be released; tables are drawn from the start on. At most a query."""
    return event.state != EventState.PUBLISHED if event.has_sittings else is_drawn(event)


def may_enter(request: HttpRequest, event: Event) -> bool:
    """Whether the page offers the viewer to enter; who is not signed in signs in first."""
    by_oneself = event.self_entry and not event.is_for_teams
    if not by_oneself or event.state != EventState.PUBLISHED or not rules_of(event).is_open(timezone.now()):
        return False
    return own_entry_of(request, event) is None


def own_entry_of(request: HttpRequest, event: Event) -> Entry | None:
    """The entry, or the pair, of the viewer's account that is in the event, or waits."""
    if not request.user.is_authenticated:
        return None
    entries = pairs_of(request.user) if event.is_for_pairs else Entry.objects.filter(player__user=request.user.pk)
    return entries.filter(event=event, state__in=PRESENT_STATES).first()


@require_safe
def detail_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Rounds and last results, without anything about the viewer."""
    return live_fragment(
        request, slug, "detail", "tournaments/parts/detail_live.html", lambda event: overview(event, request.user)
    )


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part. `?sort=` by seed, name or country; `?q=` searches."""
    event = get_event(request, slug)
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "seed"
    query = request.GET.get("q", "").strip()
    draw, results = may_see_draw(request.user, event), may_see_results(request.user, event)
    rows = load_entrants(event, sort=sort, query=query, results=results)
    if event.is_for_teams:
        return _teams(request, event, rows, query)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "entrants"),
        "rows": rows,
        "sees_draw": draw,
        "sees_results": results,
        "has_points": any(row.points for row in rows),
        "seeding": CURRENT.seeding,
        "sort": sort,
        "query": query,
        "followed": followed_slugs(request),
    }
    return render(request, "tournaments/entrants.html", context)


def _teams(request: HttpRequest, event: Event, rows: Sequence[Entrant], query: str) -> HttpResponse:
    """The teams as cards with their players; a search finds players as well."""
    cards = {card.entry.pk: card for card in team_cards(event, everybody=True)}
    if query:
        known = {row.entry.id: row for row in load_entrants(event, results=may_see_results(request.user, event))}
        by_player = {
            pk for pk, card in cards.items()
            if any(latin_key(query) in latin_key(player.entry.name) for player in card.players)
        }  # fmt: skip
        found = {row.entry.id for row in rows}
        rows = [*rows, *(known[pk] for pk in cards if pk in by_player - found)]
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "entrants"),
        "rows": [(row, cards[row.entry.id]) for row in rows if row.entry.id in cards],
        "query": query,
        "seeding": CURRENT.seeding,
        "sees_draw": may_see_draw(request.user, event),
    }
    return render(request, "tournaments/teams.html", context)


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches as a flat list. `?state=`, `?stage=`, `?group=`, `?round=` and `?player=` narrow it."""
    event = get_drawn(request, slug)
    entries, results = load_entries(event), may_see_results(request.user, event)
    sent = request.GET
    state, group, player = sent.get("state", ""), sent.get("group", ""), sent.get("player", "").strip()
    number, round_ = small_number(sent.get("stage", "")), small_number(sent.get("round", ""))
    choice = match_choice(event, number)
    fitting = filtered(
        Match.objects.filter(event=event), state=state, stage=number, table=group, round_=round_,
        players=(row.id for row in find_by_name(entries.values(), player)) if player else None, results=results,
    )  # fmt: skip
    page = Paginator(fitting.order_by("number").values_list("pk", flat=True), A_PAGE).get_page(sent.get("page"))
    rows = event_matches(event, list(page.object_list), entries, results=results)
    titles = {"": _("All"), "open": _("To play"), "reported": _("To confirm"), "done": _("Finished"),
              "waiting": _("Waiting")}  # fmt: skip
    query = sent.copy()
    query.pop("page", None)

    def link(key: str) -> Link:
        query["state"] = key
        return Link(titles[key], f"?{query.urlencode()}", key == (state if state in FILTERS else ""))

    context = {
        "event": event,
        "tabs": event_tabs(request, event, "matches"),
        "rows": sorted(rows, key=lambda row: row.number),
        "page": page,
        "choice": choice,
        "chips": [link(key) for key in ("", *FILTERS)] if results else [],
        "player": player,
        "state": state,
        "stage": number,
        "group": group,
        "round": round_,
    }
    return render(request, "tournaments/matches.html", context)


@require_safe
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """Deadlines by day, in the viewer's zone: of each match of a bracket, and of whole rounds of tables."""
    event = get_drawn(request, slug)
    days = load_schedule(event, results=may_see_results(request.user, event))
    context = {"event": event, "tabs": event_tabs(request, event, "schedule"), "days": days}
    return render(request, "tournaments/schedule.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """By what rules this event is played, from its settings."""
    event = get_event(request, slug)
    arranging = arranging_of(event)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "rules"),
        "rules": (*event_rules(event), *deadline_rules(arranging.extension_days, arranging.times)),
        "crumbs": event_crumbs(event, Link(_("Rules"))),
    }
    return render(request, "tournaments/rules.html", context)
