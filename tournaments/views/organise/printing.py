"""The print centre: every document of the event, with its round, paper and language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.actors import Actor
from tournaments.models import Event
from tournaments.selectors.pages.print_centre import load_prints
from tournaments.views.organise.common import for_arbiters, organise_tabs


@never_cache
@require_safe
@for_arbiters
def printing(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """A form for each stage; its buttons lead to the documents."""
    context = {
        "event": event,
        "tabs": organise_tabs(request, event, "print"),
        "stages": load_prints(event),
        "papers": (("a4", "A4"), ("us-letter", "Letter")),
        "posters": (("a3", "A3"), ("a2", "A2"), ("a1", "A1"), ("a0", "A0")),
        "languages": settings.LANGUAGES,
        "language": get_language(),
    }
    return render(request, "tournaments/organise/print.html", context)
