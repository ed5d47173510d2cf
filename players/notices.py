"""The kinds of notices, and the groups in which a person chooses them. The words belong to the app that sends them.

Each app registers its kinds when it is ready. A kind whose app is gone has no words; its notices are dropped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy


class Group(models.TextChoices):
    """What a person chooses for together; `DECISIONS` cannot be refused."""

    DECISIONS = "decisions", _("Decisions that concern you")
    REPORTS = "reports", _("Results you have to answer")
    ARRANGING = "arranging", _("Times offered and reminders")
    RESULTS = "results", _("Your results and places")
    EVENTS = "events", _("Entries, pairings and line-ups")
    ANNOUNCEMENTS = "announcements", _("Announcements of organisers")
    PROFILE = "profile", _("Your profile, casual games and titles")
    DUTIES = "duties", _("What waits for you as an organiser or arbiter")


class Choice(models.TextChoices):
    """When notices of a group are sent."""

    ONCE = "once", pgettext_lazy("of mails", "at once")
    DAILY = "daily", pgettext_lazy("of mails", "once a day")
    NEVER = "never", pgettext_lazy("of mails", "never")


ALWAYS: Final = frozenset({Group.DECISIONS})
"""Groups that are sent at once, whatever was chosen: missing one could cost a match."""
DEFAULTS: Final[Mapping[Group, Choice]] = dict.fromkeys(Group, Choice.ONCE) | {Group.RESULTS: Choice.DAILY}


@dataclass(frozen=True)
class Words:
    """What a notice says, in the active language: a subject of one line, sentences, and what the link leads to."""

    subject: str
    lines: Sequence[str] = ()
    link: str = ""


@dataclass(frozen=True)
class Kind:
    """One kind of notice. `words` is called in the recipient's language, with what was stored and the zone of times."""

    name: str
    group: Group
    words: Callable[[Mapping[str, Any], ZoneInfo], Words]


_kinds: dict[str, Kind] = {}


def register_kinds(kinds: Iterable[Kind]) -> None:
    """Make kinds known; called when an app is ready."""
    _kinds.update({kind.name: kind for kind in kinds})


def kind_of(name: str) -> Kind | None:
    return _kinds.get(name)


def time_in(zone: ZoneInfo, instant: str) -> str:
    """An instant as stored (ISO, UTC) for a mail: "Sun 6 Dec 2026, 23:59 (Europe/Budapest)"."""
    local = timezone.localtime(datetime.fromisoformat(instant), zone)
    return f"{date_format(local, pgettext('format of date and time', 'D j M Y, H:i'))} ({zone.key})"
