"""Seeding points: taking those of a day, numbering by them, entering one by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from ratings.maths.parameters import CURRENT
from tantrix_site.errors import DomainError
from tournaments import services
from tournaments.forms.entries import HandPointsForm, ReferenceDateForm
from tournaments.models import Entry, Event
from tournaments.selectors.seeding import points_of
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to


@require_POST
@for_organisers
def points(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Take the points of a day, or number the entries by what was taken."""
    now = timezone.now()
    if request.POST.get("act") == "number":
        with tell_failure(request) as done:
            services.seed_by_points(actor=actor, now=now, event_id=event.pk)
            done(_("The entries are numbered by their seeding points."))
        return to(event, "seeds")
    form = ReferenceDateForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give the day whose ratings count."))
        return to(event, "seeds")
    with tell_failure(request) as done:
        services.take_seeding_points(actor=actor, now=now, event_id=event.pk, on=form.cleaned_data["on"])
        done(_("The seeding points of that day are noted."))
    return to(event, "seeds")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def by_hand(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Enter the points of an entry with the reason, or take what was entered back."""
    entry = get_object_or_404(Entry.every.select_related("player"), pk=pk, event=event)
    row = points_of([entry]).get(pk)
    if request.POST.get("act") == "clear":
        with tell_failure(request) as done:
            services.clear_seeding_points(actor=actor, now=timezone.now(), entry_id=pk)
            done(_("The points entered by hand are taken back."))
        return _back(event, entry)
    form = HandPointsForm(request.POST or None, initial={} if row is None else {"points": round(row.points, 1)})
    if request.method == "POST" and form.is_valid():
        try:
            services.set_seeding_points(
                actor=actor, now=timezone.now(), entry_id=pk, points=float(form.cleaned_data["points"]),
                reason=form.cleaned_data["reason"],
            )  # fmt: skip
        except DomainError as error:
            add_failure(form, error)
        else:
            messages.success(request, _("{name} has the seeding points you entered.").format(name=entry.name))
            return _back(event, entry)
    context = {
        "event": event, "tabs": organise_tabs(request, event, "entrants"), "entry": entry, "form": form, "points": row,
        "seeding": CURRENT.seeding,
    }  # fmt: skip
    return render(request, "tournaments/organise/points.html", context, status=400 if form.errors else 200)


def _back(event: Event, entry: Entry) -> HttpResponse:
    """The list in which the entry stands: that of its team, else of all."""
    if event.is_for_teams and entry.team_id is not None:
        return redirect("events:team-desk", event.slug, entry.team_id)
    return to(event, "entrants")
