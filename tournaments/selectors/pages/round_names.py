"""What the rounds and matches of every format are called: the one place where their names stand.

A round has a name for headings and lists, one for sentences about a single match and a short one for tabs. In French
and Russian the number in the name of a round is that of its matches, not of its players, so each is a message of its
own. Nothing here reads the database: a stage holds the keys of its rounds (`formats.bracket.round_keys`).
"""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.formats.bracket import round_name as key_for
from tournaments.formats.double_elimination import FINAL, LOSERS
from tournaments.formats.knockout import PRELIMINARY
from tournaments.formats.plate import PLATE
from tournaments.formats.play_offs import PLAY_OFF
from tournaments.models import Match, Stage, StageKind
from tournaments.selectors.pages.words import Text

MAIN = "main"


@dataclass(frozen=True, slots=True)
class RoundName:
    """`title` stands over matches and beside one in a list, `word` in a sentence about one match, `tab` on a tab."""

    title: str
    word: str
    tab: str


_TREE: Final[dict[str, tuple[Text, Text, Text]]] = {
    "r1024": (
        gettext_lazy("Round of 1024"),
        pgettext_lazy("round of one match", "round of 1024"),
        pgettext_lazy("short name of a round", "R1024"),
    ),
    "r512": (
        gettext_lazy("Round of 512"),
        pgettext_lazy("round of one match", "round of 512"),
        pgettext_lazy("short name of a round", "R512"),
    ),
    "r256": (
        gettext_lazy("Round of 256"),
        pgettext_lazy("round of one match", "round of 256"),
        pgettext_lazy("short name of a round", "R256"),
    ),
    "r128": (
        gettext_lazy("Round of 128"),
        pgettext_lazy("round of one match", "round of 128"),
        pgettext_lazy("short name of a round", "R128"),
    ),
    "r64": (
        gettext_lazy("Round of 64"),
        pgettext_lazy("round of one match", "round of 64"),
        pgettext_lazy("short name of a round", "R64"),
    ),
    "r32": (
        gettext_lazy("Round of 32"),
        pgettext_lazy("round of one match", "round of 32"),
        pgettext_lazy("short name of a round", "R32"),
    ),
    "r16": (
        gettext_lazy("Round of 16"),
        pgettext_lazy("round of one match", "round of 16"),
        pgettext_lazy("short name of a round", "R16"),
    ),
    "quarter": (
        gettext_lazy("Quarter-finals"),
        pgettext_lazy("round of one match", "quarter-final"),
        pgettext_lazy("short name of a round", "QF"),
    ),
    "semi": (
        gettext_lazy("Semi-finals"),
        pgettext_lazy("round of one match", "semi-final"),
        pgettext_lazy("short name of a round", "SF"),
    ),
    "final": (
        gettext_lazy("Final"),
        pgettext_lazy("round of one match", "final"),
        pgettext_lazy("short name of a round", "F"),
    ),
    "third_place": (
        gettext_lazy("Match for third place"),
        pgettext_lazy("round of one match", "match for third place"),
        pgettext_lazy("short name of a round", "3rd"),
    ),
    PRELIMINARY: (
        gettext_lazy("Preliminary round"),
        pgettext_lazy("round of one match", "preliminary round"),
        pgettext_lazy("short name of a round", "Pre"),
    ),
}
_GRAND_FINALS: Final[tuple[tuple[Text, Text, Text], ...]] = (
    (
        gettext_lazy("Grand final"),
        pgettext_lazy("round of one match", "grand final"),
        pgettext_lazy("short name of a round", "GF"),
    ),
    (
        gettext_lazy("Grand final, second match"),
        pgettext_lazy("round of one match", "second match of the grand final"),
        pgettext_lazy("short name of a round", "GF 2"),
    ),
)


def match_round(match: Match) -> RoundName:
    """The round of a match, with whatever tells it from others of its stage. The match has its stage loaded.

    Of a board it is the round of the two teams, with the number of the board.
    """
    if match.board is not None:
        whole = round_name(match.stage, match.bracket, match.round, label=match.label, table=match.table)
        return RoundName(
            _("{round}, board {n}").format(round=whole.title, n=match.board),
            pgettext("round of one match", "{round}, board {n}").format(round=whole.word, n=match.board),
            whole.tab,
        )
    name = round_name(match.stage, match.bracket, match.round, label=match.label, table=match.table)
    return at_table(name, match.hall)


def round_name(
    stage: Stage,
    bracket: str,
    number: int,
    *,
    label: str = "",
    table: str = "",
    inside: bool = False,
) -> RoundName:
    """The name of a round of a stage, of a table where `table` is given.

    `inside` a bracket, where it is plain that this is the plate or the losers' side, its name is not said again.
    """
    if table:
        return key_name("", number) if stage.kind == StageKind.SWISS else _group(stage, table, number)
    if bracket == FINAL:
        return _named(_GRAND_FINALS[min(number, 2) - 1])
    keys = stage.rounds.get(bracket, [])
    plain = key_name(label or (keys[number - 1] if number <= len(keys) else ""), number)
    if bracket == LOSERS:
        return _losers(number, is_last=number == len(keys))
    if inside or label:
        return plain
    if bracket == PLATE:
        return RoundName(
            _("Plate, {round}").format(round=plain.word),
            _("plate, {round}").format(round=plain.word),
            pgettext("short name of a round", "Plate {round}").format(round=plain.tab),
        )
    if bracket == MAIN and stage.kind == StageKind.DOUBLE_ELIMINATION:
        return RoundName(
            _("Winners’ {round}").format(round=plain.word),
            pgettext("round of one match", "winners’ {round}").format(round=plain.word),
            pgettext("short name of a round of the winners", "W {round}").format(round=plain.tab),
        )
    return plain


def key_name(key: str, number: int = 1) -> RoundName:
    """The name of a round of a tree by its key, without one that of round `number` of a table."""
    if key in _TREE:
        return _named(_TREE[key])
    if key.startswith(PLAY_OFF):
        best, last = map(int, key.removeprefix(PLAY_OFF).split("_"))
        return _places(best, last)
    if key:
        return RoundName(
            pgettext("round of a bracket", "Round {n}").format(n=number),
            pgettext("round of one match in a bracket", "round {n}").format(n=number),
            pgettext("short name of a round of a bracket", "R{n}").format(n=number),
        )
    return RoundName(
        _("Round {n}").format(n=number),
        pgettext("round of one match", "round {n}").format(n=number),
        pgettext("short name of a round", "R{n}").format(n=number),
    )


def tree_round(players: int) -> RoundName:
    """The round of a full tree that so many enter: of 8 the quarter-finals."""
    return key_name(key_for(players))


def _named(texts: tuple[Text, Text, Text]) -> RoundName:
    title, word, tab = map(str, texts)
    return RoundName(title, word, tab)


def _losers(number: int, *, is_last: bool) -> RoundName:
    if is_last:
        return RoundName(
            _("Losers’ final"), pgettext("round of one match", "losers’ final"), pgettext("short name of a round", "LF")
        )
    return RoundName(
        _("Losers’ round {n}").format(n=number),
        pgettext("round of one match", "losers’ round {n}").format(n=number),
        pgettext("short name of a round of the losers", "L{n}").format(n=number),
    )


def _places(best: int, last: int) -> RoundName:
    if last == best + 1:
        place = nth(best)
        return RoundName(
            _("Match for {nth} place").format(nth=place),
            pgettext("round of one match", "match for {nth} place").format(nth=place),
            place,
        )
    return RoundName(
        _("Places {first}–{last}").format(first=best, last=last),
        pgettext("round of one match", "places {first}–{last}").format(first=best, last=last),
        f"{best}–{last}",
    )


def nth(place: int) -> str:
    """The number of a place as an ordinal: "5th"."""
    if place % 10 == 1 and place % 100 != 11:
        return pgettext("ordinal of a place: 21st", "{n}st").format(n=place)
    if place % 10 == 2 and place % 100 != 12:
        return pgettext("ordinal of a place: 22nd", "{n}nd").format(n=place)
    if place % 10 == 3 and place % 100 != 13:
        return pgettext("ordinal of a place: 23rd", "{n}rd").format(n=place)
    return pgettext("ordinal of a place: 5th", "{n}th").format(n=place)


def _group(stage: Stage, table: str, number: int) -> RoundName:
    if len(stage.rounds) == 1:  # all play all
        return key_name("", number)
    return RoundName(
        _("Group {group}, round {n}").format(group=table, n=number),
        pgettext("round of one match", "group {group}, round {n}").format(group=table, n=number),
        f"{table}{number}",
    )


def at_table(name: RoundName, hall: int) -> RoundName:
    """The name of the round of one match, with its table in the hall if it has one."""
    if not hall:
        return name
    return RoundName(
        _("{round}, table {table}").format(round=name.title, table=hall),
        pgettext("round of one match", "{round}, table {table}").format(round=name.word, table=hall),
        name.tab,
    )
