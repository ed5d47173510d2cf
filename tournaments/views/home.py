"""The first page: the viewer's next match, what is running, what comes, what just finished."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from players.selectors import own_player
from tournaments.models import EventState
from tournaments.selectors.pages import events as pages
from tournaments.selectors.pages.captain import orders_for
from tournaments.selectors.pages.matches import last_results
from tournaments.selectors.pages.mine import matches_of_user

RUNNING, COMING, PAST, RESULTS = 8, 6, 4, 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For everybody running and coming events and the last results; for a player first the next match."""
    events = pages.public_events(timezone.now())
    running = events.filter(state=EventState.RUNNING).order_by("ends_on", "name")[:RUNNING]
    coming = events.filter(state=EventState.PUBLISHED).order_by("starts_on", "name")[:COMING]
    past = events.filter(state=EventState.FINISHED).order_by("-finished_at")[:PAST]
    rows = pages.event_rows([*running, *coming, *past])
    mine = matches_of_user(request.user)
    context = {
        "running": [row for row in rows if row.event.state == EventState.RUNNING],
        "coming": [row for row in rows if row.event.state == EventState.PUBLISHED],
        "past": [row for row in rows if row.event.state == EventState.FINISHED],
        "results": last_results(events.filter(draw_released=True, results_released=True), limit=RESULTS),
        "next": mine[0] if mine else None,
        "more": max(0, len(mine) - 1),
        "order": next((order for order in orders_for(own_player(request.user)) if not order.is_fixed), None),
    }
    return render(request, "home.html", context)
