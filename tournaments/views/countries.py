"""Countries: the list, and one with its players, teams, medals and events."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_countries import countries

from tournaments.selectors.countries import (
    count,
    country_list,
    find_country,
    held_in,
    medals_by_country,
    players_of_country,
    series_of_country,
)
from tournaments.selectors.editions import edition_rows, editions_visible_to, sorted_editions
from tournaments.selectors.lineages import lineages
from tournaments.selectors.pages.names import country_code

A_PAGE = 50
SHOWN_MEDALS = 30
SHOWN_EVENTS = 30
SHOWN_EDITIONS = 5


@require_safe
def country_index(request: HttpRequest) -> HttpResponse:
    """All countries with players or medals."""
    return render(request, "countries/list.html", {"rows": country_list(request.user, timezone.now().date())})


@require_safe
def country(request: HttpRequest, code: str) -> HttpResponse:
    """One country; `?page=` turns the list of players. Other codes lead to the one of three letters."""
    found = find_country(code)
    address = country_code(found).lower()
    if code != address:
        return redirect("countries:detail", address, permanent=True)
    series = list(series_of_country(found))
    editions = editions_visible_to(request.user).filter(series__in=series)
    national = edition_rows(sorted_editions(editions))
    medals = medals_by_country(request.user)[found]
    held = held_in(found, SHOWN_EVENTS + 1)
    context = {
        "code": found,
        "name": countries.name(found),
        "page": Paginator(players_of_country(found), A_PAGE).get_page(request.GET.get("page")),
        "teams": lineages(country=found),
        "medals": medals[:SHOWN_MEDALS],
        "more_medals": len(medals) > SHOWN_MEDALS,
        "counts": count(medals),
        "series": [
            (one, [row for row in national if row.edition.series_id == one.pk][:SHOWN_EDITIONS]) for one in series
        ],
        "held": held[:SHOWN_EVENTS],
        "more_held": len(held) > SHOWN_EVENTS,
    }
    return render(request, "countries/detail.html", context)
