"""Finding a match by its number."""

import re

from django.db.models import QuerySet

from tournaments.models import EventState, Match

_NUMBER = re.compile(r"^\s*[mM]?\s*(\d{1,4})\s*$")
MOST = 10


def find_matches(text: str) -> QuerySet[Match]:
    """Matches with the number of "M67" or "67" in running events."""
    found = _NUMBER.match(text)
    if found is None:
        return Match.objects.none()
    return (
        Match.objects.filter(
            number=int(found[1]), event__state=EventState.RUNNING, event__listed=True, event__draw_released=True
        )
        .exclude(state__in=("bye", "not_needed"))
        .select_related("event")
        .order_by("event__name")[:MOST]
    )
