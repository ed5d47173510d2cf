"""From the boards of a team match to its outcome (`docs/regulations.md` 6.2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.errors import ScoringError
from tournaments.formats.scoring import GAME_TP

from .boards import BoardScore, Pair, boards_won, total


@dataclass(frozen=True, slots=True)
class TeamRule:
    """How many boards, how many games on each, and whether the match counts in a `table`.

    In a table all games count for the standings, so that there is no early end.
    """

    boards: int = 5
    games: int = 2
    table: bool = False

    def __post_init__(self) -> None:
        if self.boards < 1 or self.games < 1:
            raise ScoringError("bad_rule", f"A team match cannot be played by {self}.")

    @property
    def enough(self) -> int:
        """The smallest TP, in tenths, that decide a match whatever is still to come (2.2): 100.1 of 200."""
        return self.boards * self.games * GAME_TP // 2 + 1


class TeamStatus(StrEnum):
    UNDECIDED = "undecided"  # boards are still to be played
    LEVEL = "level"  # level on every board: a ruling is needed, unless it is a match of a table
    DECIDED = "decided"


class TeamDecidedBy(StrEnum):
    """What decided a team match, with its regulation."""

    EARLY = "early"  # 2.2
    TP = "tp"  # 6.2
    BOARDS = "boards"  # 6.2, level in TP: more boards won
    BOARD = "board"  # 6.2, level in boards as well: the TP of the first board that was not


@dataclass(frozen=True, slots=True)
class TeamOutcome:
    """What the boards so far amount to.

    `tp` are the totals of all boards, those played on after the decision included. `winner` is None
    while undecided and where everything is level. `decided_on` is the board that decided level totals.
    `won` are the boards won, `remaining` those that are not through, and `needed` the TP each side
    still lacks for an early end.
    """

    status: TeamStatus
    winner: int | None
    decided_by: TeamDecidedBy | None
    decided_on: int | None
    tp: Pair
    won: Pair
    remaining: tuple[int, ...]
    needed: Pair

    @property
    def is_decided(self) -> bool:
        return self.status is TeamStatus.DECIDED


def team_outcome(boards: Iterable[BoardScore], rule: TeamRule) -> TeamOutcome:
    """The outcome of a team match from its boards, in any order; boards not given are still to be played.

    More than half of all TP end it early; boards played afterwards change totals and never the winner.
    Once all boards are through the order is: total TP, boards won, then TP of board 1, of board 2 and so
    on. Raises `ScoringError("bad_board")` for a board twice, one that is not there or with too many TP.
    """
    found = sorted(boards, key=lambda board: board.board)
    _check(found, rule)
    tp, won = total(found).tp, boards_won(found)
    through = {board.board for board in found if board.is_final}
    remaining = tuple(n for n in range(1, rule.boards + 1) if n not in through)
    needed = (0, 0) if rule.table else (max(0, rule.enough - tp[0]), max(0, rule.enough - tp[1]))
    status, winner, by, on = _decide(found, tp, won, rule, is_through=not remaining)
    return TeamOutcome(status, winner, by, on, tp, won, remaining, needed)


_Decision = tuple[TeamStatus, int | None, TeamDecidedBy | None, int | None]


def _decide(boards: list[BoardScore], tp: Pair, won: Pair, rule: TeamRule, *, is_through: bool) -> _Decision:
    if not rule.table and max(tp) >= rule.enough and not is_through:
        return TeamStatus.DECIDED, _leader(tp), TeamDecidedBy.EARLY, None
    if not is_through:
        return TeamStatus.UNDECIDED, None, None, None
    if tp[0] != tp[1]:
        return TeamStatus.DECIDED, _leader(tp), TeamDecidedBy.TP, None
    if won[0] != won[1]:
        return TeamStatus.DECIDED, _leader(won), TeamDecidedBy.BOARDS, None
    for board in boards:
        if board.winner is not None:
            return TeamStatus.DECIDED, board.winner, TeamDecidedBy.BOARD, board.board
    return TeamStatus.DECIDED if rule.table else TeamStatus.LEVEL, None, None, None


def _check(boards: list[BoardScore], rule: TeamRule) -> None:
    numbers = [board.board for board in boards]
    if len(set(numbers)) < len(numbers) or any(not 1 <= number <= rule.boards for number in numbers):
        raise ScoringError("bad_board", f"Boards are numbered 1 to {rule.boards}.", boards=tuple(numbers))
    most = rule.games * GAME_TP
    for board in boards:
        if min(board.tp) < 0 or sum(board.tp) > most:
            raise ScoringError("bad_board", "The sides of a board share the TP of its games.", board=board.board)


def _leader(pair: Pair) -> int:
    return 0 if pair[0] > pair[1] else 1
