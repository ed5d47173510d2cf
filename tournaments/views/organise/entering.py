"""The organiser's pages about entering: the terms, invitations and evidence of age, and the check-in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from players.models import Player
from players.names import latin_key, list_order
from tantrix_site.errors import DomainError, StaleVersion
from tournaments import services
from tournaments.forms.entry_terms import AnswerForm, EntryTermsForm, terms_initial
from tournaments.models import (
    PRESENT_STATES,
    Asked,
    CheckIn,
    Entry,
    EntryState,
    Event,
    EventState,
    Invitation,
)
from tournaments.selectors.ages import evidence_for_terms
from tournaments.selectors.check_in import missing_entries
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.selectors.pages.entering import load_terms
from tournaments.selectors.seeding import is_drawn
from tournaments.services.access import may_organise
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_check_in, for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]
SHOWN = 20


@never_cache
@require_http_methods(METHODS)
@for_organisers
def answers(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Correct what an entrant answered."""
    entry = get_object_or_404(Entry.every.select_related("player"), event=event, pk=pk, player__isnull=False)
    form = AnswerForm(request.POST or None, event=event, player=entry.person, entry=entry)
    for field in form.fields.values():
        field.required = False
    if request.method == "POST" and form.is_valid():
        try:
            services.change_answers(actor=actor, now=timezone.now(), entry_id=entry.pk, answers=form.answers())
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The answers are stored."))
            return to(event, "entrants")
    context = {"event": event, "tabs": organise_tabs(request, event, "entrants"), "entry": entry, "form": form}
    status = 400 if form.errors else 200
    return render(request, "tournaments/organise/answers.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def terms(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """When one may enter, who may, what is asked; below it what players see of that."""
    with timezone.override(event.zone):
        form = EntryTermsForm(request.POST or None, initial=terms_initial(services.EntryTerms.of(rules_of(event))))
        status = 200
        if request.method == "POST" and form.is_valid():
            version = request.POST.get("version", "")
            try:
                services.set_entry_rules(
                    actor=actor, now=timezone.now(), event_id=event.pk, terms=form.terms(),
                    expected_version=int(version) if version.isdecimal() else None,
                )  # fmt: skip
            except StaleVersion as error:
                form.add_error(None, str(error.message))
                event.refresh_from_db()
                status = 412
            except DomainError as error:
                add_failure(form, error)
            else:
                messages.success(request, _("The terms are stored. They hold from now on."))
                return to(event, "terms")
        context = {
            "event": event,
            "tabs": organise_tabs(request, event, "terms"),
            "form": form,
            "terms": load_terms(event, now=timezone.now()),
            "asked_words": [Asked(name).label for name in rules_of(event).asked],
        }
        if form.errors and status == 200:
            status = 400
        return render(request, "tournaments/organise/terms.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def who_may(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Invitations, and whose age was seen to fit; `?q=` finds players."""
    if request.method == "POST":
        _mark(request, event, actor)
        return to(event, "who-may")
    query = request.GET.get("q", "").strip()
    marks = Invitation.objects.filter(event=event, revoked_at=None).select_related("user")
    invited = {row.invited_id: row for row in marks}
    conditions = conditions_of(rules_of(event))
    seen = {row.holder_id: row for row in evidence_for_terms(event, conditions).select_related("user")}
    found: list[Player] = []
    if latin_key(query):
        players = Player.objects.all()
        for part in latin_key(query).split():
            players = players.filter(latin_key__contains=part)
        found = list(players.order_by("latin_key", "pk")[:SHOWN])
    entered = set(Entry.every.filter(event=event, state__in=PRESENT_STATES).values_list("player_id", flat=True))
    listed = Player.objects.filter(pk__in={*invited, *seen, *(entered if conditions.asks_age else ())} - {None})
    rows = [
        (player, invited.get(player.pk), seen.get(player.pk), player.pk in entered)
        for player in (found or listed.order_by("latin_key", "pk"))
    ]
    context = {
        "event": event, "tabs": organise_tabs(request, event, "terms"), "rows": rows, "query": query,
        "conditions": load_terms(event, now=timezone.now()).conditions, "none_found": bool(query) and not found,
        "asks_age": conditions.asks_age, "by_invitation": conditions.invited_only,
    }  # fmt: skip
    return render(request, "tournaments/organise/who_may.html", context)


def _mark(request: HttpRequest, event: Event, actor: Actor) -> None:
    player, act = request.POST.get("player", ""), request.POST.get("act", "")
    if not player.isdecimal():
        return
    now, common = timezone.now(), {"event_id": event.pk, "player_id": int(player)}
    with tell_failure(request) as done:
        if act in ("invite", "uninvite"):
            services.set_invitation(actor=actor, now=now, invited=act == "invite", **common)
            done(_("The player is invited.") if act == "invite" else _("The invitation is taken back."))
        elif act in ("seen", "unseen"):
            services.tick_age(actor=actor, now=now, seen=act == "seen", **common)
            done(_("The age is ticked, with your name and the date.") if act == "seen" else _("The tick is gone."))


@never_cache
@require_http_methods(METHODS)
@for_check_in
def check_in(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Who is there: a tick for each; after the end who is missing can be taken out, all at once."""
    if request.method == "POST":
        ticked = _checked(request, event, actor)
        # back to the row: on a phone the list is long, and whoever ticks goes on from there
        anchor = f"#e{ticked.pk}" if ticked is not None else ""
        return redirect(reverse("organise:check-in", args=[event.slug]) + anchor)
    now, rules = timezone.now(), rules_of(event)
    there = {row.entry_id: row for row in CheckIn.objects.filter(entry__event=event, revoked_at=None)}
    entries = list(event.entries.filter(state__in=PRESENT_STATES))
    by_name = list_order([entry.in_full for entry in entries])
    entries.sort(key=lambda entry: (entry.state, by_name(entry.in_full), entry.pk))
    undrawn = event.state in (EventState.DRAFT, EventState.PUBLISHED) and not is_drawn(event)
    over = rules.check_in_closes_at is not None and now >= rules.check_in_closes_at
    missing = missing_entries(event) if over and undrawn else []
    free = event.capacity - sum(entry.state == EntryState.ACCEPTED for entry in entries) + len(missing)
    places = event.waiting_places.filter(ended_at=None, entry__in=list(there)).select_related("entry")
    context = {
        "event": event, "tabs": organise_tabs(request, event, "check-in"), "rules": rules,
        "rows": [(entry, there.get(entry.pk)) for entry in entries], "there": len(there), "is_open": undrawn,
        "is_over": over, "missing": missing, "organises": may_organise(actor, event),
        "next": [place.entry for place in places.order_by("number")[: max(0, free)]] if missing else [],
    }  # fmt: skip
    return render(request, "tournaments/organise/check_in.html", context)


def _checked(request: HttpRequest, event: Event, actor: Actor) -> Entry | None:
    """Do what the form asks for; returns the one entry that was ticked, None after all else and after a refusal."""
    sent, now, ticked = request.POST, timezone.now(), None
    with tell_failure(request) as done:
        if sent.get("act") == "remove":
            seen = [int(text) for text in sent.getlist("seen") if text.isdecimal()]
            gone = services.remove_missing(actor=actor, now=now, event_id=event.pk, seen=seen)
            done(ngettext("{n} entry is taken out.", "{n} entries are taken out.", len(gone)).format(n=len(gone)))
        elif sent.get("entry", "").isdecimal():
            entry = Entry.objects.filter(event=event, pk=int(sent["entry"])).first()
            if entry is not None:
                services.check_in(actor=actor, now=now, entry_id=entry.pk, present=sent.get("act") != "revoke")
                ticked = entry
    return ticked
