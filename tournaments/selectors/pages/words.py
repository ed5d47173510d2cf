"""The words of states, points and places: the one place where they stand. Rounds have theirs in `round_names`."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.selectors.arranging import Arrangement

Text = str | Promise


def upper_first(text: Text) -> str:
    """The text with a capital letter, for the start of a sentence."""
    plain = str(text)
    return plain[:1].upper() + plain[1:]


@dataclass(frozen=True, slots=True)
class StateWord:
    """A state as people see it: the same word, icon and tone everywhere, never colour alone."""

    key: str
    text: Text
    icon: str
    tone: str = ""


def _word(key: str, text: Text, icon: str, tone: str = "") -> tuple[str, StateWord]:
    return key, StateWord(key, text, icon, tone)


MATCH_WORDS: Final[dict[str, StateWord]] = dict(
    (
        _word("waiting", gettext_lazy("waiting for opponent"), "clock"),
        _word("to_play", gettext_lazy("to play"), "hexagon", "info"),
        _word("to_arrange", gettext_lazy("to arrange"), "calendar", "info"),
        _word("proposed", gettext_lazy("time proposed"), "clock", "info"),
        _word("agreed", gettext_lazy("time agreed"), "calendar", "info"),
        _word("playing", gettext_lazy("playing"), "play", "info"),
        _word("checking", gettext_lazy("record being checked"), "hexagon", "info"),
        _word("reported", gettext_lazy("reported, to confirm"), "clock", "warn"),
        _word("conflict", gettext_lazy("record contradicts the report"), "warning", "bad"),
        _word("disputed", gettext_lazy("disputed"), "warning", "bad"),
        _word("final", gettext_lazy("final"), "check", "ok"),
        _word("ruled", gettext_lazy("ruled"), "check", "ok"),
        _word("walkover", gettext_lazy("walkover"), "forward", "ok"),
        _word("default", gettext_lazy("default"), "cross", "ok"),
        _word("double_default", gettext_lazy("double default"), "cross", "bad"),
        _word("retired", gettext_lazy("retired"), "last", "ok"),
        _word("adjudicated", gettext_lazy("adjudicated"), "lock", "ok"),
        _word("imported", gettext_lazy("imported"), "download", "ok"),
        _word("void", gettext_lazy("void, to be played again"), "undo", "warn"),
        _word("bye", gettext_lazy("bye"), "forward"),
        _word("not_needed", gettext_lazy("not needed"), "minus"),
        _word("annulled", gettext_lazy("annulled"), "cross"),
    )
)

EVENT_WORDS: Final[dict[str, StateWord]] = dict(
    (
        _word("draft", pgettext_lazy("state of an event", "draft"), "pencil", "warn"),
        _word("published", pgettext_lazy("state of an event", "coming"), "calendar", "info"),
        _word("running", pgettext_lazy("state of an event", "running"), "play", "ok"),
        _word("finished", pgettext_lazy("state of an event", "finished"), "trophy"),
    )
)

# Which of several reports of one match is said first: what needs somebody before what only waits.
REPORT_ORDER: Final = ("disputed", "conflict", "reported", "checking")
# an open match in which nothing was played yet
UNPLAYED_KEYS: Final = ("to_play", "to_arrange", "proposed", "agreed")
REPORT_KEYS: Final = {"disputed": "disputed", "conflict": "conflict", "open": "reported", "checking": "checking"}


def match_word(
    *, state: str, decision: str | None = None, reports: frozenset[str] = frozenset(), games_in: bool = False,
    by_arbiter: bool = False, arranged: Arrangement | None = None, deadline: datetime | None = None,
) -> StateWord:  # fmt: skip
    """The word for a match from the cached fold, its current decision, its live reports and whether games are in.

    With its arrangement, an open match that has a deadline, or for which times were offered, says how far that has
    come. The time agreed is written in the active zone.
    """
    if state == "decided":
        key = {"played": "ruled" if by_arbiter else "final"}.get(decision or "", decision or "final")
        return MATCH_WORDS[key]
    if state != "open":
        return MATCH_WORDS[state]
    known = {REPORT_KEYS[report] for report in reports if report in REPORT_KEYS}
    for key in REPORT_ORDER:
        if key in known:
            return MATCH_WORDS[key]
    if games_in:
        return MATCH_WORDS["playing"]
    if decision == "void":
        return MATCH_WORDS["void"]
    return MATCH_WORDS["to_play"] if arranged is None else _arranged_word(arranged, deadline)


def _arranged_word(arranged: Arrangement, deadline: datetime | None) -> StateWord:
    if arranged.key == "agreed" and arranged.agreed_at is not None:
        plain = MATCH_WORDS["agreed"]
        return replace(plain, text=_("agreed: {at}").format(at=moment_text(arranged.agreed_at)))
    if arranged.key:
        return MATCH_WORDS[arranged.key]
    return MATCH_WORDS["to_play" if deadline is None else "to_arrange"]


def moment_text(moment: datetime) -> str:
    """ "Sun 6 Dec, 23:59" in the active zone; the year where it is another one."""
    local = timezone.localtime(moment)
    if local.year == timezone.localtime().year:
        return str(date_format(local, pgettext("format of date and time", "D j M, H:i")))
    return str(date_format(local, pgettext("format of date and time", "D j M Y, H:i")))


def tp_text(tenths: int | None) -> str:
    """Tournament points in tenths as people write them, with the decimal sign of the language."""
    from django.utils.formats import number_format

    return "" if tenths is None else str(number_format(tenths / 10, decimal_pos=1))


def place_text(place: int) -> str:
    """A place in words: "Champion", "Second place", else "Place 9"."""
    if place == 1:
        return _("Champion")
    if place == 2:
        return _("Second place")
    if place == 3:
        return _("Third place")
    return _("Place {n}").format(n=place)


def waiting_results_text(count: int) -> str:
    """The banner of every page."""
    return ngettext("{n} result waits for your confirmation.", "{n} results wait for your confirmation.", count).format(
        n=count
    )
