"""Entering one match with all details, deciding it otherwise, bringing an earlier result back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.services.reading import content_type_of
from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError
from tournaments import services
from tournaments.forms.entries import ReasonForm
from tournaments.forms.games import GameForm
from tournaments.forms.rulings import RulingForm, TimeForm
from tournaments.models import Event
from tournaments.selectors.pages.arranging import notice_lines
from tournaments.selectors.pages.match import MatchPage
from tournaments.views.common import Link
from tournaments.views.failures import add_failure
from tournaments.views.game_cards import all_valid, cards_page, fill_from_record, game_form, place_failure
from tournaments.views.matches import back_to, get_page_to_rule, match_crumbs, version_of
from tournaments.views.organise.common import for_arbiters, organise_tabs
from tournaments.views.reading import Reading

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def enter(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """The games of one match with all details, or a game's record, as from a score sheet; they count at once."""
    page = get_page_to_rule(event, actor, number)
    due = [game.number for game in page.due]
    if not due:
        messages.info(request, _("No game of this match can be entered now."))
        return back_to(event, number)
    forms = [game_form(request, page, game, None) for game in due]
    readings: dict[int, Reading] = {}
    failure = ""
    if request.method == "POST" and all_valid(forms):
        wanted = request.POST.get("read", "")
        if wanted.isdecimal() and int(wanted) in due:
            readings[int(wanted)] = fill_from_record(request, page, forms, due.index(int(wanted)), None)
        else:
            failure = _enter(request, page, actor, [form for form in forms if not form.is_blank])
            if not failure and not any(form.errors for form in forms):
                messages.success(request, _("M{n} is stored.").format(n=number))
                return back_to(event, number)
    return cards_page(request, page, forms, side=None, readings=readings, failure=failure, template="enter")


def _enter(request: HttpRequest, page: MatchPage, actor: Actor, forms: list[GameForm]) -> str:
    from django.db import transaction

    if not forms:
        return _("Say how at least one game ended.")
    expected, sending = version_of(request), forms
    try:
        with transaction.atomic():
            typed = {f.number: figures for f in forms if f.record_bytes() is None and (figures := f.figures())}
            if typed:
                services.enter_results(
                    actor=actor, now=timezone.now(), match_id=page.match.pk, games=typed, expected_version=expected
                )
                expected = None
            for form in forms:
                data = form.record_bytes()
                if data is not None:
                    sending = [form]
                    left, right = form.colours()
                    services.attach_record(
                        actor=actor, now=timezone.now(), match_id=page.match.pk, number=form.number, data=data,
                        content_type=content_type_of(data), filename=form.filename, left_colour=left,
                        right_colour=right, tiles=form.tiles(), expected_version=expected,
                    )  # fmt: skip
                    expected = None
    except DomainError as error:
        return place_failure(sending, error)
    return ""


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def decide(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Walkover, default, double default, retirement, adjudication of an open match."""
    page = get_page_to_rule(event, actor, number)
    if not page.is_playable:
        messages.info(request, _("This match is not open. Correct its result instead."))
        return back_to(event, number)
    form = RulingForm(request.POST or None, page=page)
    if request.method == "POST" and form.is_valid():
        try:
            services.decide_match(
                actor=actor, now=timezone.now(), match_id=page.match.pk, ruling=form.ruling(),
                reason=form.cleaned_data["reason"], without_warnings=form.cleaned_data["without_warnings"],
                expected_version=version_of(request),
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error, {"tp": "tp_left", "side": "winner", "kind": "choice"})
        else:
            messages.success(request, _("M{n} is decided.").format(n=number))
            return back_to(event, number)
    context = {
        "event": event, "page": page, "match": page.match, "form": form,
        "stages": notice_lines(page.match),
        "tabs": organise_tabs(request, event, "results"), "crumbs": match_crumbs(page, Link(_("Decide"))),
    }  # fmt: skip
    return render(request, "tournaments/organise/decide.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def rule_time(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Set or strike what a side loses for time. Where results depend on it they are named and have to be agreed to."""
    page = get_page_to_rule(event, actor, number)
    form = TimeForm(request.POST or None, page=page)
    depends: list[int] = []
    digest = ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.rule_time(
                actor=actor,
                now=timezone.now(),
                match_id=page.match.pk,
                number=data["game"],
                side=data["side"],
                tenths=data["points"],
                reason=data["reason"],
                digest=request.POST.get("digest") or None,
            )
        except Conflict as error:
            if error.code in ("result_depends", "plan_changed"):
                depends, digest = error.extra["depends"], error.extra["digest"]
                form.add_error(None, _("Results depend on it: see below, and send it again to agree."))
            else:
                add_failure(form, error)
        except DomainError as error:
            add_failure(form, error, {"tenths": "points"})
        else:
            messages.success(request, _("The ruling on time is stored."))
            return back_to(event, number)
    context = {
        "event": event,
        "page": page,
        "match": page.match,
        "form": form,
        "depends": depends,
        "digest": digest,
        "tabs": organise_tabs(request, event, "results"),
        "crumbs": match_crumbs(page, Link(_("Time"))),
    }
    return render(request, "tournaments/organise/time.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(METHODS)
@for_arbiters
def reinstate(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Bring back what these two had played before a correction took it away."""
    page = get_page_to_rule(event, actor, number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.reinstate_match(
                actor=actor, now=timezone.now(), match_id=page.match.pk, reason=form.cleaned_data["reason"]
            )
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The earlier result of M{n} counts again.").format(n=number))
            return back_to(event, number)
    context = {
        "event": event, "page": page, "match": page.match, "form": form,
        "tabs": organise_tabs(request, event, "results"), "crumbs": match_crumbs(page, Link(_("Bring back"))),
    }  # fmt: skip
    return render(request, "tournaments/organise/reinstate.html", context, status=400 if form.errors else 200)
