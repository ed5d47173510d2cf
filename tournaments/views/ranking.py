"""The final ranking of an event for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import EventState
from tournaments.selectors.pages.ranking import load_ranking
from tournaments.selectors.visibility import may_see_results
from tournaments.views.common import event_tabs, get_event


@require_safe
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Every entry with its place, shared ones too, and who won a medal; once the event is finished."""
    event = get_event(request, slug)
    is_final = event.state == EventState.FINISHED and may_see_results(request.user, event)
    context = {
        "event": event, "tabs": event_tabs(request, event, "ranking"), "is_final": is_final,
        "rows": load_ranking(event) if is_final else (), "has_prizes": event.prize_lists.exists(),
    }  # fmt: skip
    return render(request, "tournaments/ranking.html", context)
