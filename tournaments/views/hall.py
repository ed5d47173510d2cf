"""The clock of a round, asked for by open pages."""

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import EventState
from tournaments.selectors.pages.clock import load_clock
from tournaments.views.common import get_event


@never_cache
@require_safe
def clock(request: HttpRequest, slug: str) -> JsonResponse:
    """The clock and the time of the server, by which a device with a wrong clock counts."""
    event = get_event(request, slug)
    now = timezone.now()
    found = load_clock(event, now) if event.state == EventState.RUNNING else None
    if found is None:
        return JsonResponse({"state": "", "now": now.isoformat(), "ends_at": None, "seconds": 0, "text": ""})
    return JsonResponse(
        {
            "state": found.state,
            "now": now.isoformat(),
            "ends_at": None if found.ends_at is None else found.ends_at.isoformat(),
            "seconds": found.seconds,
            "text": found.text,
        }
    )
