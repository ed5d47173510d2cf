"""Which acts of an event's log are wanted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from players.models import ActionLog
from players.names import latin_key
from tournaments.models import Entry, Event, Match
from tournaments.selectors.pages.words import Text

GROUPS: Final[dict[str, tuple[Text, tuple[str, ...]]]] = {
    "results": (gettext_lazy("Results"), ("report.", "game.", "match.", "time.", "sitting.", "table.", "typed.")),
    "arranging": (gettext_lazy("Times and deadlines"), ("offer.", "deadline.", "meeting.", "ready.", "room.", "lot.",
                  "match.deadline.", "match.reminded", "event.deadline.", "event.line_ups.")),
    "entries": (gettext_lazy("Entries"), ("entry.", "event.invit", "event.entries.", "event.entry_rules", "pair.")),
    "teams": (gettext_lazy("Teams"), ("team.", "event.overall_captain.", "event.line_ups.")),
    "draw": (gettext_lazy("Seeds, draw and rounds"), ("event.drawn", "event.draw.", "event.seeded", "event.points.",
             "stage.", "round.", "event.stages", "sittings.", "table.ruled")),
    "event": (gettext_lazy("Event and its people"), ("event.", "template.", "prize_list.", "role.", "message.",
              "clock.", "hall.")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What is empty lets all through. Days are those of the event's zone; `entry` is a name or a part of it."""

    who: str = ""
    group: str = ""
    action: str = ""
    match: int = 0
    entry: str = ""
    since: date | None = None
    until: date | None = None
    reason: str = ""

    @classmethod
    def read(cls, values: Mapping[str, str]) -> "LogFilter":
        """From an address; what cannot be read lets all through."""
        texts = {name: values.get(name, "").strip()[:100] for name in ("who", "group", "action", "entry", "reason")}
        number = values.get("match", "").strip().lstrip("Mm")
        return cls(
            **texts,
            match=int(number) if number.isdecimal() and number.isascii() and len(number) < 7 else 0,
            since=_day(values.get("since", "")),
            until=_day(values.get("until", "")),
        )

    @property
    def is_empty(self) -> bool:
        return self == LogFilter()


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def narrowed(rows: QuerySet[ActionLog], event: Event, wanted: LogFilter) -> QuerySet[ActionLog]:
    """The acts that fit; as many queries for any choice, and one more for a name of an entry."""
    if wanted.who:
        rows = rows.filter(Q(player__name__icontains=wanted.who) | Q(user__username__icontains=wanted.who))
    if wanted.group in GROUPS:
        begins = Q()
        for start in GROUPS[wanted.group][1]:
            begins |= Q(action__startswith=start)
        rows = rows.filter(begins)
    if wanted.action:
        rows = rows.filter(action=wanted.action)
    if wanted.match:
        rows = rows.filter(data__match=wanted.match)
    if wanted.entry:
        rows = rows.filter(_about(event, wanted.entry))
    zone = event.zone
    if wanted.since is not None:
        rows = rows.filter(at__gte=datetime.combine(wanted.since, time(), tzinfo=zone))
    if wanted.until is not None:
        rows = rows.filter(at__lt=datetime.combine(wanted.until + timedelta(days=1), time(), tzinfo=zone))
    if wanted.reason:
        rows = rows.filter(reason__icontains=wanted.reason)
    return rows


def _about(event: Event, text: str) -> Q:
    """Acts about the entries of that name: done to them, naming them, or in a match they stand in."""
    words = latin_key(text).split()
    names = Entry.every.filter(event=event).values_list("pk", "name")
    ids = [pk for pk, name in names if words and all(word in latin_key(name) for word in words)]
    matches = Match.every.filter(event=event, slots__occupant__in=ids).values("pk")
    return (
        Q(target_type=Entry._meta.label_lower, target_id__in=ids)
        | Q(target_type=Match._meta.label_lower, target_id__in=matches)
        | Q(data__name__icontains=text)
        | Q(data__team__icontains=text)
    )
