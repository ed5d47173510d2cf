"""Search over players and events, and straight to a match: "M67" of a running event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from players.selectors import search_players
from tournaments.selectors.pages.events import event_rows, find_events, public_events
from tournaments.selectors.pages.people import with_event_counts
from tournaments.selectors.pages.search import find_matches

MOST = 20


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Players and events whose names have every word of `?q=`, and matches of that number in running events."""
    query = request.GET.get("q", "").strip()[:100]
    players = with_event_counts(search_players(query))[:MOST] if query else ()
    events = event_rows(find_events(public_events(timezone.now()), query)[:MOST]) if query else ()
    context = {"query": query, "players": players, "events": events, "matches": find_matches(query)}
    return render(request, "tournaments/search.html", context)
