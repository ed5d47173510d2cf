"""A new event: cards of templates, what one of them sets in words, making the event; keeping an event as a template."""

import json
import secrets
from dataclasses import dataclass
from hashlib import sha256

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor, request_actor
from players.models import User
from tantrix_site.errors import Conflict, DomainError
from tournaments import permissions, services
from tournaments.formats.event_templates.known import TEMPLATE_OF, TEMPLATES
from tournaments.formats.event_templates.values import EventTemplate
from tournaments.forms.event_templates import NewEventForm, SaveTemplateForm
from tournaments.models import Event, SavedTemplate, Series
from tournaments.selectors.event_templates import saved_templates
from tournaments.selectors.pages.rules import Rule
from tournaments.selectors.pages.template_words import (
    ChoiceWords,
    choice_words,
    full_words,
    short_words,
    template_purpose,
    template_title,
)
from tournaments.selectors.pages.words import Text
from tournaments.services import NewEvent, PlannedEvent
from tournaments.services.once import do_once
from tournaments.views.common import Link
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True)
class Card:
    """A template to choose from. `fault` says why it cannot be used."""

    key: str
    title: Text
    purpose: Text
    words: tuple[str, ...] = ()
    fault: str = ""
    deletable: bool = False


@never_cache
@login_required
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """The templates, each with its figures; one leads to its page."""
    assert isinstance(request.user, User)
    actor = request_actor(request)
    cards = [_saved_card(actor, saved) for saved in saved_templates(request.user)]
    context = {
        "cards": [_card(template) for template in TEMPLATES],
        "own": [card for card in cards if not card.purpose],
        "shared": [card for card in cards if card.purpose],
    }
    return render(request, "tournaments/organise/new.html", context)


def _card(template: EventTemplate) -> Card:
    return Card(template.key, template_title(template), template_purpose(template), _short(template))


def _saved_card(actor: Actor, saved: SavedTemplate) -> Card:
    purpose = "" if saved.series is None else _("Shared by the series {name}").format(name=saved.series.name)
    deletable = services.may_delete_template(actor, saved)
    try:
        return Card(saved.key, saved.name, purpose, _short(services.read_template(saved)), deletable=deletable)
    except Conflict as error:
        return Card(saved.key, saved.name, purpose, fault=str(error.message), deletable=deletable)


def _short(template: EventTemplate) -> tuple[str, ...]:
    plan = services.planned(template, NewEvent(""))
    return short_words(plan.prepared, *plan.as_event())


@never_cache
@login_required
@require_http_methods(METHODS)
def new_from(request: HttpRequest, key: str) -> HttpResponse:
    """What the template sets for a number of entries, in words; then the event, once however often it is sent."""
    actor = request_actor(request)
    template = services.find_template(actor, key)
    plan = services.planned(template, NewEvent("", template.entrants))
    form = NewEventForm(request.POST or None, initial=_initial(template), offered=_offered(plan))
    changed = False
    if request.method == "POST" and form.is_valid():
        try:
            plan = services.planned(template, form.new_event())
            changed = form.cleaned_data["told"] != _digest(plan)
            if request.POST.get("act") != "show" and not changed:
                return _created(request, actor, template, form)
        except DomainError as error:
            add_failure(form, error, {f"chosen.{name}": name for name in form.fields})
    form.tell(_offered(plan))
    saved = None if key in TEMPLATE_OF else services.find_saved(actor, key)
    context = {
        "form": form, "words": _words(plan), "told": _digest(plan), "changed": changed,
        "shown": request.method == "POST" and not form.errors,
        "once": request.POST.get("once", "") or secrets.token_urlsafe(12),
        "title": template_title(template) if saved is None else saved.name,
        "purpose": template_purpose(template) if saved is None else "",
        "crumbs": [Link(_("New event"), reverse("organise:new"))],
    }  # fmt: skip
    return render(request, "tournaments/organise/new_from.html", context, status=400 if form.errors else 200)


def _initial(template: EventTemplate) -> dict[str, object]:
    zone = str(template.event.get("time_zone", "")) or timezone.get_current_timezone_name()
    return {"entrants": template.entrants, "time_zone": zone, "place": template.event.get("place", "")}


def _offered(plan: PlannedEvent) -> list[ChoiceWords]:
    return [choice_words(choice) for choice in plan.prepared.choices]


def _words(plan: PlannedEvent) -> tuple[Rule, ...]:
    return full_words(plan.prepared, *plan.as_event())


def _digest(plan: PlannedEvent) -> str:
    """What stands on the page, as far as players are judged by it."""
    told = [(rule.id, rule.sentences) for rule in _words(plan)]
    return sha256(json.dumps(told).encode()).hexdigest()[:32]


def _created(request: HttpRequest, actor: Actor, template: EventTemplate, form: NewEventForm) -> HttpResponse:
    now, sent = timezone.now(), form.new_event()
    body = json.dumps([template.key, repr(sent)]).encode()

    def act() -> int:
        return services.create_from_template(actor=actor, now=now, template=template, new=sent).pk

    once = form.cleaned_data["once"]
    if once:
        key = f"new-{once}-{sha256(body).hexdigest()[:32]}"
        pk = do_once(actor=actor, now=now, key=key, operation="new-event", body=body, act=act)
    else:
        pk = act()
    messages.success(request, _("The event is a draft. Read once more how it is played, and enter those who play."))
    return redirect("organise:event", Event.objects.get(pk=pk).slug)


@login_required
@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a template of one's own or of a series one keeps; one that is gone already is no fault."""
    with tell_failure(request) as done:
        services.delete_template(actor=request_actor(request), now=timezone.now(), key=key)
        done(_("The template is deleted. Events made from it stay as they are."))
    return redirect("organise:new")


@never_cache
@require_http_methods(METHODS)
@for_organisers
def save(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Keep the settings and stages of the event as a template."""
    assert isinstance(request.user, User)
    series = Series.objects.order_by("name")
    if not permissions.is_site_staff(request.user):
        series = series.filter(keepers=request.user)
    form = SaveTemplateForm(request.POST or None, series=series, initial={"name": event.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.save_template(
                actor=actor, now=timezone.now(), event_id=event.pk, name=form.cleaned_data["name"],
                series_id=form.series_id(),
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The template is kept; a new event may start from it."))
            return to(event, "settings")
    context = {
        "event": event, "tabs": organise_tabs(request, event, "settings"), "form": form,
        "words": _words(services.planned(services.template_of_event(event), NewEvent(""))),
    }  # fmt: skip
    return render(request, "tournaments/organise/template.html", context, status=400 if form.errors else 200)
