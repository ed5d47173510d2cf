"""Teams for everybody: the list, a team over the years, and one in its event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.selectors.lineages import find_lineage, find_team, lineages
from tournaments.selectors.pages.lineages import load_lineage, load_team
from tournaments.selectors.visibility import may_see_results
from tournaments.views.common import event_tabs, get_event


@require_safe
def team_index(request: HttpRequest) -> HttpResponse:
    """All teams that were ever entered, by name."""
    return render(request, "teams/list.html", {"teams": lineages()})


@require_safe
def lineage(request: HttpRequest, slug: str) -> HttpResponse:
    """A team over the years, the latest event first and by pages."""
    found = find_lineage(slug)
    if found.slug != slug:
        return redirect("teams:lineage", found.slug, permanent=True)
    return render(request, "teams/lineage.html", {"found": load_lineage(found, request.GET.get("page"))})


@require_safe
def team(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """A team in an event: its players in their order, who leads it, its matches with their boards."""
    held = get_event(request, event)
    entry, lineage = find_team(held, slug)
    if lineage.slug != slug:
        return redirect("teams:team", lineage.slug, event, permanent=True)
    context = {
        "event": held,
        "entry": entry,
        "lineage": lineage,
        "found": load_team(entry, results=may_see_results(request.user, held)),
        "tabs": event_tabs(request, held, "entrants"),
    }
    return render(request, "teams/team.html", context)
