"""The log of an event: who did what when, why, and what stood before."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.actors import Actor
from tantrix_site.sheets import CSV_TYPE, csv_of
from tournaments.models import Event
from tournaments.selectors.pages.log import event_log, log_lines
from tournaments.selectors.pages.log_filter import GROUPS, LogFilter, narrowed
from tournaments.selectors.pages.log_sheet import COLUMNS, log_rows
from tournaments.views.organise.common import for_arbiters, organise_tabs

A_PAGE: Final = 50
MOST_ROWS: Final = 20_000


@never_cache
@require_safe
@for_arbiters
def log(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The latest first; `?who=&group=&match=&entry=&since=&until=&reason=` narrow it."""
    wanted = LogFilter.read(request.GET.dict())
    page = Paginator(narrowed(event_log(event), event, wanted), A_PAGE).get_page(request.GET.get("page"))
    with timezone.override(event.zone):
        # the instants within sentences and changes are those of the event, as the rows are
        lines = log_lines(page.object_list)
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "log"),
        "page": page,
        "lines": lines,
        "wanted": wanted,
        "groups": [(key, title) for key, (title, _starts) in GROUPS.items()],
        "query": request.GET.urlencode(),
    }
    return render(request, "tournaments/organise/log.html", context)


@never_cache
@require_safe
@for_arbiters
def log_csv(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """What the page shows, all of it, as a list that no spreadsheet takes for formulas."""
    rows = narrowed(event_log(event), event, LogFilter.read(request.GET.dict()))[:MOST_ROWS]
    content = csv_of(COLUMNS, log_rows(rows)).encode("utf-8-sig")
    answer = HttpResponse(content, content_type=f"{CSV_TYPE}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-log.csv"'
    return answer
