"""The published record of a draw: lot, bands, lines, changes, so that anybody can draw it again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors.pages.draw import draw_records
from tournaments.selectors.visibility import may_see_results
from tournaments.services.draws import is_repeated
from tournaments.views.common import Link, event_crumbs, event_tabs, get_drawn


@require_safe
def draw_record(request: HttpRequest, slug: str) -> HttpResponse:
    """The draws that stand, stage by stage; the site makes each again while one looks."""
    event = get_drawn(request, slug)
    # who was seeded into a later stage follows from results
    last = None if may_see_results(request.user, event) else 1
    records = draw_records(event, again=is_repeated, last_stage=last)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "draw"),
        "records": records,
        "has_lot": any(record.view.lot is not None for record in records),
        "crumbs": event_crumbs(event, Link(_("Draw"))),
    }
    return render(request, "tournaments/draw_record.html", context)
