"""Players: the list with a search, and one person's page."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from players.selectors import find_player, own_player, search_players
from ratings.selectors.ladder_lists import ladder_places
from ratings.selectors.titles import title_history
from tournaments.selectors.career import career_of
from tournaments.selectors.pages.career import career_page, chosen, summary_of
from tournaments.selectors.pages.people import load_profile, with_event_counts
from tournaments.views.following import followed_slugs

A_PAGE = 50


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """Everybody with a profile, by name; `?q=` searches with or without accents."""
    query = request.GET.get("q", "").strip()
    page = Paginator(with_event_counts(search_players(query)), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "players/list.html", {"page": page, "query": query})


@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    """One person: events now, career, results, opponents. A former address leads to the present one."""
    found = find_player(slug)
    if found.slug != slug:
        return redirect("players:detail", found.slug, permanent=True)
    me = own_player(request.user)
    context = {
        "player": found,
        "me": me,
        "profile": load_profile(found),
        "history": title_history(found.pk),
        "ladders": ladder_places(found.pk),
        "is_me": found == me,
        "is_followed": found.slug in followed_slugs(request),
    }
    return render(request, "players/detail.html", context)


@require_safe
def career(request: HttpRequest, slug: str) -> HttpResponse:
    """All events of a person by pages; `?year=` and `?kind=` narrow them."""
    found = find_player(slug)
    if found.slug != slug:
        return redirect("players:career", found.slug, permanent=True)
    lines = career_of(found)
    year, kind = request.GET.get("year", ""), request.GET.get("kind", "")
    narrowed = chosen(lines, year=year, kind=kind)
    page, rows = career_page(found, narrowed, request.GET.get("page"))
    context = {
        "player": found,
        "summary": summary_of(lines),
        "shown": summary_of(narrowed),
        "page": page,
        "rows": rows,
        "year": year,
        "kind": kind,
    }
    return render(request, "players/career.html", context)
