"""What an import of published ratings would do, row by row. Stores nothing.

People are found by the address of a profile or by their name, folded; where that leaves a doubt, somebody has to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext as _

from players import names
from players.models import Player
from players.selectors.namesakes import Candidate, Namesakes, namesakes
from ratings.models import HistoricRating
from ratings.services.historic_cells import BadCell, Row, date_span, read_row, read_sheet
from tantrix_site.errors import InvalidInput


class LineState(StrEnum):
    """What becomes of a row."""

    NEW = "new"  # nobody is called so
    MATCHED = "matched"
    DOUBTFUL = "doubtful"  # somebody has to choose
    KNOWN = "known"  # stored already, the same
    WRONG = "wrong"


@dataclass(frozen=True)
class HistoricLine:
    """A row of an import; what is wrong names the column. `candidates` are the profiles that may be meant."""

    number: int
    name: str
    state: LineState
    row: Row | None = None
    column: str = ""
    code: str = ""
    message: str = ""
    candidates: tuple[Candidate, ...] = ()

    @property
    def player(self) -> int | None:
        return self.candidates[0].player if self.state in (LineState.MATCHED, LineState.KNOWN) else None

    @property
    def about(self) -> tuple[str, ...]:
        """The cells that are kept as they were printed, as they are no plain numbers."""
        return tuple(value.text for value in self.row.values if value.value is None) if self.row else ()


@dataclass(frozen=True)
class HistoricAnswers:
    """What was answered: row number to player, rows that are people without a profile, rows to leave out.

    `make_players` makes a profile for everybody whose name nobody has.
    """

    players: Mapping[int, int] = field(default_factory=dict)
    new: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()
    make_players: bool = False


@dataclass(frozen=True)
class HistoricPreview:
    """All rows of a file, and the columns of it that are not read."""

    lines: tuple[HistoricLine, ...]
    unread: tuple[str, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each state."""
        found = {str(state): sum(line.state is state for line in self.lines) for state in LineState}
        return {state: count for state, count in found.items() if count}


def read_historic(
    text: str | bytes, *, today: date, source: str = "", on: str = "", answers: HistoricAnswers | None = None
) -> HistoricPreview:
    """What each row means, as far as the answers go. `source` and `on` (a day, month or year) stand in for empty cells.

    Raises those of `read_sheet`; InvalidInput `bad_date`.
    """
    answers = answers or HistoricAnswers()
    try:
        span = date_span(on) if on else None
    except BadCell as error:
        raise InvalidInput(error.code, error.message, field="on") from None
    sheet = read_sheet(text)
    lines = []
    for number, cells in sheet.rows:
        if number in answers.skipped:
            continue
        try:
            if isinstance(cells, BadCell):
                raise cells
            row = read_row(cells, today=today, source=source.strip(), on=span)
        except BadCell as error:
            name = "" if isinstance(cells, BadCell) else cells.get("name", "")
            lines.append(_wrong(HistoricLine(number, name, LineState.WRONG), error))
        else:
            lines.append(HistoricLine(number, row.name, LineState.NEW, row))
    return HistoricPreview(tuple(_compared(_matched(lines, answers))), sheet.unread)


def _wrong(line: HistoricLine, error: BadCell) -> HistoricLine:
    return replace(
        line, state=LineState.WRONG, column=error.column, code=error.code, message=error.message, candidates=()
    )


def _matched(lines: Sequence[HistoricLine], answers: HistoricAnswers) -> list[HistoricLine]:
    rows = [line.row for line in lines if line.row is not None]
    slugs = {row.slug for row in rows} - {""}
    people = namesakes((row.name for row in rows), also=Q(slug__in=slugs) | Q(pk__in=answers.players.values()))
    by_slug = {player.slug: player for player in people.players.values()}
    return [line if line.row is None else _with_player(line, line.row, answers, people, by_slug) for line in lines]


def _with_player(
    line: HistoricLine, row: Row, answers: HistoricAnswers, people: Namesakes, by_slug: Mapping[str, Player]
) -> HistoricLine:
    if line.number in answers.players:
        chosen = people.players.get(answers.players[line.number])
        if chosen is None:
            return _wrong(line, BadCell("name", "unknown_player", _("There is no such player.")))
        return replace(line, state=LineState.MATCHED, candidates=(Candidate.of(chosen),))
    if line.number in answers.new:
        return line
    addressed = by_slug.get(row.slug)
    if addressed is not None and addressed in people.same(row.name):
        return replace(line, state=LineState.MATCHED, candidates=(Candidate.of(addressed),))
    every = dict.fromkeys((*([addressed] if addressed else []), *people.all(row.name)))
    if not every:
        return line
    candidates = tuple(Candidate.of(player) for player in every)
    if addressed is None and people.is_sure(row.name, row.country):
        return replace(line, state=LineState.MATCHED, candidates=candidates)
    return replace(
        line, state=LineState.DOUBTFUL, candidates=candidates, column="name", code="doubtful_person",
        message=_("Say which of these players is meant, or that it is another person."),
    )  # fmt: skip


Key = tuple[int, str, date, date, str, str, str]


def _keys(player: int, row: Row) -> dict[Key, float | str]:
    """What a row says, by what may be said once only."""
    where = (row.first_day, row.last_day, row.source, row.event, row.moment)
    return {
        (player, str(printed.scale), *where): printed.text if printed.value is None else printed.value
        for printed in row.values
    }


def _compared(lines: Sequence[HistoricLine]) -> list[HistoricLine]:
    """The rows, those known that are stored already, those wrong that say something else or stand there twice."""
    players = {line.player for line in lines if line.player is not None}
    stored: dict[Key, float | str] = {}
    for rating in HistoricRating.objects.filter(player__in=players):
        where = (rating.first_day, rating.last_day, rating.source, rating.event, rating.moment)
        value = rating.printed if rating.value is None else rating.value
        stored[(rating.player_id, rating.scale, *where)] = value
    seen: dict[Key | tuple[str, str, date, date, str, str, str], int] = {}
    found = []
    for line in lines:
        row, player = line.row, line.player
        if row is None:
            found.append(line)
            continue
        keys = {} if player is None else _keys(player, row)
        # of a person without a profile the name stands for it
        once = [(names.name_key(line.name), *key[1:]) for key in _keys(0, row)] if player is None else list(keys)
        twice = next((seen[key] for key in once if key in seen), None)
        if twice is not None and line.state is not LineState.DOUBTFUL:
            message = _("Also on line %(line)d.") % {"line": twice}
            line = _wrong(line, BadCell("name", "line_repeated", message))
        elif any(key in stored and stored[key] != value for key, value in keys.items()):
            message = _("Another value of this player, day and source is stored already.")
            line = _wrong(line, BadCell("rating", "value_differs", message))
        elif keys and all(key in stored for key in keys):
            line = replace(line, state=LineState.KNOWN)
        elif player is not None and line.state is LineState.MATCHED:
            # of a row that is known in part the rest is new
            fresh = tuple(value for key, value in zip(keys, row.values, strict=True) if key not in stored)
            line = replace(line, row=replace(row, values=fresh))
        for key in once:
            seen.setdefault(key, line.number)
        found.append(line)
    return found
