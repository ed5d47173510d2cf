"""Calendar files (RFC 5545): meetings and deadlines as values in, bytes out."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from icalendar import Calendar, Event, vText

PRODUCT: Final = "-//Tantrix tournaments//Calendar//EN"
REFRESH: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Appointment:
    """One thing in a calendar. Instants have a zone; they are written in UTC, so that no table of zones can be wrong.

    `uid` is the same for as long as it is the same thing, and `sequence` goes up with each change of it. A deadline has
    no length: it `ends` when it `starts`.
    """

    uid: str
    sequence: int
    starts: datetime
    ends: datetime
    title: str
    text: str
    url: str
    changed: datetime
    is_cancelled: bool = False


def calendar_file(name: str, appointments: Iterable[Appointment]) -> bytes:
    """The file: UTF-8, lines folded at 75 octets, texts escaped."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # no names of texts to the library: said to be texts, they are escaped as such
    calendar.add("name", vText(name))
    calendar.add("x-wr-calname", vText(name))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for row in appointments:
        event = Event()
        event.add("uid", row.uid)
        event.add("sequence", row.sequence)
        event.add("dtstamp", row.changed.astimezone(UTC))
        event.add("last-modified", row.changed.astimezone(UTC))
        event.add("dtstart", row.starts.astimezone(UTC))
        event.add("dtend", row.ends.astimezone(UTC))
        event.add("summary", row.title)
        if row.text:
            event.add("description", row.text)
        event.add("url", row.url)
        event.add("status", "CANCELLED" if row.is_cancelled else "CONFIRMED")
        if row.starts == row.ends:
            event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
