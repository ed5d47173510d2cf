"""What the two sides of a match are told while they arrange and play it."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words, time_in

Data = Mapping[str, Any]


def _names(data: Data) -> dict[str, str]:
    return {"event": str(data.get("event", "")), "match": f"M{data.get('match', '')}",
            "name": str(data.get("opponent", "")), "round": str(data.get("round", ""))}  # fmt: skip


def _at(data: Data, zone: ZoneInfo, key: str = "starts_at") -> str:
    return time_in(zone, str(data[key]))


def time_offered(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: {name} offers a time for {match}").format(**_names(data)),
        [_("{name} could play {match} on {at}.").format(**_names(data), at=_at(data, zone)),
         _("Accept it, or offer other times.")],
        _("Look at the times"),
    )  # fmt: skip


def time_agreed(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: {match} is on {at}").format(**_names(data), at=_at(data, zone)),
        [_("{name} accepted your time: you play on {at}.").format(**_names(data), at=_at(data, zone))],
        _("The match"),
    )


def time_declined(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: {name} cannot play {match} at your time").format(**_names(data)),
        [_("{name} declined {at}.").format(**_names(data), at=_at(data, zone)), _("Offer another time.")],
        _("Look at the times"),
    )


def match_message(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: a message about {match}").format(**_names(data)),
        [_("There is a new message about your match {match} ({round}).").format(**_names(data))],
        _("Read it"),
    )


def more_time_asked(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: {name} asks for more time for {match}").format(**_names(data)),
        [_("{name} would like to play {match} until {at}.").format(**_names(data), at=_at(data, zone, "after"))],
        _("Answer"),
    )


def more_time_to_rule(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: both sides of {match} want more time").format(**_names(data)),
        [_("They would like to play until {at}. An organiser has to agree.").format(at=_at(data, zone, "after"))],
        _("Decide"),
    )


def more_time_refused(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: no more time for {match}").format(**_names(data)),
        [_("The deadline stays {at}.").format(at=_at(data, zone, "before"))],
        _("The match"),
    )


def deadline_moved(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: more time for {match}").format(**_names(data)),
        [_("The match is to be played by {at}; before, it was {before}.").format(
            at=_at(data, zone, "after"), before=_at(data, zone, "before"))],
        _("The match"),
    )  # fmt: skip


def reminder(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: play {match} by {at}").format(**_names(data), at=_at(data, zone, "deadline")),
        [_("Your match {match} ({round}) against {name} is to be played by {at}.").format(
            **_names(data), at=_at(data, zone, "deadline")),
         _("If you cannot agree on a time, write to an organiser before the deadline.")],
        _("Arrange the match"),
    )  # fmt: skip


def warning(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: warning of a default in {match}").format(**_names(data)),
        [_("Your match {match} ({round}) against {name} was to be played by {at}.").format(
            **_names(data), at=_at(data, zone, "deadline")),
         _("An arbiter may decide it by default against the side at fault. Play it, or say what stands in the way.")],
        _("The match"),
    )  # fmt: skip


def final_warning(data: Data, zone: ZoneInfo) -> Words:
    return Words(
        _("{event}: final warning of a default in {match}").format(**_names(data)),
        [_("Your match {match} ({round}) against {name} was to be played by {at}.").format(
            **_names(data), at=_at(data, zone, "deadline")),
         _("From now on an arbiter may pronounce a default without further warning.")],
        _("The match"),
    )  # fmt: skip


KINDS: Final = (
    Kind("time_offered", Group.ARRANGING, time_offered),
    Kind("time_agreed", Group.ARRANGING, time_agreed),
    Kind("time_declined", Group.ARRANGING, time_declined),
    Kind("match_message", Group.ARRANGING, match_message),
    Kind("more_time_asked", Group.ARRANGING, more_time_asked),
    Kind("more_time_to_rule", Group.DUTIES, more_time_to_rule),
    Kind("more_time_refused", Group.DECISIONS, more_time_refused),
    Kind("deadline_moved", Group.DECISIONS, deadline_moved),
    Kind("deadline_reminder", Group.ARRANGING, reminder),
    Kind("deadline_final_reminder", Group.ARRANGING, reminder),
    Kind("deadline_warning", Group.DECISIONS, warning),
    Kind("deadline_final_warning", Group.DECISIONS, final_warning),
)
