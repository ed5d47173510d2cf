"""Reporting the games of a match, confirming what the opponent reported, and saying that it is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.services.reading import content_type_of
from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError, NotPermitted, StaleVersion
from tournaments import services
from tournaments.formats.scoring import full_minutes, time_penalty
from tournaments.forms.fields import clock_text
from tournaments.forms.games import GameForm, initial_of
from tournaments.models import Event, ReportState
from tournaments.selectors.pages.match import MatchPage, ReportView
from tournaments.services.access import side_of
from tournaments.views.actors import acting_in_draw
from tournaments.views.common import Link, event_tabs
from tournaments.views.game_cards import all_valid, cards_page, fill_from_record, game_form, place_failure
from tournaments.views.matches import back_to, get_page, match_crumbs, version_of
from tournaments.views.reading import Reading, read_into

METHODS = ["GET", "HEAD", "POST"]


def own_side(page: MatchPage, actor: Actor) -> int:
    """The side of the actor. Raises NotPermitted `not_in_match`."""
    side = side_of(actor, page.match)
    if side is None:
        raise NotPermitted("not_in_match", _("Only the two players of this match may do this."))
    return side


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def report(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """One card a game: the record first, which fills the rest, or the figures typed."""
    page = get_page(event, number)
    side = own_side(page, actor)
    due = [game.number for game in page.due]
    if not due:
        messages.info(request, _("No game of this match can be reported now."))
        return back_to(event, number)
    forms = [game_form(request, page, game, side) for game in due]
    readings: dict[int, Reading] = {}
    failure = ""
    if request.method == "POST" and all_valid(forms):
        wanted = request.POST.get("read", "")
        if wanted.isdecimal() and int(wanted) in due:
            readings[int(wanted)] = fill_from_record(request, page, forms, due.index(int(wanted)), side)
        else:
            filled = [form for form in forms if not form.is_blank]
            failure = _send(request, page, actor, filled)
            if not failure and not any(form.errors for form in forms):
                return _sent(request, page, filled, side)
    return cards_page(request, page, forms, side=side, readings=readings, failure=failure, template="report")


def _send(request: HttpRequest, page: MatchPage, actor: Actor, forms: Sequence[GameForm]) -> str:
    """Send the filled games, all or none. Returns what went wrong over the whole form, empty if nothing did."""
    if not forms:
        return _("Say how at least one game ended: send its record, or type the tiles of both players.")
    now, expected, sending = timezone.now(), version_of(request), forms
    try:
        with transaction.atomic():
            typed = {f.number: figures for f in forms if f.record_bytes() is None and (figures := f.figures())}
            if typed:
                claims = frozenset(f.number for f in forms if f.claims_time and f.number in typed)
                services.report_games(
                    actor=actor, now=now, match_id=page.match.pk, games=typed, claims_time=claims,
                    codes={f.number: f.code for f in forms}, expected_version=expected,
                )  # fmt: skip
                expected = None
            for form in forms:
                data = form.record_bytes()
                if data is None:
                    continue
                sending = [form]
                left, right = form.colours()
                services.attach_record(
                    actor=actor, now=now, match_id=page.match.pk, number=form.number, data=data,
                    content_type=content_type_of(data), filename=form.filename, left_colour=left, right_colour=right,
                    tiles=form.tiles(), claims_time=form.claims_time, server_code=form.code,
                    expected_version=expected,
                )  # fmt: skip
                expected = None
    except StaleVersion:
        return _("Something was reported or changed meanwhile. It is shown below beside what you typed; look again, "
                 "then send.")  # fmt: skip
    except DomainError as error:
        return place_failure(sending, error)
    return ""


def _sent(request: HttpRequest, page: MatchPage, forms: Sequence[GameForm], side: int) -> HttpResponse:
    """Say what follows. The worker's verdict is foreseen, as a record that breaks a rule is nobody's to confirm."""
    broken = [form.number for form in forms if read_into(page, form).is_refused]
    for number in broken:
        messages.warning(
            request,
            _("The record of game {n} was sent, but it breaks a rule, so it does not count and there is nothing to "
              "confirm. Send the right record, or type the tiles.").format(n=number),
        )  # fmt: skip
    if len(broken) < len(forms):
        opponent = page.sides[1 - side].name
        messages.success(request, _("Sent. {name} can confirm it or say what is wrong.").format(name=opponent))
    return back_to(page.event, page.match.number)


def waiting_for(page: MatchPage, side: int) -> list[ReportView]:
    """The opponent's reports that wait for this side."""
    return [v for game in page.games for v in game.live(ReportState.OPEN) if v.report.side == 1 - side]


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def confirm(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """What the opponent reported, a sentence a game; opening the page confirms nothing."""
    page = get_page(event, number)
    side = own_side(page, actor)
    reports = waiting_for(page, side)
    failure = ""
    if request.method == "POST":
        asked = {int(text) for text in request.POST.getlist("report") if text.isdecimal()}
        claims = {int(text) for text in request.POST.getlist("claim") if text.isdecimal()}
        try:
            count = _confirm(page, actor, asked, claims, version_of(request))
        except DomainError as error:
            if isinstance(error, NotPermitted):
                raise
            failure = str(error.message)
            page = get_page(event, number)
            reports = waiting_for(page, side)
        else:
            messages.success(
                request, ngettext("{n} game is confirmed.", "{n} games are confirmed.", count).format(n=count)
            )
            return back_to(event, number)
    if not reports and not failure:
        messages.info(request, _("Nothing of this match waits for your confirmation."))
        return back_to(event, number)
    context = {
        "event": event, "page": page, "match": page.match, "side": side,
        "reports": [with_claim(event, view, side) for view in reports], "failure": failure,
        "tabs": event_tabs(request, event, ""), "crumbs": match_crumbs(page, Link(_("Confirm"))),
    }  # fmt: skip
    return render(request, "tournaments/confirm.html", context, status=409 if failure else 200)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A report to confirm, with the points its reader could claim for the reporter's time."""

    view: ReportView
    claimable: int
    their_time: str


def with_claim(event: Event, view: ReportView, side: int) -> Waiting:
    """The report and what could be claimed, in tenths of a point."""
    seconds = view.figures.seconds[1 - side] if view.figures is not None else None
    points = time_penalty(full_minutes(seconds), event.time_limit) if seconds is not None else 0
    return Waiting(view, points, clock_text(seconds))


@transaction.atomic
def _confirm(page: MatchPage, actor: Actor, asked: set[int], claims: set[int], expected: int | None) -> int:
    """Confirm the reports, all or none; those confirmed before count as done, so that a second press is harmless."""
    from tournaments.models import Report

    rows = list(Report.objects.filter(pk__in=asked, match=page.match).order_by("number"))
    if not rows:
        raise Conflict("nothing_chosen", _("Choose what you confirm."))
    for row in rows:
        services.confirm_game(
            actor=actor, now=timezone.now(), report_id=row.pk, claims_time=row.pk in claims, expected_version=expected
        )
        if row.state != ReportState.CONFIRMED:
            expected = None  # the first confirmation raises the version itself
    return len(rows)


@never_cache
@require_http_methods(METHODS)
@acting_in_draw
def dispute(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """The same form, filled with the opponent's figures: what is changed is the counter-claim."""
    page = get_page(event, number)
    side = own_side(page, actor)
    reports = {v.report.number: v for v in waiting_for(page, side)}
    wanted = request.POST.get("game") or request.GET.get("game", "")
    chosen = reports.get(int(wanted)) if wanted.isdecimal() else next(iter(reports.values()), None)
    if chosen is None:
        messages.info(request, _("This report has been answered already."))
        return back_to(event, number)
    initial = initial_of(chosen.figures) if chosen.figures is not None else {}
    form = game_form(request, page, chosen.report.number, side, initial)
    failure, readings = "", {}
    forms = [form]
    if request.method == "POST" and form.is_valid():
        if request.POST.get("read"):
            readings[form.number] = fill_from_record(request, page, forms, 0, side)
        else:
            failure = _dispute(request, page, actor, chosen, form)
            if not failure and not form.errors:
                messages.success(
                    request,
                    _("{name} and the organiser see what you say about game {n}.").format(
                        name=page.sides[1 - side].name, n=form.number
                    ),
                )
                return back_to(event, number)
    return cards_page(
        request, page, forms, side=side, readings=readings, failure=failure, template="dispute", report=chosen,
        reason=request.POST.get("reason", ""),
    )  # fmt: skip


def _dispute(request: HttpRequest, page: MatchPage, actor: Actor, chosen: ReportView, form: GameForm) -> str:
    reason, data = request.POST.get("reason", "").strip(), form.record_bytes()
    figures = form.figures()
    theirs = chosen.figures
    same = theirs is not None and figures is not None and (
        (figures.tiles, figures.deadlock) == (theirs.tiles, theirs.deadlock)
    )  # fmt: skip
    if data is None and (figures is None or same) and not reason:
        return _("Change what is wrong, send the game's record, or say in words what is wrong.")
    try:
        with transaction.atomic():
            if data is not None:
                left, right = form.colours()
                services.attach_record(
                    actor=actor, now=timezone.now(), match_id=page.match.pk, number=form.number, data=data,
                    content_type=content_type_of(data), filename=form.filename, left_colour=left, right_colour=right,
                    claims_time=form.claims_time, expected_version=version_of(request),
                )  # fmt: skip
            else:
                services.dispute_game(
                    actor=actor, now=timezone.now(), report_id=chosen.report.pk,
                    figures=None if same else figures, reason=reason, expected_version=version_of(request),
                )  # fmt: skip
    except NotPermitted:
        raise
    except DomainError as error:
        return place_failure([form], error)
    return ""
