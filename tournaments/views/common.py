"""What many pages share: finding an event, its tabs, crumbs."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tantrix_site.compiled import CompiledObjects
from tournaments.models import Event, EventState, Match, PrizeList, Stage
from tournaments.models.structure import TABLE_KINDS
from tournaments.selectors.visibility import may_see, may_see_draw, may_see_results, require_draw, require_results


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its text; `current` marks the page itself."""

    text: str
    url: str = ""
    current: bool = False


def small_number(text: str) -> int:
    """A number of an address; 0 for what is none."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else 0


@CompiledObjects
def _events_at(slug: str) -> QuerySet[Event]:
    """With what its tabs depend on."""
    deadlines = Match.objects.filter(event=OuterRef("pk"), deadline__isnull=False)
    drawn = Stage.objects.filter(event=OuterRef("pk"), draws__current=True)
    return (
        Event.objects.filter(slug=slug)
        .select_related("clock")
        .annotate(
            has_deadlines=Exists(deadlines),
            has_tables=Exists(drawn.filter(kind__in=TABLE_KINDS)),
            has_tree=Exists(drawn.exclude(kind__in=TABLE_KINDS)),
            has_prizes=Exists(PrizeList.objects.filter(event=OuterRef("pk"))),
        )
    )


def get_event(request: HttpRequest, slug: str) -> Event:
    """The event at this address. Raises Http404 for none, and for a draft of somebody else."""
    event = _events_at.one(slug)
    if event is None or not may_see(request.user, event):
        raise Http404
    return event


def get_drawn(request: HttpRequest, slug: str) -> Event:
    """As `get_event`, for what shows the draw. Raises NotFound `draw_not_released`."""
    event = get_event(request, slug)
    require_draw(request.user, event)
    return event


def get_played(request: HttpRequest, slug: str) -> Event:
    """As `get_event`, for what shows results. Raises NotFound `draw_not_released`, `results_not_released`."""
    event = get_event(request, slug)
    require_results(request.user, event)
    return event


def event_tabs(request: HttpRequest, event: Event, current: str) -> list[Link]:
    """The tabs of an event: only those with something behind them that the viewer may see."""
    names = [
        ("detail", _("Overview")),
        *([("ranking", _("Final ranking"))] if event.state == EventState.FINISHED else []),
        ("entrants", _("Entrants")),
    ]
    drawn, played = may_see_draw(request.user, event), may_see_results(request.user, event)
    if event.has_sittings and drawn:
        names.append(("sittings", _("Tables")))
    if getattr(event, "has_tables", False) and drawn:
        names.append(("pairings", _("Pairings")))
    if getattr(event, "has_tables", False) and played:
        names.append(("standings", _("Standings")))
    if getattr(event, "has_tree", False) and drawn:
        names.append(("bracket", _("Bracket")))
    if getattr(event, "has_deadlines", False) and drawn:
        names.append(("schedule", _("Schedule")))
    if event.last_match_number and drawn:
        names.append(("matches", _("Matches")))
    if event.rated and event.state in (EventState.RUNNING, EventState.FINISHED) and played:
        names.append(("ratings", _("Ratings")))
    if getattr(event, "has_prizes", False) and played:
        names.append(("prizes", _("Prize lists")))
    names.append(("rules", _("Rules")))
    tabs = [Link(text, reverse(f"events:{name}", args=[event.slug]), name == current) for name, text in names]
    if request.user.is_authenticated and request.user.has_perm("tournaments.work_for_event", event):
        tabs.append(Link(_("Organise"), reverse("organise:event", args=[event.slug])))
    return tabs


def event_crumbs(event: Event, *rest: Link) -> list[Link]:
    """Events › the event › …; the last one is the page itself."""
    return [
        Link(_("Events"), reverse("events:list")),
        Link(event.name, reverse("events:detail", args=[event.slug]) if rest else ""),
        *rest,
    ]
