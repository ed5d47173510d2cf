"""Finishing an event: what stands against it, who would move in the ratings, the act; then what becomes of its data."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor
from ratings.views.plan import rating_plan_view
from tantrix_site.errors import Conflict, InvalidInput
from tournaments import services
from tournaments.models import Event, EventState
from tournaments.selectors.documents.wanted import read_wanted
from tournaments.selectors.event_archive import event_archive
from tournaments.selectors.pages.ending import load_ending
from tournaments.selectors.pages.ranking import load_ranking
from tournaments.views.failures import tell_failure
from tournaments.views.organise.common import for_organisers, organise_tabs, to

#: these ask for the plan of ratings to be seen, or to be seen anew
RATINGS_UNSEEN = ("ratings_move", "ratings_changed")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def finish(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """What is left to do, who moves by how much, and finishing the event as it was seen; afterwards its ranking, its
    files, its personal data and the archive."""
    if event.state == EventState.FINISHED:
        return _after(request, event)
    if event.state != EventState.RUNNING:
        return to(event, "event")
    failure = ""
    despite = request.POST.get("despite", "").strip()
    if request.method == "POST":
        try:
            services.finish_event(
                actor=actor, now=timezone.now(), event_id=event.pk,
                rating_digest=request.POST.get("rating_digest") or None, despite=despite,
            )  # fmt: skip
        except Conflict as error:
            failure = str(error.message)
            if error.code in RATINGS_UNSEEN:
                failure = _("The consequences are not those you saw. They are shown anew below; look again.")
        else:
            messages.success(request, _("The event is finished."))
            return to(event, "finish")
    ending = load_ending(event)
    plan = None
    if not ending.open and (despite or not ending.disputed):
        try:
            plan = services.plan_finish_ratings(actor=actor, now=timezone.now(), event_id=event.pk, despite=despite)
        except Conflict as error:
            failure = failure or str(error.message)
    context = {
        "event": event, "tabs": organise_tabs(request, event, "event"), "ending": ending,
        "rating_plan": rating_plan_view(plan), "failure": failure, "despite": despite,
    }  # fmt: skip
    return render(request, "tournaments/organise/finish.html", context, status=409 if failure else 200)


def _after(request: HttpRequest, event: Event) -> HttpResponse:
    context = {
        "event": event, "tabs": organise_tabs(request, event, "event"), "ranking": load_ranking(event)[:10],
        "counts": services.personal_counts(event),
        "is_owner": request.user.has_perm("tournaments.own_event", event),
    }  # fmt: skip
    return render(request, "tournaments/organise/finished.html", context)


@require_POST
@for_organisers
def after_act(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Hide personal data, say how long they are kept, archive the event, take it out again."""
    given: Any = {"actor": actor, "now": timezone.now(), "event_id": event.pk}
    act = request.POST.get("act")
    with tell_failure(request) as done:
        if act == "hide" and not request.POST.get("sure"):
            messages.error(request, _("Tick that they are needed no more."))
        elif act == "hide":
            services.hide_personal_data(**given)
            done(_("The personal data are gone."))
        elif act == "keep":
            services.set_keep_days(**given, days=_days(request.POST.get("days", "")))
            done(_("Stored."))
        elif act == "archive":
            services.archive_event(**given)
            done(_("The event is in the archive."))
        elif act == "take-out":
            services.take_out_of_archive(**given, reason=request.POST.get("reason", ""))
            done(_("The event is out of the archive."))
        else:
            raise Http404
    return to(event, "finish")


def _days(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text) > 9:
        raise InvalidInput("keep_days_range", _("Write a whole number of days."), field="days")
    return int(text)


@never_cache
@require_safe
@for_organisers
def export(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The event as files, in one."""
    content = event_archive(event, timezone.now(), wanted=read_wanted({}), in_full=True)
    answer = HttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.zip"'
    return answer
