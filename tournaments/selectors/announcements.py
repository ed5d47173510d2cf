"""Announcements: the notice-board of an event, what was sent, and for which rounds one can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from tournaments.models import Announcement, Event, Match, MatchState, Slot
from tournaments.selectors.pages.round_names import round_name

ON_BOARD = 10


@dataclass(frozen=True, slots=True)
class Posted:
    """An announcement on the event's page, in the reader's language."""

    at: datetime
    subject: str
    text: str
    language: str


def notice_board(event: Event, *, language: str = "") -> list[Posted]:
    """What organisers put on the event's page, newest first; one query."""
    wanted = language or get_language() or ""
    rows = Announcement.objects.filter(event=event, on_page=True).order_by("-at", "-pk")[:ON_BOARD]
    return [_posted(row, wanted) for row in rows]


def _posted(row: Announcement, language: str) -> Posted:
    subject, text = row.text_in(language)
    codes = [code for code, _subject, _text in row.texts]
    return Posted(row.at, subject, text, language if language in codes else codes[0])


def sent_announcements(event: Event) -> list[Announcement]:
    """All that were sent, newest first; for organisers."""
    return list(Announcement.objects.filter(event=event).select_related("user").order_by("-at", "-pk"))


def open_rounds(event: Event) -> list[tuple[str, str]]:
    """Rounds with an open match: key and name, in the order of the event."""
    rows = Match.objects.filter(event=event, state=MatchState.OPEN).select_related("stage")
    found: dict[str, str] = {}
    for match in rows.order_by("stage__number", "round", "number"):
        name = round_name(match.stage, match.bracket, match.round)
        found.setdefault(round_key(match), name.title)
    return list(found.items())


def round_key(match: Match) -> str:
    """Stage, part and round, such as "1-main-2"."""
    return f"{match.stage.number}-{match.bracket}-{match.round}"


def entries_in_round(event: Event, key: str) -> Sequence[int] | None:
    """The entries with an open match in that round; None if there is no such round. One query."""
    stage, _dash, rest = key.partition("-")
    bracket, _dash, number = rest.rpartition("-")
    if not (stage.isdecimal() and number.isdecimal() and len(stage) < 4 and len(number) < 5):
        return None
    slots = Slot.objects.filter(
        match__event=event, match__stage__number=int(stage), match__bracket=bracket, match__round=int(number),
        match__state=MatchState.OPEN, match__team_match=None, occupant__isnull=False,
    )  # fmt: skip
    return sorted(set(slots.values_list("occupant_id", flat=True))) or None
