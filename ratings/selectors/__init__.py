"""Reading ratings."""

from ratings.selectors.events import (
    current_standings,
    event_changes,
    provisional_changes,
    rated_event,
    sent_closing_date,
)
from ratings.selectors.standings import Held, Position, standings_before, standings_on

__all__ = [
    "Held",
    "Position",
    "current_standings",
    "event_changes",
    "provisional_changes",
    "rated_event",
    "sent_closing_date",
    "standings_before",
    "standings_on",
]
