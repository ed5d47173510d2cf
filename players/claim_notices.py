"""What people are told of profiles they asked for."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words


def _approved(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("The profile of {name} is yours").format(name=data["name"])
    return Words(subject, [_("Its events and results belong to your account now.")], _("To the profile"))


def _refused(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("The profile of {name} was not given to you").format(name=data["name"])
    lines = [_("Reason: {reason}").format(reason=data["reason"])] if data.get("reason") else []
    lines.append(_("You can ask again and say more, for example where and when you played."))
    return Words(subject, lines, _("To the profile"))


KINDS: Final = (Kind("claim.approved", Group.PROFILE, _approved), Kind("claim.refused", Group.PROFILE, _refused))
