"""Finishing an event that moves ratings which were final: first who moves by how much, then the act."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor
from ratings.views.plan import rating_plan_view
from tantrix_site.errors import Conflict
from tournaments import services
from tournaments.models import Event, EventState
from tournaments.views.organise.common import for_organisers, organise_tabs, to

#: these ask for the plan of ratings to be seen, or to be seen anew
RATINGS_UNSEEN = ("ratings_move", "ratings_changed")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_organisers
def finish(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Who moves by how much, and finishing the event as it was seen."""
    if event.state != EventState.RUNNING:
        return to(event, "event")
    failure = ""
    try:
        if request.method == "POST":
            services.finish_event(
                actor=actor, now=timezone.now(), event_id=event.pk,
                rating_digest=request.POST.get("rating_digest") or None,
            )  # fmt: skip
            messages.success(request, _("The event is finished."))
            return to(event, "event")
    except Conflict as error:
        if error.code not in RATINGS_UNSEEN:
            messages.error(request, str(error.message))
            return to(event, "event")
        failure = _("The consequences are not those you saw. They are shown anew below; look again.")
    try:
        plan = services.plan_finish_ratings(actor=actor, now=timezone.now(), event_id=event.pk)
    except Conflict as error:
        messages.error(request, str(error.message))
        return to(event, "event")
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "event"),
        "rating_plan": rating_plan_view(plan),
        "failure": failure,
    }
    return render(request, "tournaments/organise/finish.html", context, status=409 if failure else 200)
