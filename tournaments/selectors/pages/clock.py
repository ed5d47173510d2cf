"""The clock of a round in words and instants, as pages, the hall screen and programs show it."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Event, RoundClock
from tournaments.selectors.hall import clock_of


@dataclass(frozen=True, slots=True)
class ClockView:
    """`text` is complete without a script: "Round 3 ends 15:40", in the event's zone, named for readers in others.

    `state` is "running", "paused" or "over"; `seconds` are those left at `now`.
    """

    state: str
    round: int
    text: str
    ends_at: datetime | None
    seconds: int
    now: datetime
    version: int


def load_clock(event: Event, now: datetime) -> ClockView | None:
    """The clock of an event, None where none is set; one query where the event was read without it."""
    read = Event.clock.is_cached(event)
    clock: RoundClock | None = getattr(event, "clock", None) if read else clock_of(event)
    return None if clock is None else clock_view(event, clock, now)


def clock_view(event: Event, clock: RoundClock, now: datetime) -> ClockView:
    """A clock at hand at an instant."""
    seconds = ceil(clock.left(now).total_seconds())
    state = ("running" if seconds else "over") if clock.is_running else "paused"
    return ClockView(
        state, clock.round, _text(event, clock, state, seconds), clock.ends_at, seconds, now, clock.version
    )


def _text(event: Event, clock: RoundClock, state: str, seconds: int) -> str:
    if clock.ends_at is None:
        left = f"{seconds // 60}:{seconds % 60:02}"
        if clock.round:
            return _("The clock of round {n} stands with {left} left").format(n=clock.round, left=left)
        return _("The clock stands with {left} left").format(left=left)
    there = clock.ends_at.astimezone(event.zone)
    time = there.strftime("%H:%M")
    if there.utcoffset() != clock.ends_at.astimezone(timezone.get_current_timezone()).utcoffset():
        time = f"{time} ({event.time_zone})"
    if state == "over":
        text = _("Time of round {n} is up since {time}") if clock.round else _("Time is up since {time}")
    else:
        text = _("Round {n} ends {time}") if clock.round else _("Ends {time}")
    return text.format(n=clock.round, time=time)
