"""What players are told who are asked to enter as a pair, or who asked."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words


def _proposed(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("{event}: {name} wants to play with you").format(event=data["event"], name=data["name"])
    lines = [_("You are entered as a pair once you agree. Until entries close you can agree or refuse.")]
    return Words(subject, lines, _("Look and answer"))


def _accepted(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("{event}: {name} plays with you").format(event=data["event"], name=data["name"])
    return Words(subject, [_("You are entered as a pair, or wait for a place together.")], _("To the event"))


def _refused(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    subject = _("{event}: {name} does not play with you").format(event=data["event"], name=data["name"])
    return Words(subject, [_("You may ask somebody else until entries close.")], _("To the event"))


KINDS: Final[tuple[Kind, ...]] = (
    Kind("pair.proposed", Group.EVENTS, _proposed),
    Kind("pair.accepted", Group.EVENTS, _accepted),
    Kind("pair.refused", Group.EVENTS, _refused),
)
