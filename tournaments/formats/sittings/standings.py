"""The points of players who sit down with others each round, and their order."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tournaments.formats.errors import ScoringError
from tournaments.formats.graph import EntryId
from tournaments.formats.scoring import GAME_TP, game_points

BYE_TP: Final = 120
"""What sitting out counts against each opponent one would have had in each game (`docs/regulations.md` 3.1)."""


class Attended(StrEnum):
    """Whether a result is of a game, of a round that was sat out by lot, or of one that was missed."""

    PLAYED = "played"
    SAT_OUT = "sat_out"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one game, or one round without any, counts for an entry, in tenths; wins over one opponent count 2, draws 1.

    `possible` is what it would have had at best: 20 TP for each opponent and game.
    """

    entry: EntryId
    tp: int
    possible: int
    wins: int = 0
    tiles: int = 0
    attended: Attended = Attended.PLAYED


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A line of the standings. The share is that of the points that could be had."""

    entry: EntryId
    place: int
    games: int
    byes: int
    tp: int
    possible: int
    wins: int
    tiles: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.tp, self.possible) if self.possible else Fraction(0)


@dataclass(slots=True)
class _Sum:
    entry: EntryId
    games: int = 0
    byes: int = 0
    tp: int = 0
    possible: int = 0
    wins: int = 0
    tiles: int = 0
    key: tuple[Fraction, int, int, int] = field(default=(Fraction(0), 0, 0, 0))


def seat_points(tiles: Sequence[int], *, pairs: bool, deadlock: bool = False) -> tuple[int, ...]:
    """TP of each seat, in tenths: the sum over all opponents, or in doubles for both players those of their pair.

    `tiles` are those of each seat, in doubles of each side. Raises `ScoringError`.
    """
    if not pairs:
        if len(tiles) < 3:
            raise ScoringError("bad_sides", "Three or four players sit at a table.", sides=len(tiles))
        return game_points(tiles, deadlock=deadlock)
    if len(tiles) != 2:
        raise ScoringError("bad_sides", "Two pairs play a game of doubles.", sides=len(tiles))
    return game_points(tiles, deadlock=deadlock) * 2


def shared_points(seats: int, *, pairs: bool) -> int:
    """What all seats of a game have together, in tenths: 60 or 120 TP; in doubles 20 for each of the two at a side."""
    return 2 * GAME_TP if pairs else GAME_TP * seats * (seats - 1) // 2


def most_points(seats: int, *, pairs: bool) -> int:
    """What one seat can have in a game, in tenths."""
    return GAME_TP if pairs else GAME_TP * (seats - 1)


def seat_results(
    seats: Sequence[EntryId],
    tp: Sequence[int],
    tiles: Sequence[int] | None,
    *,
    pairs: bool,
    deadlock: bool = False,
) -> tuple[SeatResult, ...]:
    """One game for each of its players. Without tiles, as an arbiter may rule, points alone count."""
    possible = most_points(len(seats), pairs=pairs)
    if tiles is None:
        return tuple(SeatResult(entry, points, possible) for entry, points in zip(seats, tp, strict=True))
    own = [tiles[n % 2] for n in range(len(seats))] if pairs else list(tiles)
    found = []
    for n, entry in enumerate(seats):
        others = [1 - n % 2] if pairs else [other for other in range(len(seats)) if other != n]
        wins = sum(1 if deadlock or own[n] == own[other] else 2 * (own[n] > own[other]) for other in others)
        difference = 0 if deadlock else sum(own[n] - own[other] for other in others)
        found.append(SeatResult(entry, tp[n], possible, wins, difference))
    return tuple(found)


def bye_result(entry: EntryId, games: int, size: int, *, pairs: bool) -> SeatResult:
    """A round of so many games sat out, against the opponents of a table of that size."""
    opponents = 1 if pairs else size - 1
    return SeatResult(entry, BYE_TP * opponents * games, GAME_TP * opponents * games, attended=Attended.SAT_OUT)


def missed_result(entry: EntryId, games: int, size: int, *, pairs: bool) -> SeatResult:
    """A round of so many games for which one was not there: nothing of what could be had (5.3)."""
    return replace(bye_result(entry, games, size, pairs=pairs), tp=0, attended=Attended.MISSED)


def seat_standings(entries: Collection[EntryId], results: Iterable[SeatResult]) -> tuple[SeatRow, ...]:
    """By share of the points that could be had, then TP, wins and tile difference; who is level in all shares a place.

    At tables of one size with games for all, this is the order by TP.
    """
    sums = {entry: _Sum(entry) for entry in sorted(entries)}
    for result in results:
        row = sums.setdefault(result.entry, _Sum(result.entry))
        row.games += result.attended is Attended.PLAYED
        row.byes += result.attended is Attended.SAT_OUT
        row.tp += result.tp
        row.possible += result.possible
        row.wins += result.wins
        row.tiles += result.tiles
    for row in sums.values():
        share = Fraction(row.tp, row.possible) if row.possible else Fraction(-1)
        row.key = (share, row.tp, row.wins, row.tiles)
    order = sorted(sums.values(), key=lambda row: row.key, reverse=True)
    places = [1]
    for number, (before, row) in enumerate(pairwise(order), start=2):
        places.append(places[-1] if row.key == before.key else number)
    return tuple(
        SeatRow(row.entry, place, row.games, row.byes, row.tp, row.possible, row.wins, row.tiles)
        for row, place in zip(order, places, strict=False)
    )
