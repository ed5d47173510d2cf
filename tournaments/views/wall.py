"""The screen in the hall: slides that follow one another by themselves, with or without script."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.pages.wall import load_slides, wanted_kinds
from tournaments.views.common import get_event, small_number
from tournaments.views.live import live_fragment

USUAL_SECONDS = 20
LEAST_SECONDS = 5
MOST_SECONDS = 600
THEMES = ("light", "dark")


def shown_slide(event: Event, kinds: tuple[str, ...], number: int) -> dict[str, object]:
    """The slide of that number, counted on from the first after the last."""
    slides = load_slides(event, kinds)
    at = (number - 1) % len(slides) if slides and number else 0
    return {
        "event": event,
        "slide": slides[at] if slides else None,
        "number": at + 1,
        "count": len(slides),
        "next": (at + 1) % len(slides) + 1 if slides else 1,
    }


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """A hall screen. `?show=` names what follows one another, `?every=` the seconds, `?theme=` light or dark."""
    event = get_event(request, slug)
    kinds = wanted_kinds(request.GET.get("show", ""))
    every = small_number(request.GET.get("every", "")) or USUAL_SECONDS
    every = max(LEAST_SECONDS, min(MOST_SECONDS, every))
    context = shown_slide(event, kinds, small_number(request.GET.get("slide", "")))
    query: dict[str, str | int] = {"every": every}
    if kinds:
        query = {"show": ",".join(kinds), **query}
    theme = request.GET.get("theme", "")
    if theme in THEMES:
        query["theme"] = theme
        context["theme"] = theme
    context |= {
        "every": every,
        "next_url": "?" + urlencode(query | {"slide": context["next"]}),
        "live_url": reverse("events:wall-live", args=[slug]) + "?" + urlencode({"show": ",".join(kinds)}),
    }
    return render(request, "tournaments/wall.html", context)


@require_safe
def wall_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """One slide; it says which is next."""
    kinds = wanted_kinds(request.GET.get("show", ""))
    number = small_number(request.GET.get("slide", ""))
    name = f"wall-{','.join(kinds)}-{number}"
    return live_fragment(
        request, slug, name, "tournaments/parts/wall_slide.html", lambda event: shown_slide(event, kinds, number)
    )
