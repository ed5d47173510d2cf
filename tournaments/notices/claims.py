"""Requests for profiles, told to those who know the person."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words


def _asked(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("Somebody asks for the profile of {name}").format(name=data["name"])
    line = _("The account {user} says that it is {name}. You know the profile: say whether that is so.")
    return Words(subject, [line.format(user=data["user"], name=data["name"])], _("To the requests"))


KINDS: Final[tuple[Kind, ...]] = (Kind("claim.asked", Group.DUTIES, _asked),)
