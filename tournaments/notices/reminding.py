"""Reminders that an organiser sends to both sides of a match."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words, time_in


def _reminder(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    """An organiser reminds both: of which match, until when, and in a sentence of their own what for."""
    pair = " – ".join(data["names"])
    subject = _("{event}: your match M{match} is still to be played").format(event=data["event"], match=data["match"])
    lines = [_("{pair}: the organiser reminds both of you of this match.").format(pair=pair)]
    if data.get("deadline"):
        lines.append(_("It is to be played by {time}.").format(time=time_in(zone, data["deadline"])))
    if data.get("note"):
        lines.append(_("The organiser writes: {text}").format(text=data["note"]))
    return Words(subject, lines, _("To the match"))


KINDS: Final[tuple[Kind, ...]] = (Kind("match.reminder", Group.ARRANGING, _reminder),)
