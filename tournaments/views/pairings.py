"""Who plays whom in a round, by table or by name, and its live fragment."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.formats.settings import SwissSettings
from tournaments.models import Event, Stage
from tournaments.selectors.pages.loading import load_entries
from tournaments.selectors.pages.pairings import PairingsPage, load_pairings
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.tables import table_stages
from tournaments.selectors.visibility import may_see_results, require_draw
from tournaments.views.common import Link, event_tabs, get_drawn, small_number
from tournaments.views.live import live_fragment, poll_seconds, remembered, viewer_tag
from tournaments.views.standings import choose_stage, stage_links, viewer_entry

BY_NAME = "name"


def page_of(request: HttpRequest, event: Event, stage: Stage, number: int) -> PairingsPage:
    """A round of a stage as the viewer may see it, the current one for 0."""
    settings = stage_settings(stage, event)
    planned = settings.rounds if isinstance(settings, SwissSettings) else 0
    results = may_see_results(request.user, event)
    return load_pairings(event, stage, load_entries(event), number, planned, results=results)


@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """A published round. `?stage=&round=` say which, `?by=name` sorts a Swiss one by names instead of tables."""
    event = get_drawn(request, slug)
    stages = table_stages(event)
    stage = choose_stage(stages, small_number(request.GET.get("stage", "")))
    tabs = event_tabs(request, event, "pairings")
    if stage is None:
        return render(request, "tournaments/standings_empty.html", {"event": event, "tabs": tabs})
    page = page_of(request, event, stage, small_number(request.GET.get("round", "")))
    by_name = page.is_swiss and request.GET.get("by") == BY_NAME
    mine = viewer_entry(request, load_entries(event))
    chosen = f"stage={stage.number}&" if len(stages) > 1 else ""
    by = "&by=name" if by_name else ""
    live = f"?stage={stage.number}&round={page.number}{by}"
    context = {
        "event": event,
        "tabs": tabs,
        "page": page,
        "stages": stage_links(stages, stage, lambda other: f"?stage={other.number}"),
        "rounds": [Link(str(n), f"?{chosen}round={n}{by}", n == page.number) for n in page.rounds],
        "views": [
            Link(_("By table"), f"?{chosen}round={page.number}", not by_name),
            Link(_("By name"), f"?{chosen}round={page.number}&by=name", by_name),
        ]
        if page.is_swiss
        else [],
        "mine": mine,
        "own": page.mine(mine.id) if mine is not None else None,
        "list": mark_safe(_list(request, page, by_name=by_name)),  # noqa: S308 - drawn by our own template
        "etag": viewer_tag(request, event),
        "every": poll_seconds(event),
        "live_url": reverse("events:pairings-live", args=[slug]) + live,
    }
    return render(request, "tournaments/pairings.html", context)


def _list(request: HttpRequest, page: PairingsPage, *, by_name: bool) -> str:
    """The part that is the same for everybody, drawn once for a version of the event."""

    def draw() -> bytes:
        return render(
            request, "tournaments/parts/pairings_live.html", {"event": page.event, "page": page, "by_name": by_name}
        ).content

    name = f"pairings-{page.stage.number}-{page.number}-{by_name}"
    return remembered(f"{name}:{viewer_tag(request, page.event)}", draw).decode()


@require_safe
def pairings_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The matches of a round, without anything about the viewer."""
    sent = request.GET
    number, by_name = small_number(sent.get("round", "")), sent.get("by") == BY_NAME
    wanted = small_number(sent.get("stage", ""))

    def context(event: Event) -> dict[str, object] | None:
        stage = choose_stage(table_stages(event), wanted)
        if stage is None:
            return None
        return {"event": event, "page": page_of(request, event, stage, number), "by_name": by_name}

    name = f"pairings-{wanted}-{number}-{by_name}"
    return live_fragment(request, slug, name, "tournaments/parts/pairings_live.html", context, require=require_draw)
