"""What an event makes of ratings: while it runs, and once it is closed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.selectors import own_player
from ratings.views.calculation import steps
from tournaments.selectors.rated_games import event_ratings
from tournaments.views.common import event_tabs, get_played


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Each player's change, provisional or final; `?player=` shows one of them step by step."""
    event = get_played(request, slug)
    found = event_ratings(event)
    chosen = next((row for row in found.rows if row.player.slug == request.GET.get("player")), None)
    me = own_player(request.user)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "ratings"),
        "ratings": found,
        "chosen": chosen,
        "steps": () if chosen is None else steps(chosen, found.weight),
        "me": None if me is None else me.pk,
    }
    return render(request, "tournaments/ratings.html", context)
