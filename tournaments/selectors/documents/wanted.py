"""What somebody wants printed, and what stands at the head of every page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput, NotFound
from tournaments.documents.values import PAPERS, POSTERS, Head, Layout
from tournaments.models import Event, Stage
from tournaments.selectors.pages.stage_words import stage_title

ORDERS: Final = ("table", "name")
SHEETS_A_PAGE: Final = (1, 2, 4)
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
BIG: Final = 16
"""Points of type that is read from some way off."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A choice among the documents of one kind; 0 and empty texts are what is usual.

    `by` orders pairings, `is_empty` leaves a cross table to be filled in by hand, `is_poster` puts a bracket on one
    page, `is_draft` is for the proposed pairing of a round that is not published. Without `results` it stands as drawn.
    """

    stage: int = 0
    round: int = 0
    by: str = "table"
    paper: str = ""
    language: str = ""
    a_page: int = 2
    is_empty: bool = False
    is_poster: bool = False
    is_draft: bool = False
    results: bool = True


def read_wanted(sent: Mapping[str, str]) -> Wanted:
    """The choice an address makes. Raises InvalidInput `bad_choice`, which names the parameter."""
    return Wanted(
        stage=_number(sent, "stage"),
        round=_number(sent, "round"),
        by=_one_of(sent, "by", ORDERS),
        paper=_one_of(sent, "paper", ("", *PAPERS, *POSTERS)),
        language=_one_of(sent, "lang", ("", *(code for code, _name in settings.LANGUAGES))),
        a_page=int(_one_of(sent, "per_page", ("2", *map(str, SHEETS_A_PAGE)))),
        is_empty=_one_of(sent, "empty", ("", "1")) == "1",
        is_poster=_one_of(sent, "poster", ("", "1")) == "1",
        is_draft=_one_of(sent, "draft", ("", "1")) == "1",
    )


def site_address(asked: str) -> str:
    """The address of the site that is printed: the one it was asked by, but for who sits at the machine itself the one
    it is set to, as a code with "localhost" leads a phone nowhere."""
    known: str = settings.SITE_URL
    here = urlsplit(asked).hostname in LOOPBACK and urlsplit(known).hostname not in LOOPBACK
    return (known if here else asked).rstrip("/")


def _one_of(sent: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    value = sent.get(name) or choices[0]
    if value not in choices:
        raise InvalidInput(
            "bad_choice", _("{name} is one of these: {choices}.").format(
                name=name, choices=", ".join(choice for choice in dict.fromkeys(choices) if choice)
            ), field=name,
        )  # fmt: skip
    return value


def _number(sent: Mapping[str, str], name: str) -> int:
    text = sent.get(name) or "0"
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise InvalidInput("bad_choice", _("{name} is a number.").format(name=name), field=name)
    return int(text)


def pick_stage(stages: Sequence[Stage], number: int, *, none: str) -> Stage:
    """The stage of that number, else the last one that is open, else the first.

    Raises NotFound `no_such_list` with that sentence where there is no stage at all, `stage_not_found` for a number.
    """
    if not stages:
        raise NotFound("no_such_list", none)
    if number:
        found = next((stage for stage in stages if stage.number == number), None)
        if found is None:
            raise NotFound("stage_not_found", _("The event has no such stage."), field="stage")
        return found
    opened = [stage for stage in stages if stage.opened_at is not None]
    return opened[-1] if opened else stages[0]


def layout_of(wanted: Wanted, *, landscape: bool = False, paper: str = "") -> Layout:
    """The paper asked for, else the one given, else A4."""
    return Layout(wanted.paper or paper or PAPERS[0], get_language() or "en", landscape)


def head_of(event: Event, now: datetime, title: str, *parts: str, mark: str = "") -> Head:
    """The head of a document; the time is that of the event's zone, which it names."""
    local = timezone.localtime(now, event.zone)
    printed = date_format(local, pgettext("format of date and time", "D j M Y, H:i"))
    return Head(
        event=event.name,
        title=title,
        part=" · ".join(part for part in parts if part),
        printed=_("Printed {when} ({zone})").format(when=printed, zone=event.time_zone),
        page=_("Page {page} of {pages}"),
        mark=mark,
    )


def stage_part(stages: Sequence[Stage], stage: Stage) -> str:
    """The title of a stage where there are several."""
    return str(stage_title(stage)) if len(stages) > 1 else ""
