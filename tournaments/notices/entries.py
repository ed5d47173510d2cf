"""Entries: entered, waiting, promoted, out, placed."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words

Data = Mapping[str, Any]


def _with_reason(line: str, data: Data) -> list[str]:
    reason = data.get("reason")
    return [line, *([_("Reason: {reason}").format(reason=reason)] if reason else [])]


def _added(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: you are entered").format(event=data["event"])
    line = _("An organiser entered {name}. If that is a mistake, withdraw on the page of the event.")
    return Words(subject, [line.format(name=data["name"])], _("To the event"))


def _waits(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: you are on the waiting list").format(event=data["event"])
    line = _("{name} waits for a place. You are told when one becomes yours.")
    return Words(subject, [line.format(name=data["name"])], _("To the event"))


def _promoted(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: you have a place").format(event=data["event"])
    lines = [
        _("{name} takes part: a place became free, and the waiting is over.").format(name=data["name"]),
        _("If you cannot play, withdraw on the page of the event, so that the next one has the place."),
    ]
    return Words(subject, lines, _("To the event"))


def _withdrawn(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: you no longer take part").format(event=data["event"])
    line = _("{name} was withdrawn from the event.").format(name=data["name"])
    return Words(subject, _with_reason(line, data), _("To the event"))


def _disqualified(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: disqualified").format(event=data["event"])
    line = _("{name} was disqualified.").format(name=data["name"])
    return Words(subject, _with_reason(line, data), _("To the event"))


def _removed(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: your entry was taken back").format(event=data["event"])
    line = _("An organiser removed the entry of {name}.").format(name=data["name"])
    return Words(subject, [line], _("To the event"))


def _returned(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: you take part again").format(event=data["event"])
    line = _("{name} takes part again.").format(name=data["name"])
    return Words(subject, _with_reason(line, data), _("To the event"))


def _placed(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event} is over: place {place}").format(event=data["event"], place=data["place"])
    line = _("{name} came to place {place} of {count}.").format(
        name=data["name"], place=data["place"], count=data["count"]
    )
    return Words(subject, [line], _("To the event"))


KINDS: Final[tuple[Kind, ...]] = (
    Kind("entry.added", Group.EVENTS, _added),
    Kind("entry.waits", Group.EVENTS, _waits),
    Kind("entry.promoted", Group.DECISIONS, _promoted),
    Kind("entry.withdrawn", Group.DECISIONS, _withdrawn),
    Kind("entry.disqualified", Group.DECISIONS, _disqualified),
    Kind("entry.removed", Group.DECISIONS, _removed),
    Kind("entry.returned", Group.EVENTS, _returned),
    Kind("event.placed", Group.RESULTS, _placed),
)
