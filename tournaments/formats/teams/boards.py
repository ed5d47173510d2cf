"""What the boards of a team match count for.

A board counts like a match of a table (`docs/regulations.md` 3): confirmed games at once, and a game
that will never be played by the points of its decision. That holds in a knockout as well, because
there too the TP of all boards are added up (6.2).
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Pair: TypeAlias = tuple[int, int]


class BoardScore(NamedTuple):
    """One board, sides left and right as in its team match.

    `tp` are in tenths over `games` games, of which `played` were played over the board. `wins` are
    games won, in halves, and `tiles` tile scores, both of the played games and None where they are not
    known for all of them. `is_final` says that nothing more is to come.
    """

    board: int
    tp: Pair
    games: int
    played: int
    wins: Pair | None
    tiles: Pair | None
    is_final: bool

    @property
    def winner(self) -> int | None:
        """The side that has the more TP once the board is through; None before that and if it ended level."""
        if not self.is_final or self.tp[0] == self.tp[1]:
            return None
        return 0 if self.tp[0] > self.tp[1] else 1


class Total(NamedTuple):
    """Several boards added up; see `BoardScore`."""

    tp: Pair
    games: int
    played: int
    wins: Pair | None
    tiles: Pair | None


def total(boards: Iterable[BoardScore]) -> Total:
    """The sum of these boards."""
    found = tuple(boards)
    return Total(
        tp=(sum(board.tp[0] for board in found), sum(board.tp[1] for board in found)),
        games=sum(board.games for board in found),
        played=sum(board.played for board in found),
        wins=_sum(board.wins for board in found),
        tiles=_sum(board.tiles for board in found),
    )


def boards_won(boards: Iterable[BoardScore]) -> Pair:
    """How many boards each side has won; a level board counts for neither."""
    winners = [board.winner for board in boards]
    return winners.count(0), winners.count(1)


def _sum(pairs: Iterable[Pair | None]) -> Pair | None:
    left = right = 0
    for pair in pairs:
        if pair is None:
            return None
        left, right = left + pair[0], right + pair[1]
    return left, right
