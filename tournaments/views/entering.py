"""A player's own entry: entering an event, checking in, withdrawing and taking that back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.entry_terms import AnswerForm
from tournaments.models import PRESENT_STATES, Entry, EntryAnswers, EntryState, Event, Exit
from tournaments.selectors.pages.entering import load_own_entry, load_terms
from tournaments.services.exits import may_undo
from tournaments.services.own_answers import may_change_answers
from tournaments.views.actors import acting
from tournaments.views.common import Link, event_crumbs
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.me import own_entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@acting
def enter(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """First the terms and whether one meets them, then the questions, then the entry."""
    if event.is_for_pairs:
        return redirect("events:pair", event.slug)
    player = actor.player
    known = None if player is None else Entry.every.filter(event=event, player=player).first()
    if request.method != "POST" and known is not None and known.state in PRESENT_STATES and known.team_id is None:
        return redirect("events:own-entry", event.slug)
    sent = request.POST if request.method == "POST" else None
    form = None if player is None else AnswerForm(sent, event=event, player=player)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            entered = services.enter_oneself(
                actor=actor, now=timezone.now(), event_id=event.pk,
                country=form.country() if form is not None else "",
                answers=form.answers() if form is not None else None,
            )  # fmt: skip
        except DomainError as error:
            if form is None:
                raise
            add_failure(form, error)
        else:
            waits = entered.entry.state == EntryState.WAITING
            messages.success(request, _("You are on the waiting list.") if waits else _("You are entered."))
            return redirect("events:own-entry", event.slug)
    context = {
        "event": event,
        "form": form,
        "terms": load_terms(event, now=timezone.now(), player=player),
        "crumbs": event_crumbs(event, Link(_("Enter"))),
    }
    failed = form is not None and bool(form.errors)
    return render(request, "tournaments/enter_event.html", context, status=400 if failed else 200)


@never_cache
@require_safe
@acting
def my_entry(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Where one's entry stands and what can be done with it."""
    entry = own_entry(event, actor)
    gone = Exit.objects.filter(entry=entry, revoked_at=None).first()
    now = timezone.now()
    context = {
        "event": event,
        "mine": load_own_entry(
            event, entry, now=now, gone=gone, may_undo=gone is not None and may_undo(gone, entry, now)
        ),
        "terms": load_terms(event, now=now),
        "answers": EntryAnswers.objects.filter(entry=entry).first(),
        "may_answer": may_change_answers(event, entry, now),
        "crumbs": event_crumbs(event, Link(_("My entry"))),
    }
    return render(request, "tournaments/own_entry.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@acting
def my_answers(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Answer the questions of the event anew."""
    entry = own_entry(event, actor)
    if entry.player is None:
        raise Http404
    form = AnswerForm(request.POST or None, event=event, player=entry.player, entry=entry)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_answers(actor=actor, now=timezone.now(), entry_id=entry.pk, answers=form.answers())
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("Your answers are stored."))
            return redirect("events:own-entry", event.slug)
    crumbs = event_crumbs(
        event, Link(_("My entry"), reverse("events:own-entry", args=[event.slug])), Link(_("Answers"))
    )
    context = {"event": event, "entry": entry, "form": form, "crumbs": crumbs}
    return render(request, "tournaments/answers.html", context, status=400 if form.errors else 200)


@require_POST
@acting
def check_in(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Say that one is there, or not after all."""
    entry, present = own_entry(event, actor), request.POST.get("act") != "revoke"
    with tell_failure(request) as done:
        services.check_in(actor=actor, now=timezone.now(), entry_id=entry.pk, present=present)
        done(_("You are checked in.") if present else _("Your check-in is taken back."))
    return redirect("events:own-entry", event.slug)


@require_POST
@acting
def undo(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Take a withdrawal back."""
    with tell_failure(request) as done:
        entry = services.undo_withdrawal(actor=actor, now=timezone.now(), entry_id=own_entry(event, actor).pk)
        waits = entry.state == EntryState.WAITING
        done(_("Your place was taken; you are on the waiting list.") if waits else _("You are in again."))
    return redirect("events:own-entry", event.slug)
