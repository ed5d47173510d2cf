"""What people are told of casual games and of their application for the title of Lobby Master."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words

Data = Mapping[str, Any]


def _offered(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{name} offers a casual game").format(name=data["name"])
    lines = [
        _("{left} {left_points} : {right_points} {right}, played on {day}.").format(**data),
        _("It counts when you confirm it. Say so on its page, or what is wrong."),
    ]
    return Words(subject, lines, _("To the game"))


def _confirmed(data: Data, zone: ZoneInfo) -> Words:
    subject = _("Your casual game counts")
    return Words(
        subject, [_("{left} {left_points} : {right_points} {right}, played on {day}.").format(**data)], _("To the game")
    )


def _refused(data: Data, zone: ZoneInfo) -> Words:
    subject = _("Your casual game was not confirmed")
    lines = [_("{left} {left_points} : {right_points} {right}, played on {day}.").format(**data)]
    return Words(subject, [*lines, *_reason(data)], _("To the game"))


def _void(data: Data, zone: ZoneInfo) -> Words:
    subject = _("A casual game of yours was declared void")
    lines = [_("{left} {left_points} : {right_points} {right}, played on {day}.").format(**data)]
    return Words(subject, [*lines, *_reason(data)], _("To the game"))


def _master(data: Data, zone: ZoneInfo) -> Words:
    return Words(_("You are a Lobby Master"), [_("Your application was approved.")], _("Masters"))


def _no_master(data: Data, zone: ZoneInfo) -> Words:
    return Words(_("Your application as a Lobby Master was refused"), _reason(data), _("Your application"))


def _reason(data: Data) -> list[str]:
    return [_("Reason: {reason}").format(reason=data["reason"])] if data.get("reason") else []


KINDS: Final = (
    Kind("casual.offered", Group.PROFILE, _offered),
    Kind("casual.confirmed", Group.PROFILE, _confirmed),
    Kind("casual.refused", Group.PROFILE, _refused),
    Kind("casual.void", Group.PROFILE, _void),
    Kind("master.approved", Group.PROFILE, _master),
    Kind("master.refused", Group.PROFILE, _no_master),
)
