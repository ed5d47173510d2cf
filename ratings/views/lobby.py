"""The tables of casual games: lobby, Master and doubles, of all time or of a month."""

from datetime import date

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_countries import countries

from players.selectors import own_player
from ratings.maths.dates import months_before
from ratings.maths.parameters import CURRENT
from ratings.models import Ladder
from ratings.selectors.ladder_lists import LadderRow, first_month, ladder_table

A_PAGE = 100


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """`?table=` master or doubles, `?month=2026-05`, `?country=`, `?around=me` leads to one's own page of it."""
    wanted = request.GET.get("table", "")
    ladder = Ladder(wanted) if wanted in Ladder.values else Ladder.LOBBY
    months = _months(ladder)
    month = next((day for day in months if f"{day:%Y-%m}" == request.GET.get("month")), None)
    country = request.GET.get("country", "").upper()
    country = country if country in countries.countries else ""
    everybody = ladder_table(ladder, month).rows
    rows = [row for row in everybody if not country or row.player.country.code == country]
    mine = _mine(request, rows)
    number: int | str | None = request.GET.get("page")
    if request.GET.get("around") == "me" and mine is not None:
        number = rows.index(mine) // A_PAGE + 1
    codes = sorted({row.player.country.code for row in everybody if row.player.country})
    context = {
        "ladder": ladder,
        "ladders": Ladder,
        "month": month,
        "months": months,
        "page": Paginator(rows, A_PAGE).get_page(number),
        "mine": mine,
        "country": country,
        "countries": sorted(((code, str(countries.name(code))) for code in codes), key=lambda pair: pair[1]),
        "parameters": CURRENT,
    }
    return render(request, "ratings/lobby.html", context)


def _months(ladder: Ladder) -> list[date]:
    """The first days of all months from the first game on, newest first."""
    first, day = first_month(ladder), timezone.now().date().replace(day=1)
    found = []
    while first is not None and day >= first:
        found.append(day)
        day = months_before(day, 1)
    return found


def _mine(request: HttpRequest, rows: list[LadderRow]) -> LadderRow | None:
    me = own_player(request.user)
    return None if me is None else next((row for row in rows if row.player == me), None)
