"""The boards of team matches as matches of their own, and what the fold makes of them.

The boards of any number of team matches are one structure of matches that feed nobody. Their occupants
are the players of the line-ups; exits are facts of teams and do not count here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.formats.folded import Folded, FoldedMatch
from tournaments.formats.graph import (
    BYE,
    Bye,
    EntrySource,
    MatchId,
    MatchNode,
    Occupant,
    Seed,
    Source,
    Structure,
    Table,
    TableKind,
    TablePoints,
)
from tournaments.formats.table import match_score

from .boards import BoardScore

BOARDS: Final = "boards"
"""The key under which boards count."""

POINTS: Final = TablePoints()
"""The points of games that are not played, as the regulations have them."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a team match: `occupants` are None before the line-ups stand and `BYE` where nobody sits."""

    match: MatchId
    number: int
    team_match: MatchId
    board: int
    occupants: tuple[Occupant, Occupant]
    games: int


def board_structure(boards: Sequence[Board]) -> Structure:
    """The structure of these boards. A player who is not known yet is a seed number that nobody has."""
    nodes = [
        MatchNode(
            id=board.match, number=board.number, round=board.team_match, position=board.board,
            sources=(_source(board, 0), _source(board, 1)), games=board.games, bracket=BOARDS, table=BOARDS,
        )
        for board in boards
    ]  # fmt: skip
    return Structure(nodes, [Table(BOARDS, TableKind.SWISS, ())])


def board_scores(
    folded: Folded, boards: Sequence[Board], points: TablePoints = POINTS
) -> dict[MatchId, tuple[BoardScore, ...]]:
    """What the boards of each team match count for, in the order of the boards."""
    found: dict[MatchId, list[BoardScore]] = {}
    for board in sorted(boards, key=lambda board: board.board):
        found.setdefault(board.team_match, []).append(board_score(folded[board.match], folded, board.board, points))
    return {match: tuple(scores) for match, scores in found.items()}


def board_score(found: FoldedMatch, folded: Folded, board: int, points: TablePoints = POINTS) -> BoardScore:
    """What one board counts for; an empty one is a DEFAULT (6.2), on both sides a double one."""
    games = found.node.games
    empty = [isinstance(occupant, Bye) for occupant in found.occupants]
    if any(empty):
        known = points.double_default if all(empty) else points.default
        left, right = known if empty[1] else (known[1], known[0])
        return BoardScore(board, (left * games, right * games), games, 0, (0, 0), (0, 0), True)
    score = match_score(folded, found, points)
    if score is None:
        return BoardScore(board, (0, 0), 0, 0, (0, 0), (0, 0), False)
    return BoardScore(board, score.tp, score.games, score.played, score.wins, score.tiles, score.is_final)


def _source(board: Board, side: int) -> Source:
    occupant = board.occupants[side]
    if isinstance(occupant, Bye):
        return BYE
    return Seed(2 * board.match + side) if occupant is None else EntrySource(occupant)
