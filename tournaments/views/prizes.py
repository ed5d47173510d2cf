"""The prize lists of an event for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.pages.prizes import load_prizes
from tournaments.views.common import event_tabs, get_played


@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Each list with its members in order; those that have no place yet after them."""
    event = get_played(request, slug)
    context = {"event": event, "tabs": event_tabs(request, event, "prizes"), "lists": load_prizes(event)}
    return render(request, "tournaments/prizes.html", context)
