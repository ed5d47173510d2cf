"""Two players compared: their games, and what ratings let one expect of them."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from players.selectors import find_player, search_players
from ratings.maths.expectation import Expectation
from ratings.selectors import current_standings
from tournaments.selectors.opponents import met_by, opponents_in
from tournaments.selectors.pages.versus import load_versus

SHOWN_FOUND = 30
A_PAGE = 50


@require_safe
def opponents(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom somebody met, most often first and by pages; `?q=` finds another, and leads there if there is only one."""
    player = find_player(slug)
    if player.slug != slug:
        return redirect("players:opponents", player.slug, permanent=True)
    query = request.GET.get("q", "").strip()
    found = list(search_players(query).exclude(pk=player.pk)[: SHOWN_FOUND + 1]) if query else []
    if len(found) == 1:
        return redirect("players:versus", player.slug, found[0].slug)
    page = Paginator(met_by(player), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "query": query,
        "found": found[:SHOWN_FOUND],
        "more": len(found) > SHOWN_FOUND,
        "page": page,
        "opponents": opponents_in(list(page.object_list)),
    }
    return render(request, "players/opponents.html", context)


@require_safe
def versus(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """All games of two players as the first saw them; `?page=` turns the list of games."""
    player, opponent = find_player(slug), find_player(other)
    if (player.slug, opponent.slug) != (slug, other):
        return redirect("players:versus", player.slug, opponent.slug, permanent=True)
    if player == opponent:
        return redirect("players:opponents", player.slug)
    held = current_standings([player.pk, opponent.pk])
    standings = (held.get(player.pk), held.get(opponent.pk))
    expected = None
    if standings[0] is not None and standings[1] is not None:
        expected = Expectation(standings[0].rating - standings[1].rating, 1)
    context = {
        "player": player,
        "opponent": opponent,
        "standings": standings,
        "expected": expected,
        "versus": load_versus(player, opponent, request.GET.get("page")),
    }
    return render(request, "players/versus.html", context)
