"""The list, a player's rating, an event."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_countries import countries

from players.selectors import find_player, own_player
from ratings.maths.parameters import CURRENT
from ratings.models import RatedEvent, Title
from ratings.selectors import (
    ListRow,
    event_reworks,
    event_rows,
    first_list,
    is_established,
    is_listed,
    list_reworks,
    player_history,
    player_reworks,
    rank_on,
    rating_list,
    revisions,
    standings_on,
)
from ratings.selectors.historic import days_of_historic_lists, historic_list, player_historic
from ratings.selectors.lists import months_of_lists
from ratings.services.access import is_staff
from ratings.views.calculation import steps
from ratings.views.chart import chart, years_before
from ratings.views.list_filter import ACTIVE_MONTHS, ListFilter

A_PAGE = 100
SPANS = {"1": 1, "5": 5, "all": 0}


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The rating list of today or of `?date=`, narrowed by `ListFilter`; `?around=me` leads to one's page of it."""
    today = timezone.now().date()
    wanted = ListFilter.of(request.GET, today)
    everybody = rating_list(wanted.on)
    rows = wanted.of_rows(everybody.rows)
    mine = _mine(request, rows)
    number: int | str | None = request.GET.get("page")
    if request.GET.get("around") == "me" and mine is not None:
        number = rows.index(mine) // A_PAGE + 1
    published = historic_list(wanted.on)
    months = [day for day in months_of_lists(first_list(), today) if day < today]
    codes = sorted(
        {row.player.country.code for row in everybody.rows if row.player.country}
        | {row.country.code for row in published if row.country}
    )
    context = {
        "wanted": wanted,
        "before": everybody.before,
        "page": Paginator(rows, A_PAGE).get_page(number),
        "reworks": list_reworks(wanted.on, everybody.before),
        "mine": mine,
        "months": months,
        "published": wanted.of_published(published),
        "published_days": [day for day in days_of_historic_lists(today) if day not in months],
        "may_import": is_staff(request.user),
        "titles": Title.choices,
        "active_months": ACTIVE_MONTHS,
        "countries": sorted(((code, str(countries.name(code))) for code in codes), key=lambda pair: pair[1]),
        "parameters": CURRENT.elo,
    }
    return render(request, "ratings/list.html", context)


@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's rating over time: a chart and the table behind it."""
    found = find_player(slug)
    if found.slug != slug:
        return redirect("ratings:player", found.slug, permanent=True)
    today = timezone.now().date()
    held = standings_on(today, [found.pk]).get(found.pk)
    lines, published = player_history(found.pk), player_historic(found.pk)
    span = request.GET.get("span", "all")
    years = SPANS.get(span, 0)
    context = {
        "player": found,
        "held": held,
        "rank": rank_on(today, found.pk),
        "is_listed": held is not None and is_listed(held, today),
        "is_established": held is not None and is_established(held.standing.games),
        "lines": tuple(reversed(lines)),
        "reworks": player_reworks(found.pk),
        "published": tuple(reversed(published)),
        "chart": chart(lines, published, since=years_before(today, years) if years else None, until=today),
        "spans": [(key, _span(n), key == span or (span not in SPANS and not n)) for key, n in SPANS.items()],
        "parameters": CURRENT.elo,
    }
    return render(request, "ratings/player.html", context)


@require_safe
def event(request: HttpRequest, number: int) -> HttpResponse:
    """What an event made of all ratings; `?player=` shows one of them step by step."""
    found = RatedEvent.objects.filter(number=number).first()
    if found is None:
        raise Http404
    rows = event_rows(found)
    chosen = next((row for row in rows if row.player.slug == request.GET.get("player")), None)
    context = {
        "event": found,
        "rows": rows,
        "chosen": chosen,
        "reworks": event_reworks(found),
        "steps": () if chosen is None else steps(chosen, found.weight),
        "revisions": () if chosen is None else revisions(found, chosen.player.pk),
    }
    return render(request, "ratings/event.html", context)


def _mine(request: HttpRequest, rows: list[ListRow]) -> ListRow | None:
    me = own_player(request.user)
    return next((row for row in rows if row.player == me), None)


def _span(years: int) -> str:
    if not years:
        return _("all years")
    return _("one year") if years == 1 else _("five years")
