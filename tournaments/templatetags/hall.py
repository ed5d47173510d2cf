"""The clock of a round on pages of its event."""

from typing import Any

from django import template
from django.utils import timezone

from tournaments.models import Event, EventState
from tournaments.selectors.pages.clock import load_clock

register = template.Library()


@register.inclusion_tag("tournaments/parts/clock.html")
def round_clock(event: Event, *, waits: bool = False) -> dict[str, Any]:
    """The clock while the event is played; with `waits` a place for one that may be set later."""
    is_running = event.state == EventState.RUNNING
    return {"event": event, "clock": load_clock(event, timezone.now()) if is_running else None,
            "waits": waits and is_running}  # fmt: skip
