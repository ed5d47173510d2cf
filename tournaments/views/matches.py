"""The page of a match, and the small acts on it that need no form of their own."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from players.actors import Actor
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.models import Event, Match, PenaltyState, Report, ReportState
from tournaments.selectors.pages.addresses import round_url
from tournaments.selectors.pages.arranging import count_messages
from tournaments.selectors.pages.event_matches import event_matches
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.log import match_log
from tournaments.selectors.pages.match import GameView, MatchPage, find_match, load_match
from tournaments.selectors.pages.match_ratings import load_match_ratings
from tournaments.selectors.pages.team_match import is_team_match, load_team_match
from tournaments.selectors.parties import is_party
from tournaments.selectors.visibility import audience, may_see_results, require_draw
from tournaments.services.access import (
    match_entries,
    may_organise,
    may_rule,
    organises_match,
    require_arbiter,
    side_of,
)
from tournaments.services.penalties import WITHDRAW_WITHIN
from tournaments.views.actors import acting_in_draw, find_actor
from tournaments.views.common import Link, event_crumbs, event_tabs, get_drawn
from tournaments.views.failures import tell_failure
from tournaments.views.live import event_tag, live_fragment, poll_seconds


def get_page(event: Event, number: int) -> MatchPage:
    """The match of that number. Raises Http404."""
    match = find_match(event, number)
    if match is None:
        raise Http404
    return load_match(event, match)


def get_page_to_rule(event: Event, actor: Actor, number: int) -> MatchPage:
    """The match of that number for a form with which one rules on it: who may not is told so before filling it in.

    Raises Http404; NotPermitted `not_arbiter`, `own_match`.
    """
    page = get_page(event, number)
    require_arbiter(actor, event, page.match)
    return page


def viewer(page: MatchPage, actor: Actor | None) -> dict[str, Any]:
    """What the one who looks may do here."""
    side = side_of(actor, page.match) if actor is not None else None
    arbiter = actor is not None and may_rule(actor, page.match)
    running = page.event.state == "running"
    waiting = [
        v for game in page.games for v in game.live(ReportState.OPEN) if side is not None and v.report.side == 1 - side
    ]
    return {
        "side": side,
        "is_arbiter": arbiter,
        "may_rule": arbiter and side is None and running,
        "may_report": side is not None and bool(page.due),
        "may_enter": arbiter and running and bool(page.due),
        "to_confirm": waiting,
        "claims": _claims(page, side),
        "organises": actor is not None and may_organise(actor, page.event),
        "message_count": count_messages(page.match, is_official=arbiter) if side is not None or arbiter else 0,
        "claimable": _claimable(page, side) if running else 0,
        "now": timezone.now(),
    }


def _claims(page: MatchPage, side: int | None) -> set[int]:
    """Games whose time claim this side may still withdraw."""
    if side is None:
        return set()
    since = timezone.now() - timedelta(seconds=WITHDRAW_WITHIN.total_seconds())
    return {
        p.number
        for game in page.games
        for p in game.penalties
        if p.state == PenaltyState.CLAIMED and p.side == 1 - side and p.at > since
    }


def _claimable(page: MatchPage, side: int | None) -> int:
    """The game whose time this side may still claim, 0 for none: the last one that was told of, unless it was claimed.

    Whether it is still in time is for the service to say.
    """
    if side is None:
        return 0
    told = [game for game in page.games if game.result is not None or any(v.figures for v in game.reports)]
    if not told or any(penalty.side == 1 - side for penalty in told[-1].penalties):
        return 0
    return told[-1].number


@never_cache
@require_safe
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Both players, the games, what was reported and what happened when."""
    event = get_drawn(request, slug)
    actor = find_actor(request, event)
    found = find_match(event, number)
    if found is None:
        raise Http404
    found.event = event
    if not sees_match(request, found, actor):
        return _held_back(request, event, found)
    if is_team_match(event, found):
        return _team_match(request, event, found, actor)
    results = may_see_results(request.user, event)
    page = load_match(event, found, others=results)
    context = {
        **shown(page),
        **viewer(page, actor),
        "rated": load_match_ratings(page) if results else None,
        "tabs": event_tabs(request, event, ""),
        "crumbs": match_crumbs(page),
        "round_url": round_url(slug, page.match),
        "etag": event_tag(event, _audience(request, found, actor)),
        "every": poll_seconds(event),
        "live_url": reverse("events:match-live", args=[slug, number]),
    }
    return render(request, "tournaments/match.html", context)


def sees_match(request: HttpRequest, match: Match, actor: Actor | None) -> bool:
    """Whether the viewer may see what was played here: while results are held back, its players and officials."""
    if may_see_results(request.user, match.event):
        return True
    return actor is not None and is_party(actor, match.event, match_entries(match))


def _audience(request: HttpRequest, match: Match, actor: Actor | None) -> str:
    """As that of the event, with one more for the players of the match."""
    shown_to = audience(request.user, match.event)
    return "own" if shown_to == "draw" and sees_match(request, match, actor) else shown_to


def _held_back(request: HttpRequest, event: Event, found: Match) -> HttpResponse:
    """Who was drawn into the match, for those who may not see results yet. Raises Http404 for a board."""
    rows = event_matches(event, [found.pk], load_entries(event), results=False)
    if not rows:
        raise Http404
    context = {
        "event": event,
        "match": rows[0],
        "tabs": event_tabs(request, event, ""),
        "crumbs": event_crumbs(event, Link(rows[0].title, round_url(event.slug, found)), Link(f"M{found.number}")),
    }
    return render(request, "tournaments/match_held.html", context)


def _team_match(request: HttpRequest, event: Event, found: Match, actor: Actor | None) -> HttpResponse:
    """Two teams and their boards. What only one of them may see is in it, so that no cache keeps it."""
    found.event = event
    organises = actor is not None and organises_match(actor, found)
    late = found.line_ups_by is not None and timezone.now() >= found.line_ups_by
    team_page = load_team_match(
        event, found, viewer=actor, is_organiser=organises, is_late=late, others=may_see_results(request.user, event)
    )
    page = team_page.page
    context = {
        **shown(page),
        "found": team_page,
        "organises": organises,
        "is_arbiter": actor is not None and may_rule(actor, found),
        "tabs": event_tabs(request, event, ""),
        "crumbs": match_crumbs(page),
        "round_url": round_url(event.slug, found),
        "etag": event_tag(event, _audience(request, found, actor)),
        "every": poll_seconds(event),
        "live_url": reverse("events:match-live", args=[event.slug, found.number]),
    }
    return render(request, "tournaments/team_match.html", context)


def match_crumbs(page: MatchPage, *rest: Link) -> list[Link]:
    """Events › event › round › M67; of a board, also the match of the two teams."""
    slug = page.event.slug
    if page.match.team_match is not None:
        whole = page.match.team_match
        up = Link(f"M{whole.number}", reverse("events:match", args=[slug, whole.number]))
        board = _("Board {n}").format(n=page.match.board)
        here = Link(board, reverse("events:match", args=[slug, page.match.number]) if rest else "")
        return event_crumbs(page.event, up, here, *rest)
    own = Link(f"M{page.match.number}", reverse("events:match", args=[slug, page.match.number]) if rest else "")
    return event_crumbs(page.event, Link(page.round, round_url(slug, page.match)), own, *rest)


def shown(page: MatchPage) -> dict[str, Any]:
    """What everybody sees of a match."""
    return {"event": page.event, "page": page, "match": page.match, "log": match_log(page.match)}


@require_safe
def match_live(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A few bytes that change with the match; the page then offers to be loaded again."""

    def context(event: Event) -> dict[str, Any] | None:
        found = find_match(event, number)
        return None if found is None else {"version": found.version, "match": found}

    def shown_to(event: Event) -> str:
        if event.is_released:
            return ""
        found = find_match(event, number)
        if found is None:
            raise Http404
        found.event = event
        actor = find_actor(request, event)
        if not sees_match(request, found, actor):
            raise NotFound("results_not_released", _("The results of this event are not released yet."))
        return _audience(request, found, actor)

    return live_fragment(
        request, slug, f"match-{number}", "tournaments/parts/match_live.html", context, require=require_draw,
        shown_to=shown_to,
    )  # fmt: skip


def back_to(event: Event, number: int) -> HttpResponse:
    return redirect("events:match", event.slug, number)


def version_of(request: HttpRequest) -> int | None:
    """The match version the form was made from."""
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() else None


def get_report(event: Event, number: int, text: str) -> Report:
    """The report named by a form, if it belongs to this match. Raises Http404."""
    report = (
        Report.objects.filter(pk=int(text), match__event=event, match__number=number).first()
        if text.isdecimal()
        else None
    )
    if report is None:
        raise Http404
    return report


@require_POST
@acting_in_draw
def withdraw_report(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """The sender takes a report back."""
    report = get_report(event, number, request.POST.get("report", ""))
    with tell_failure(request) as done:
        services.withdraw_report(actor=actor, now=timezone.now(), report_id=report.pk)
        done(_("Your report of game {n} is taken back.").format(n=report.number))
    return back_to(event, number)


@require_POST
@acting_in_draw
def accept_report(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """An arbiter lets a report count."""
    report = get_report(event, number, request.POST.get("report", ""))
    with tell_failure(request) as done:
        services.accept_report(
            actor=actor, now=timezone.now(), report_id=report.pk, reason=request.POST.get("reason", ""),
            left_colour=request.POST.get("left_colour", ""), expected_version=version_of(request),
        )  # fmt: skip
        done(_("Game {n} counts as reported.").format(n=report.number))
    return back_to(event, number)


@require_POST
@acting_in_draw
def refuse_report(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """An arbiter sets a report aside."""
    report = get_report(event, number, request.POST.get("report", ""))
    with tell_failure(request) as done:
        services.refuse_report(
            actor=actor, now=timezone.now(), report_id=report.pk, reason=request.POST.get("reason", ""),
            expected_version=version_of(request),
        )  # fmt: skip
        done(_("The report of game {n} is set aside.").format(n=report.number))
    return back_to(event, number)


@require_POST
@acting_in_draw
def withdraw_claim(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """A player takes a time claim back."""
    page = get_page(event, number)
    game = _game_number(page.games, request.POST.get("game", ""))
    with tell_failure(request) as done:
        services.withdraw_time_claim(actor=actor, now=timezone.now(), match_id=page.match.pk, number=game)
        done(_("Your time claim for game {n} is withdrawn.").format(n=game))
    return back_to(event, number)


@require_POST
@acting_in_draw
def object_to_claim(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """The accused side does not accept a time claim."""
    page = get_page(event, number)
    game = _game_number(page.games, request.POST.get("game", ""))
    with tell_failure(request) as done:
        services.object_to_claim(
            actor=actor, now=timezone.now(), match_id=page.match.pk, number=game,
            reason=request.POST.get("reason", "")[:500],
        )  # fmt: skip
        done(_("Your objection is noted; an arbiter rules."))
    return back_to(event, number)


@require_POST
@acting_in_draw
def claim_time(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """A player claims points for the opponent's time in a game that was reported or counts."""
    page = get_page(event, number)
    game = _game_number(page.games, request.POST.get("game", ""))
    minutes = request.POST.get("minutes", "")
    with tell_failure(request) as done:
        services.claim_time(
            actor=actor, now=timezone.now(), match_id=page.match.pk, number=game,
            minutes=int(minutes) if minutes.isdecimal() and len(minutes) < 5 else -1,
        )  # fmt: skip
        done(_("Your time claim for game {n} is noted.").format(n=game))
    return back_to(event, number)


def _game_number(games: tuple[GameView, ...], text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 4 else 0
    if number not in {game.number for game in games}:
        raise Http404
    return number
