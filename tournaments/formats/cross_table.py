"""Who played whom, as plain values for a page: the cross table of a group, the rounds of a Swiss."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .facts import DecisionKind
from .folded import Folded, MatchState
from .graph import Bye, EntryId, MatchId, Table
from .standings import StandingsRow, Totals, standings
from .table import MatchScore, match_score


class Mark(StrEnum):
    """What a cell says besides its points, from the side of its row."""

    OPEN = "open"  # nothing counts yet
    LIVE = "live"  # games count and more are to come
    PLAYED = "played"
    ADJUDICATED = "adjudicated"
    IMPORTED = "imported"
    WALKOVER_WON = "walkover_won"
    WALKOVER_LOST = "walkover_lost"
    DEFAULT_WON = "default_won"
    DEFAULT_LOST = "default_lost"
    DOUBLE_DEFAULT = "double_default"  # both at fault, or both left
    RETIRED_WON = "retired_won"  # the other side stopped
    RETIRED_LOST = "retired_lost"
    ANNULLED = "annulled"  # a side was taken out of the group
    BYE = "bye"
    ABSENT = "absent"  # in no match of the round


@dataclass(frozen=True, slots=True)
class Cell:
    """One match from the side of its row.

    `tp` are ours and theirs in tenths, None while nothing counts; `games` the TP of each game
    over the board. `match` is None where there is none, `opponent` where there is nobody.
    `place` is the opponent's place in the table, None if it has none.
    """

    mark: Mark
    match: MatchId | None = None
    number: int | None = None
    round: int = 0
    opponent: EntryId | None = None
    place: int | None = None
    tp: tuple[int, int] | None = None
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entry with its matches against each other one, in the order of the rows.

    The cell of an entry against itself is empty; with two cycles there are two matches in a cell.
    """

    place: int
    entry: EntryId
    totals: Totals
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A group's table; `out` are the rows of entries that were taken out of it (regulation 3.5)."""

    rows: tuple[CrossRow, ...]
    out: tuple[CrossRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """An entry of a Swiss with one cell for each round."""

    place: int
    entry: EntryId
    totals: Totals
    cells: tuple[Cell, ...]


def group_cross_table(folded: Folded, table: Table, rows: Sequence[StandingsRow] | None = None) -> CrossTable:
    """Everybody against everybody, best first; those taken out of the group last, with place 0.

    `rows` are the table's standings where they are known already.
    """
    rows = standings(folded, table) if rows is None else rows
    gone = [entry for source in table.members if (entry := folded.facts.occupant(source)) in folded.annulled]
    columns = [*(row.entry for row in rows), *(entry for entry in gone if entry is not None)]
    met: dict[tuple[EntryId, EntryId | None], list[Cell]] = {}
    for entry, cell in _cells(folded, table, rows):
        met.setdefault((entry, cell.opponent), []).append(cell)

    def cells(entry: EntryId) -> tuple[tuple[Cell, ...], ...]:
        return tuple(tuple(met.get((entry, other), ())) for other in columns)

    return CrossTable(
        rows=tuple(CrossRow(row.place, row.entry, row.totals, cells(row.entry)) for row in rows),
        out=tuple(CrossRow(0, entry, Totals(), cells(entry)) for entry in gone if entry is not None),
    )


def swiss_cross_table(
    folded: Folded, table: Table, rows: Sequence[StandingsRow] | None = None
) -> tuple[RoundsRow, ...]:
    """Round by round whom each entry met, best first; one who was in no match of a round is absent.

    `rows` are the table's standings where they are known already.
    """
    rows = standings(folded, table) if rows is None else rows
    rounds = sorted({node.round for node in folded.structure.by_table[table.key]})
    found: dict[tuple[EntryId, int], Cell] = {(entry, c.round): c for entry, c in _cells(folded, table, rows)}
    return tuple(
        RoundsRow(
            row.place,
            row.entry,
            row.totals,
            tuple(found.get((row.entry, round_)) or Cell(Mark.ABSENT, round=round_) for round_ in rounds),
        )
        for row in rows
    )


def _cells(folded: Folded, table: Table, rows: Sequence[StandingsRow]) -> Iterable[tuple[EntryId, Cell]]:
    """Each entry of a table with each of its matches."""
    places = {row.entry: row.place for row in rows}
    for node in folded.structure.by_table[table.key]:
        found = folded.matches[node.id]
        score = match_score(folded, found, table.points)
        for side in (0, 1):
            entry, opponent = found.occupants[side], found.occupants[1 - side]
            if entry is None or isinstance(entry, Bye):
                continue
            other = None if isinstance(opponent, Bye) else opponent
            yield (
                entry,
                Cell(
                    mark=_mark(folded, node.id, score, side),
                    match=node.id,
                    number=node.number,
                    round=node.round,
                    opponent=other,
                    place=_place(places, other),
                    tp=None if score is None else _from(side, score.tp),
                    games=_games(folded, node.id, side),
                ),
            )


def _place(places: Mapping[EntryId, int], entry: EntryId | None) -> int | None:
    return None if entry is None else places.get(entry)


def _games(folded: Folded, match: MatchId, side: int) -> tuple[tuple[int, int], ...]:
    games = sorted(folded.facts.games.get(match, ()), key=lambda game: game.number)
    return tuple(_from(side, game.tp) for game in games if not game.decider)


def _from(side: int, pair: tuple[int, int]) -> tuple[int, int]:
    return pair if side == 0 else (pair[1], pair[0])


_BY_KIND = {
    DecisionKind.PLAYED: (Mark.PLAYED, Mark.PLAYED),
    DecisionKind.ADJUDICATED: (Mark.ADJUDICATED, Mark.ADJUDICATED),
    DecisionKind.IMPORTED: (Mark.IMPORTED, Mark.IMPORTED),
    DecisionKind.WALKOVER: (Mark.WALKOVER_WON, Mark.WALKOVER_LOST),
    DecisionKind.DEFAULT: (Mark.DEFAULT_WON, Mark.DEFAULT_LOST),
    DecisionKind.DOUBLE_DEFAULT: (Mark.DOUBLE_DEFAULT, Mark.DOUBLE_DEFAULT),
    DecisionKind.RETIRED: (Mark.RETIRED_WON, Mark.RETIRED_LOST),
}


def _mark(folded: Folded, match: MatchId, score: MatchScore | None, side: int) -> Mark:
    found = folded.matches[match]
    if any(isinstance(entry, int) and entry in folded.annulled for entry in found.occupants):
        return Mark.ANNULLED
    if score is not None and score.is_bye:
        return Mark.BYE
    if found.decision is not None:
        won, lost = _BY_KIND[found.decision.kind]
        return won if found.decision.winner == side else lost
    if found.state is MatchState.WALKOVER:
        if len(found.out) == 2:
            return Mark.DOUBLE_DEFAULT
        return Mark.WALKOVER_WON if found.winner_slot == side else Mark.WALKOVER_LOST
    return Mark.OPEN if score is None else Mark.LIVE
