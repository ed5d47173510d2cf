"""The tables of a stage as pages show them: lines with names, values and sentences, and the cells of a cross table.

Everything here is the same for all viewers of one language; whose row is meant is added by the template.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.formats.cross_table import Cell, Mark
from tournaments.formats.facts import ExitKind
from tournaments.formats.graph import EntryId
from tournaments.models import Event, Stage, StageKind
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.stage_words import stage_title, table_title
from tournaments.selectors.pages.tie_words import (
    TieBreak,
    by_text,
    percent_text,
    place_sentences,
    tie_breaks,
    value_text,
)
from tournaments.selectors.pages.words import Text, tp_text
from tournaments.selectors.tables import ShownTable, StageTables, current_tables

A_PAGE: Final = 64
"""Rows on a page; a Swiss of a hall fits on one."""
ABOVE: Final = 4
"""Rows over the one that is looked for, so that it stands on a phone's first screen."""


@dataclass(frozen=True, slots=True)
class Step:
    """One match of an entry, from its side. `tone` is "w", "l", "d" for a draw, "u" while nothing is decided.

    `points` are its own; `opponent` is empty for a bye and in a round not played.
    """

    round: int
    number: int | None
    opponent: str
    opponent_id: EntryId | None
    place: int | None
    points: str
    score: str
    word: Text
    tone: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. `index` counts the rows shown, so that an open page replaces what stands in a place.

    `values` stand under the table's columns, `by` says what separates it from the row above and `sentences` why it
    stands there. `going` is "place" or "best" for who goes on; `note` says who came late or left.
    """

    index: int
    place: int
    entry: EntryRow
    tp: str
    games: int
    percentage: str
    values: tuple[tuple[TieBreak, str], ...]
    by: Text
    sentences: tuple[str, ...]
    steps: tuple[Step, ...]
    going: str
    note: str

    @property
    def v(self) -> str:
        """Changes exactly when something shown changes."""
        steps = [(s.number, s.points, s.score, str(s.word), s.opponent) for s in self.steps]
        values = [value for _column, value in self.values]
        shown = (self.place, self.entry, self.tp, self.games, self.percentage, values, str(self.by), self.sentences,
                 steps, self.going, self.note)  # fmt: skip
        return f"{zlib.crc32(repr(shown).encode()):x}"


@dataclass(frozen=True)
class TableView:
    """A table with the rows of one page. `out` are those taken out of a group, with the reason."""

    table: ShownTable
    title: str
    columns: tuple[TieBreak, ...]
    lines: tuple[Line, ...]
    out: tuple[tuple[EntryRow, str], ...]
    rounds: tuple[int, ...]

    @property
    def key(self) -> str:
        return self.table.key

    @cached_property
    def matrix(self) -> tuple[tuple[Line, tuple[tuple[Step, ...], ...]], ...]:
        """Of a group: each line with its matches against every line, in the order of the lines."""
        return tuple(
            (line, tuple(tuple(s for s in line.steps if s.opponent_id == other.entry.id) for other in self.lines))
            for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class Other:
    """A line of the order across groups: who goes on as best of the others."""

    position: int
    entry: EntryRow
    group: str
    place: int
    percentage: str
    tp: str
    games: int
    is_in: bool


@dataclass(frozen=True)
class StandingsPage:
    """The tables of a stage, or the part of them that one page shows.

    `first` is the number of the first row shown of a Swiss, or of the first group; `size` how many there are and
    `step` how many on a page. Lines are written when somebody asks for them: most readers get what was drawn before.
    """

    event: Event
    stage: Stage
    counted: StageTables
    chosen: tuple[tuple[ShownTable, slice], ...]
    entries: Mapping[EntryId, EntryRow]
    first: int
    size: int
    step: int

    @property
    def title(self) -> Text:
        return stage_title(self.stage)

    @cached_property
    def tables(self) -> tuple[TableView, ...]:
        names = {pk: row.name for pk, row in self.entries.items()}
        return tuple(_table(self.counted, table, part, self.entries, names) for table, part in self.chosen)

    @cached_property
    def others(self) -> tuple[Other, ...]:
        return _others(self.counted, self.entries)

    @property
    def is_swiss(self) -> bool:
        return self.stage.kind == StageKind.SWISS

    @property
    def last(self) -> int:
        return min(self.size, self.first + self.step - 1)

    @property
    def previous(self) -> int | None:
        """The first row of the page before."""
        return max(1, self.first - self.step) if self.first > 1 else None

    @property
    def next(self) -> int | None:
        return self.first + self.step if self.last < self.size else None

    @property
    def names(self) -> tuple[TieBreak, ...]:
        """What decides, in order, for the legend."""
        return tie_breaks(max((table.tie_breaks for table, _part in self.chosen), key=len, default=()))

    @property
    def keys(self) -> tuple[str, ...]:
        """The groups shown, in their order on the page."""
        return tuple(table.key for table, _part in self.chosen)

    @property
    def has_groups(self) -> bool:
        """There is more than one table."""
        return len(self.counted.tables) > 1

    @property
    def is_started(self) -> bool:
        return any(row.totals.games for table in self.counted.tables for row in table.rows)

    @property
    def shape(self) -> str:
        """Changes when rows come or go, so that an open page must be loaded anew."""
        rows = (str(len(table.rows[part])) for table, part in self.chosen)
        return f"{self.size}-{self.counted.last_round}-{'-'.join(rows)}"

    @property
    def status(self) -> str:
        """How far the table is from its final form, in a sentence or two."""
        return " ".join(_status(self.counted, is_swiss=self.is_swiss))


def load_standings(
    event: Event, stage: Stage, *, through: int = 0, first: int = 1, around: EntryId | None = None
) -> StandingsPage | None:
    """The tables of a stage; None before the draw.

    Of a Swiss one page of rows from place `first` on, or those around an entry; of groups as many as fit on a page,
    from group number `first` on, the one of the entry first.
    """
    counted = current_tables(event, stage, through)
    if counted is None:
        return None
    entries = load_entries(event)
    if stage.kind == StageKind.SWISS:
        table = counted.tables[0]
        size, step = len(table.rows), A_PAGE
        place = table.place_of(around) if around is not None else None
        # around a player always as many rows, so that an open page stays as it is wherever the player goes
        first = max(1, min(first, size) if place is None else min(place - ABOVE, size - step + 1))
        chosen = [(table, slice(first - 1, first - 1 + step))]
    else:
        own = counted.table_of(around) if around is not None else None
        pages = group_pages(counted.tables)
        page = next((p for p in pages if own in p), None) or next(
            (p for p in pages if counted.tables.index(p[-1]) + 1 >= first), pages[-1] if pages else ()
        )
        first, size, step = (counted.tables.index(page[0]) + 1 if page else 1), len(counted.tables), max(1, len(page))
        chosen = [(table, slice(None)) for table in sorted(page, key=lambda table: table is not own)]
    return StandingsPage(event, stage, counted, tuple(chosen), entries, first, size, step)


def group_pages(tables: Sequence[ShownTable]) -> list[tuple[ShownTable, ...]]:
    """Groups in their order, as many to a page as have about twice `A_PAGE` rows."""
    pages: list[list[ShownTable]] = []
    count = 0
    for table in tables:
        rows = len(table.rows) + len(table.out)
        if not pages or count + rows > 2 * A_PAGE:
            pages.append([])
            count = 0
        pages[-1].append(table)
        count += rows
    return [tuple(page) for page in pages]


def _table(
    counted: StageTables,
    table: ShownTable,
    part: slice,
    entries: Mapping[EntryId, EntryRow],
    names: Mapping[EntryId, str],
) -> TableView:
    indices = range(len(table.rows))[part]
    started = any(row.totals.games for row in table.rows)
    columns = tuple(name for name in tie_breaks(table.tie_breaks) if name.is_column)
    lines = tuple(
        _line(counted, table, columns, at, index, entries, names, started=started) for index, at in enumerate(indices)
    )
    out = tuple((entries[entry], _out_text(counted, entry)) for entry in table.out if entry in entries)
    title = table_title(table.key) if len(counted.tables) > 1 else _("Standings")
    rounds = tuple(range(1, counted.through + 1))
    return TableView(table, title, columns, lines, out, rounds)


def _line(
    counted: StageTables,
    table: ShownTable,
    columns: Sequence[TieBreak],
    at: int,
    index: int,
    entries: Mapping[EntryId, EntryRow],
    names: Mapping[EntryId, str],
    *,
    started: bool,
) -> Line:
    row = table.rows[at]
    going = counted.going if started else None
    return Line(
        index=index,
        place=row.place,
        entry=entries[row.entry],
        tp=tp_text(row.totals.tp),
        games=row.totals.games,
        percentage=percent_text(row.totals.percentage),
        values=tuple((column, value_text(column.key, row.value(column.key))) for column in columns),
        by=by_text(row.by) if started else "",
        sentences=place_sentences(table.rows, at, names) if started else (),
        steps=tuple(_step(counted, row.entry, cell, names) for cell in table.cells.get(row.entry, ())),
        going="" if going is None or row.entry not in going else "best" if row.entry in going.best else "place",
        note=_note(counted, row.entry),
    )


WON: Final = pgettext_lazy("one’s own match", "won")
LOST: Final = pgettext_lazy("one’s own match", "lost")
DRAWN: Final = pgettext_lazy("one’s own match", "drawn")
_MARKS: Final[Mapping[Mark, tuple[Text, str]]] = {
    Mark.OPEN: (words.MATCH_WORDS["to_play"].text, "u"),
    Mark.LIVE: (words.MATCH_WORDS["playing"].text, "u"),
    Mark.WALKOVER_WON: (gettext_lazy("won by walkover"), "w"),
    Mark.WALKOVER_LOST: (gettext_lazy("walkover for the opponent"), "l"),
    Mark.DEFAULT_WON: (gettext_lazy("won by default"), "w"),
    Mark.DEFAULT_LOST: (gettext_lazy("lost by default"), "l"),
    Mark.DOUBLE_DEFAULT: (gettext_lazy("double default"), "l"),
    Mark.RETIRED_WON: (gettext_lazy("the opponent retired"), "w"),
    Mark.RETIRED_LOST: (gettext_lazy("retired"), "l"),
    Mark.ANNULLED: (gettext_lazy("does not count"), "u"),
    Mark.BYE: (gettext_lazy("bye"), "w"),
}


def _step(counted: StageTables, entry: EntryId, cell: Cell, names: Mapping[EntryId, str]) -> Step:
    own, other = cell.tp if cell.tp is not None else (None, None)
    word, tone = _result(cell)
    if cell.mark is Mark.ABSENT:
        if cell.round < counted.joined.get(entry, 0):
            word = _("not entered yet")
        elif entry in counted.exits:
            word = _("has left")
        else:
            word = _("not there")
    points = tp_text(own)
    both = cell.mark is not Mark.BYE and own is not None
    return Step(
        round=cell.round,
        number=cell.number,
        opponent=names.get(cell.opponent, "") if cell.opponent is not None else "",
        opponent_id=cell.opponent,
        place=cell.place,
        points=points,
        score=_("{own}–{other}").format(own=points, other=tp_text(other)) if both else points,
        word=word,
        tone=tone,
    )


def _result(cell: Cell) -> tuple[Text, str]:
    if cell.mark in _MARKS:
        return _MARKS[cell.mark]
    if cell.tp is None:
        return "", "u"
    own, other = cell.tp
    return (WON, "w") if own > other else (LOST, "l") if own < other else (DRAWN, "d")


def _note(counted: StageTables, entry: EntryId) -> str:
    if counted.is_past:
        return ""
    gone = counted.exits.get(entry)
    if gone is not None:
        return _("disqualified") if gone.kind is ExitKind.DISQUALIFIED else _("has left")
    joined = counted.joined.get(entry)
    return _("since round {n}").format(n=joined) if joined else ""


def _out_text(counted: StageTables, entry: EntryId) -> str:
    gone = counted.exits.get(entry)
    if gone is not None and gone.kind is ExitKind.DISQUALIFIED:
        return _("disqualified before half of the games were played: the games leave the table")
    return _("left before half of the games were played: the games leave the table")


def _others(counted: StageTables, entries: Mapping[EntryId, EntryRow]) -> tuple[Other, ...]:
    """The order across groups as far as it matters: those who go on that way and as many again behind them."""
    going = counted.going
    if going is None or not any(found.row.games for found in going.ranked):
        return ()
    last = max((found.position for found in going.ranked if found.row.entry in going.best), default=0)
    return tuple(
        Other(
            position=found.position,
            entry=entries[found.row.entry],
            group=found.row.ranking,
            place=found.row.place,
            percentage=percent_text(found.percentage),
            tp=tp_text(found.row.tp),
            games=found.row.games,
            is_in=found.row.entry in going.best,
        )
        for found in going.ranked[: 2 * last + 2]
    )


def _status(counted: StageTables, *, is_swiss: bool) -> list[str]:
    found = []
    if counted.is_past:
        found.append(_("Standings after round {n}, with results as they are known now.").format(n=counted.through))
    elif counted.is_final:
        found.append(_("Final standings."))
    elif not counted.total:
        found.append(pgettext("of a table", "No round is paired yet."))
    elif counted.decided < counted.total:
        found.append(
            ngettext(
                "Provisional: {done} of {total} match is decided.",
                "Provisional: {done} of {total} matches are decided.",
                counted.total,
            ).format(done=counted.decided, total=counted.total)
        )
    elif is_swiss:
        found.append(
            _("Standings after round {n} of {rounds}.").format(n=counted.last_round, rounds=counted.rounds)
        )  # fmt: skip
    else:
        found.append(_("All matches are decided."))
    if counted.waiting and not counted.is_past:
        found.append(
            ngettext(
                "Unconfirmed results do not count: {n} match waits.",
                "Unconfirmed results do not count: {n} matches wait.",
                counted.waiting,
            ).format(n=counted.waiting)
        )
    if counted.is_frozen:
        found.append(
            _("Places and points are those noted when the stage was closed; results corrected since do not move them.")
        )
    return found
