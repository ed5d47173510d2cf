"""What an organiser sets about arranging, and gives of more time."""

from dataclasses import asdict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.arranging import ArrangingForm, MoreTimeForm
from tournaments.models import Event, Extension
from tournaments.selectors.arranging_rules import arranging_of
from tournaments.selectors.pages.arranging import load_arranging, notice_lines
from tournaments.services.access import match_entries, require_neutral
from tournaments.views.common import Link
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.matches import get_page, match_crumbs
from tournaments.views.organise.common import for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_organisers
def arranging(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Reminders, warnings, and how far two may extend by themselves."""
    rules = arranging_of(event)
    initial = {"extension_days": rules.extension_days, **(asdict(rules.times) if rules.times is not None else {})}
    form = ArrangingForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.set_arranging(actor=actor, now=timezone.now(), event_id=event.pk, rules=form.rules())
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("Stored."))
            return to(event, "arranging")
    context = {"event": event, "form": form, "tabs": organise_tabs(request, event, "deadlines")}
    return render(request, "tournaments/organise/arranging.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(METHODS)
@for_organisers
def more_time(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """The deadline of one match: what was asked and sent, and moving it, which nobody does in an own match."""
    page = get_page(event, number)
    require_neutral(actor, event, match_entries(page.match))
    found = load_arranging(page, None)
    form = MoreTimeForm(request.POST or None, initial={"zone": event.time_zone})
    if request.method == "POST" and form.is_valid():
        try:
            services.extend_deadline(
                actor=actor, now=timezone.now(), match_id=page.match.pk, until=form.cleaned_data["until"],
                reason=form.cleaned_data["reason"],
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("The deadline is moved."))
            return redirect("organise:more-time", event.slug, number)
    context = {
        "event": event, "page": page, "match": page.match, "found": found, "form": form,
        "stages": notice_lines(page.match), "tabs": organise_tabs(request, event, "deadlines"),
        "crumbs": match_crumbs(page, Link(_("Deadline"))),
    }  # fmt: skip
    return render(request, "tournaments/organise/more_time.html", context, status=400 if form.errors else 200)


@require_POST
@for_organisers
def rule_more_time(request: HttpRequest, event: Event, actor: Actor, number: int, pk: int) -> HttpResponse:
    """Grant or refuse what was asked."""
    if not Extension.objects.filter(pk=pk, match__event=event, match__number=number).exists():
        raise Http404
    grants = request.POST.get("act") == "grant"
    with tell_failure(request) as done:
        services.rule_extension(
            actor=actor, now=timezone.now(), extension_id=pk, grants=grants, reason=request.POST.get("reason", "")
        )
        done(_("The deadline is moved.") if grants else _("The deadline stays as it was."))
    return redirect("organise:more-time", event.slug, number)
