"""The draw: what it would be with some lot, making it, discarding it; the deadlines of its rounds."""

from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.models import Draw, Event, EventState, SeedingMode
from tournaments.selectors.feeding import accepted_entries
from tournaments.selectors.pages.draw import DrawPreview, preview_pairs, stored_draw
from tournaments.selectors.pages.events import load_progress
from tournaments.services.draws import preview_draw
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to

METHODS = ["GET", "HEAD", "POST"]


class LotForm(forms.Form):
    """The number from which chance follows."""

    lot = forms.IntegerField(
        label=gettext_lazy("Number of the lot"), required=False, min_value=0, max_value=2**53 - 1,
        help_text=gettext_lazy("Empty: the site takes a fresh one. The same number always gives the same draw."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "medium"}),
    )  # fmt: skip


@never_cache
@require_http_methods(METHODS)
@for_organisers
def draw(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The draw that stands, and what a draw with another lot would give; a preview stores nothing."""
    act = request.POST.get("act", "")
    form = LotForm(request.POST or request.GET or None)
    preview: DrawPreview | None = None
    if request.method == "POST" and act == "discard":
        with tell_failure(request) as done:
            services.discard_draw(actor=actor, now=timezone.now(), event_id=event.pk)
            done(_("The draw is discarded."))
        return to(event, "draw")
    if request.method == "POST" and form.is_valid():
        try:
            made = services.make_draw(actor=actor, now=timezone.now(), event_id=event.pk, lot=form.cleaned_data["lot"])
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(
                request,
                _("The draw is made.")
                if made.lot is None
                else _("The draw is made, with lot {lot}.").format(lot=made.lot),
            )
            return to(event, "draw")
    elif request.method != "POST" and "lot" in request.GET and form.is_valid():
        preview = _preview(event, form)
    current = Draw.objects.filter(stage__event=event, current=True).select_related("stage").first()
    entries = accepted_entries(event)
    outdated = current is not None and current.entrants != [entry.pk for entry in entries]
    is_open = event.state in (EventState.DRAFT, EventState.PUBLISHED)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "draw"),
        "form": form,
        "preview": preview,
        "current": stored_draw(current) if current is not None else None,
        "outdated": outdated,
        "is_ready": current is not None and preview is None and is_open and not outdated,
        "count": len(entries),
        "by_lot": event.seeding_mode != SeedingMode.STRICT,
        "is_open": is_open,
    }
    return render(request, "tournaments/organise/draw.html", context, status=400 if form.errors else 200)


def _preview(event: Event, form: LotForm) -> DrawPreview | None:
    stage = event.stages.order_by("number")[0]
    lot = form.cleaned_data["lot"]
    try:
        return preview_pairs(accepted_entries(event), preview_draw(event, stage, lot), lot)
    except DomainError as error:
        add_failure(form, error)
        return None


class DeadlineForm(forms.Form):
    """When a round is to be over, in the event's zone."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("To be played by"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip


@never_cache
@require_http_methods(METHODS)
@for_organisers
def deadlines(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Until when each round is to be played; times are those of the event's zone."""
    rounds = load_progress([event.pk]).get(event.pk, ())
    main = event.matches.filter(label="").order_by("round")
    times: dict[int, datetime | None] = dict(main.values_list("round", "deadline").distinct())
    wanted = request.POST.get("round", "")
    with timezone.override(event.zone):
        rows = []
        for round_ in rounds:
            bound = request.POST if request.method == "POST" and wanted == str(round_.number) else None
            moment = times.get(round_.number)
            local = timezone.localtime(moment).replace(tzinfo=None) if moment else None
            form = DeadlineForm(bound, prefix=f"r{round_.number}", initial={"deadline": local})
            if bound is not None and form.is_valid():
                with tell_failure(request) as done:
                    services.set_deadline(
                        actor=actor, now=timezone.now(), event_id=event.pk, round_number=round_.number,
                        deadline=form.cleaned_data["deadline"],
                    )  # fmt: skip
                    done(_("The deadline is stored."))
                return to(event, "deadlines")
            rows.append((round_, form))
        context = {"event": event, "tabs": organise_tabs(request, event, "deadlines"), "rows": rows}
        status = 400 if any(form.errors for _round, form in rows) else 200
        return render(request, "tournaments/organise/deadlines.html", context, status=status)
