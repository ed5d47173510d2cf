"""Announcements of organisers: in the reader's language if they wrote in it, else in the event's first."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words


def _announcement(data: Mapping[str, Any], zone: ZoneInfo) -> Words:
    texts = {code: (subject, text) for code, subject, text in data["texts"]}
    subject, text = texts.get(get_language() or "") or next(iter(texts.values()))
    return Words(f"{data['event']}: {subject}", [text], _("To the event"))


KINDS: Final[tuple[Kind, ...]] = (Kind("announcement", Group.ANNOUNCEMENTS, _announcement),)
