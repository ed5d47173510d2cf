"""The order of a table: who is ahead of whom, and by what (`docs/regulations.md` 5.1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from .folded import Folded
from .graph import EntryId, Table
from .scoring import GAME_TP
from .table import MatchScore, match_scores, members

Value: TypeAlias = int | None
"""A tie-break's value: the more the better; None where it does not apply to the tied entries."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What an entry has in a table; TP in tenths, wins in halves."""

    tp: int = 0
    games: int = 0
    played: int = 0
    wins: int = 0
    tiles: int = 0
    unearned: int = 0

    @property
    def percentage(self) -> Fraction | None:
        """TP of the TP at stake, 0 to 1, over all games counted; None before the first."""
        return Fraction(self.tp, GAME_TP * self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a table.

    `values` has the value of each tie-break in the table's order, None where it did not apply.
    `by` names the first tie-break that put the entry behind the one above, None in the first row.
    """

    place: int
    entry: EntryId
    totals: Totals
    values: tuple[tuple[str, Value], ...]
    by: str | None


def standings(folded: Folded, table: Table) -> tuple[StandingsRow, ...]:
    """The table as it stands, best first; each entry has a place of its own.

    Entries taken out of a group are not in it (3.5); who left a Swiss stage is.
    """
    scores = match_scores(folded, table)
    entries = [entry for entry in members(folded, table) if entry not in folded.annulled]
    return order(entries, scores, table.tie_breaks)


def order(
    entries: Sequence[EntryId], scores: Sequence[MatchScore], tie_breaks: Sequence[str]
) -> tuple[StandingsRow, ...]:
    """The order of `entries`, given in seed order, from the scores of their matches.

    The seed decides last, named or not, so that no two share a place.
    """
    names = (*(name for name in tie_breaks if name != "seed"), "seed")
    totals = totals_of(entries, scores)
    context = _Context(tuple(entries), tuple(scores), totals)
    values: dict[EntryId, list[tuple[str, Value]]] = {entry: [] for entry in entries}
    level: list[list[EntryId]] = [list(entries)] if entries else []
    for name in names:
        finer: list[list[EntryId]] = []
        for tied in level:
            found = TIE_BREAKS[name](context, tied)
            for entry in tied:
                values[entry].append((name, found.get(entry)))
            finer += _split(tied, found)
        level = finer
    ordered = [entry for part in level for entry in part]
    rows: list[StandingsRow] = []
    for place, entry in enumerate(ordered, start=1):
        by = None if place == 1 else _first_difference(values[ordered[place - 2]], values[entry])
        rows.append(StandingsRow(place, entry, totals[entry], tuple(values[entry]), by))
    return tuple(rows)


def _first_difference(above: Sequence[tuple[str, Value]], below: Sequence[tuple[str, Value]]) -> str:
    """The tie-break that separates two neighbours: up to it they were tied and had equal values."""
    return next(ours[0] for ours, theirs in zip(above, below, strict=True) if ours[1] != theirs[1])


def _split(tied: Sequence[EntryId], found: Mapping[EntryId, Value]) -> list[list[EntryId]]:
    """The tied entries by falling value; all stay together where the tie-break does not apply."""
    parts: dict[Value, list[EntryId]] = {}
    for entry in tied:
        parts.setdefault(found.get(entry), []).append(entry)
    if None in parts:
        return [list(tied)]
    return [parts[value] for value in sorted(parts, key=lambda v: -(v or 0))]


def totals_of(entries: Sequence[EntryId], scores: Sequence[MatchScore]) -> dict[EntryId, Totals]:
    """What each entry has, over all its scores."""
    sums: dict[EntryId, list[int]] = {entry: [0, 0, 0, 0, 0, 0] for entry in entries}
    for score in scores:
        for side, entry in enumerate((score.left, score.right)):
            if entry is None or entry not in sums:
                continue
            tiles = 0 if score.tiles is None else score.tiles[side] - score.tiles[1 - side]
            for i, more in enumerate(
                (score.tp[side], score.games, score.played, score.wins[side], tiles, int(score.unearned == side))
            ):
                sums[entry][i] += more
    return {entry: Totals(*numbers) for entry, numbers in sums.items()}


@dataclass(frozen=True)
class _Context:
    entries: tuple[EntryId, ...]
    scores: tuple[MatchScore, ...]
    totals: Mapping[EntryId, Totals]


_TieBreak: TypeAlias = Callable[[_Context, Sequence[EntryId]], Mapping[EntryId, Value]]


def _tp(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    return {entry: context.totals[entry].tp for entry in tied}


def _direct_tp(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    """TP among the tied, only where all of them have met equally often, and at least once."""
    if len(tied) < 2:
        return {}
    inside = set(tied)
    met: dict[tuple[EntryId, EntryId], int] = {}
    found: dict[EntryId, Value] = dict.fromkeys(tied, 0)
    for score in context.scores:
        if score.right is None or score.left not in inside or score.right not in inside:
            continue
        pair = (min(score.left, score.right), max(score.left, score.right))
        met[pair] = met.get(pair, 0) + score.games
        found[score.left] = (found[score.left] or 0) + score.tp[0]
        found[score.right] = (found[score.right] or 0) + score.tp[1]
    pairs = len(tied) * (len(tied) - 1) // 2
    return found if len(met) == pairs and len(set(met.values())) == 1 else {}


def _wins(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    return {entry: context.totals[entry].wins for entry in tied}


def _tiles(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    return {entry: context.totals[entry].tiles for entry in tied}


def _opponents_tp(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    """The TP that the opponents met over the board have in this table, each match once."""
    inside = set(tied)
    found: dict[EntryId, Value] = dict.fromkeys(tied, 0)
    for score in context.scores:
        if score.right is None or not score.played:
            continue
        for entry, opponent in ((score.left, score.right), (score.right, score.left)):
            if entry in inside and opponent in context.totals:
                found[entry] = (found[entry] or 0) + context.totals[opponent].tp
    return found


def _seed(context: _Context, tied: Sequence[EntryId]) -> dict[EntryId, Value]:
    inside = set(tied)
    return {entry: -place for place, entry in enumerate(context.entries, start=1) if entry in inside}


TIE_BREAKS: Final[Mapping[str, _TieBreak]] = {
    "tp": _tp,
    "direct_tp": _direct_tp,
    "wins": _wins,
    "tiles": _tiles,
    "opponents_tp": _opponents_tp,
    "seed": _seed,
}
"""Every tie-break by its name."""
