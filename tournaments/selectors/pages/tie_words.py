"""Tie-breaks in words: the heads of their columns, their values, and the sentences that answer "why am I fifth?".

What is said follows `StandingsRow.by`, `values` and `why` (`docs/regulations.md` 5.1). Each sentence is a message of
its own and says the same of both neighbours, so that it can stand with either.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from tournaments.formats.comparison import Comparison, compare
from tournaments.formats.graph import EntryId
from tournaments.formats.standings import StandingsRow, Value, Why
from tournaments.selectors.pages.stage_words import TIE_BREAK_NAMES
from tournaments.selectors.pages.words import Text, tp_text, upper_first

SHORT_NAMES: Final[Mapping[str, Text]] = {
    "tp": pgettext_lazy("column of a table: tournament points", "TP"),
    "percentage": pgettext_lazy("column of a table: percentage of the points", "%"),
    "direct_tp": pgettext_lazy("column of a table: points among those level", "Direct"),
    "direct_matches": pgettext_lazy("column of a table: matches won among those level", "Direct matches"),
    "direct_wins": pgettext_lazy("column of a table: games won among those level", "Direct wins"),
    "wins": pgettext_lazy("column of a table: games won", "Wins"),
    "tiles": pgettext_lazy("column of a table: difference of tiles", "Tiles"),
    "opponents_tp": pgettext_lazy("column of a table: sum of the opponents’ points", "Opponents"),
    "ruling": pgettext_lazy("column of a table: ruling of an arbiter", "Ruling"),
    "seed": pgettext_lazy("column of a table: seed", "Seed"),
}
HIDDEN: Final = ("tp", "percentage", "ruling", "seed")  # shown otherwise than as a column for the tie-break


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as a legend explains it."""

    key: str
    short: Text
    name: str

    @property
    def is_column(self) -> bool:
        return self.key not in HIDDEN


def tie_breaks(names: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of a table in their order, for its head and its legend."""
    return tuple(TieBreak(name, SHORT_NAMES[name], upper_first(TIE_BREAK_NAMES[name])) for name in names)


def value_text(name: str, value: Value) -> str:
    """A value as people write it; empty where the tie-break did not apply."""
    return "" if value is None else _VALUES[name](value)


def percent_text(value: Fraction | None) -> str:
    """ "63.4%": TP of the TP at stake."""
    if value is None:
        return ""
    return _("{n}%").format(n=number_format(round(float(value) * 100, 1), decimal_pos=1))


def halves_text(value: int) -> str:
    """ "3½": what is counted in halves."""
    whole, half = divmod(value, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def signed_text(value: int) -> str:
    """ "+12", "−3", "0"."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


_VALUES: Final[Mapping[str, Callable[..., str]]] = {
    "tp": tp_text,
    "percentage": percent_text,
    "direct_tp": tp_text,
    "direct_matches": halves_text,
    "direct_wins": halves_text,
    "wins": halves_text,
    "tiles": signed_text,
    "opponents_tp": tp_text,
    "ruling": lambda value: str(1 - value),
    "seed": lambda value: str(-value),
}


def place_sentences(rows: Sequence[StandingsRow], index: int, names: Mapping[EntryId, str]) -> tuple[str, ...]:
    """Why the row stands where it stands: against the one above, the first against the second.

    Nothing for an entry alone in its table, and nothing where the values are not known (a table as it was noted).
    """
    lower = max(index, 1)
    if lower >= len(rows) or rows[lower].by is None:
        return ()
    above, below = rows[lower - 1], rows[lower]
    own, other = (above, below) if index == 0 else (below, above)
    name, points = names.get(other.entry, ""), tp_text(own.totals.tp)
    if below.by == "tp":
        text = _("{tp} TP: {difference} fewer than {name} in place {place}.")
        if index == 0:
            text = _("{tp} TP: {difference} more than {name} in place {place}.")
        difference = tp_text(above.totals.tp - below.totals.tp)
        return (text.format(tp=points, difference=difference, name=name, place=other.place),)
    level = [row for row in rows if row.totals.tp == below.totals.tp]
    found = compare(level, above.entry, below.entry)
    passed, values = dict(found.passed_over), dict(found.level)
    told = [_("Level with {name} in place {place} at {tp} TP.").format(name=name, place=other.place, tp=points)]
    for position, (key, _value) in enumerate(below.values):
        if key == found.by:
            break
        if key != "tp":
            looked_at = sum(row.values[:position] == below.values[:position] for row in level)
            told += _passed(key, values.get(key), passed.get(key), looked_at)
    return (*told, _decisive(found))


def _decisive(found: Comparison) -> str:
    key, level = found.by, len(found.among)
    high, low = value_text(key, found.ahead_value), value_text(key, found.behind_value)
    if key == "ruling":
        return _("An arbiter put those who are level in order.")
    if key == "seed":
        return _("Nothing else separates them: seed {high} is ahead of seed {low}.").format(high=high, low=low)
    if key in _DIRECT:
        return _direct(key, level).format(high=high, low=low, n=level)
    texts = {
        "percentage": _("The percentage decides: {high} to {low}."),
        "wins": _("The games won decide: {high} to {low}."),
        "tiles": _("The difference of tiles decides: {high} to {low}."),
        "opponents_tp": _("The sum of the opponents’ points decides: {high} to {low}."),
    }
    return texts[key].format(high=high, low=low)


_DIRECT: Final = ("direct_tp", "direct_matches", "direct_wins")


def _direct(key: str, level: int) -> str:
    """What decides among those who are level; two of them have met each other only."""
    if key == "direct_tp":
        if level == 2:
            return _("The points of the games between them decide: {high} to {low}.")
        return ngettext(
            "The points of the games among the {n} who is level decide: {high} to {low}.",
            "The points of the games among the {n} who are level decide: {high} to {low}.",
            level,
        )
    if key == "direct_matches":
        if level == 2:
            return _("The matches between them decide: {high} to {low}.")
        return ngettext(
            "The matches won among the {n} who is level decide: {high} to {low}.",
            "The matches won among the {n} who are level decide: {high} to {low}.",
            level,
        )
    if level == 2:
        return _("The games won between them decide: {high} to {low}.")
    return ngettext(
        "The games won among the {n} who is level decide: {high} to {low}.",
        "The games won among the {n} who are level decide: {high} to {low}.",
        level,
    )


def _passed(key: str, value: Value, why: Why | None, level: int) -> list[str]:
    """What a tie-break that separates nobody said, if anything worth telling."""
    if why is Why.NOT_KNOWN:
        return [_("Not compared, as it is not known of everybody: {what}.").format(what=TIE_BREAK_NAMES[key])]
    if why is Why.NO_GAMES:
        return [_("The percentage is not compared while somebody has no game.")]
    if key in _DIRECT and why is not None:
        # one sentence is enough for all that is counted among those who are level
        return [] if key != _DIRECT[0] else _unmet(why, level)
    if value is None:
        return []
    return [_("Level too: {what} ({value}).").format(what=TIE_BREAK_NAMES[key], value=value_text(key, value))]


def _unmet(why: Why, level: int) -> list[str]:
    if why is Why.NOBODY_MET:
        if level == 2:
            return [_("They have not met.")]
        return [
            ngettext("The {n} who is level has not met.", "The {n} who are level have not met.", level).format(n=level)
        ]
    if why is Why.NOT_ALL_MET:
        return [
            ngettext(
                "Games among them do not count, as not all of the {n} who is level have met equally often.",
                "Games among them do not count, as not all of the {n} who are level have met equally often.",
                level,
            ).format(n=level)
        ]
    return []


def by_text(key: str | None) -> Text:
    """What separates a row from the one above, in a word or two."""
    return "" if key is None else pgettext("what decides", "seed") if key == "seed" else SHORT_NAMES[key]
