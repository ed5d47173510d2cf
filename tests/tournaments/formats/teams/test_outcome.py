"""From boards to a team match (`docs/regulations.md` 6.2)."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import seeded
from tournaments.formats.deciding import adjudicated, team_played
from tournaments.formats.errors import ScoringError
from tournaments.formats.fold import fold
from tournaments.formats.knockout import knockout
from tournaments.formats.scoring import GAME_TP
from tournaments.formats.teams.boards import BoardScore, total
from tournaments.formats.teams.outcome import TeamDecidedBy, TeamOutcome, TeamRule, TeamStatus, team_outcome

REAL = Path(__file__).parents[4] / "tournaments" / "data" / "wttc_2002_team_matches_partial.csv"
RULE = TeamRule()


def board(number: int, left: int, right: int | None = None, *, is_final: bool = True) -> BoardScore:
    """A board of two games with these TP, in tenths; the other side has the rest."""
    tp = (left, 400 - left if right is None else right)
    return BoardScore(number, tp, 2, 2, None, None, is_final)


def outcome(*left: int) -> TeamOutcome:
    return team_outcome([board(n, tp) for n, tp in enumerate(left, start=1)], RULE)


def test_total_points_decide_then_boards_won_then_the_first_board_that_differs():
    by_tp = outcome(300, 100, 200, 200, 201)
    assert (by_tp.winner, by_tp.decided_by, by_tp.won) == (0, TeamDecidedBy.TP, (2, 1))
    by_boards = outcome(300, 150, 150, 150, 250)
    assert (by_boards.winner, by_boards.decided_by, by_boards.won) == (1, TeamDecidedBy.BOARDS, (2, 3))
    by_board = outcome(200, 190, 210, 250, 150)
    assert (by_board.winner, by_board.decided_by, by_board.decided_on) == (1, TeamDecidedBy.BOARD, 2)
    level = outcome(200, 200, 200, 200, 200)
    assert (level.status, level.winner) == (TeamStatus.LEVEL, None)
    assert team_outcome([board(n, 200) for n in range(1, 6)], TeamRule(table=True)).is_decided


def test_more_than_half_of_all_points_ends_a_match_early_but_not_in_a_table():
    four = [board(n, tp) for n, tp in enumerate((400, 400, 100, 126), start=1)]
    early = team_outcome(four, RULE)
    assert (early.tp, early.decided_by, early.remaining) == ((1026, 574), TeamDecidedBy.EARLY, (5,))
    assert team_outcome(four, TeamRule(table=True)).status is TeamStatus.UNDECIDED
    half = [board(1, 400), board(2, 400), board(3, 200, 100, is_final=False)]
    assert (team_outcome(half, RULE).status, team_outcome(half, RULE).needed) == (TeamStatus.UNDECIDED, (1, 901))
    assert outcome().remaining == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("boards", [[board(1, 200), board(1, 200)], [board(6, 200)], [board(1, 300, 101)]])
def test_boards_that_cannot_be(boards):
    with pytest.raises(ScoringError, match=r"board|Boards"):
        team_outcome(boards, RULE)


def test_the_real_matches_of_2002_are_accepted_and_decide_as_they_did():
    """Only totals are known: an arbiter's ruling gives them, and they are split over boards as well.

    Of the other matches in the file no points are known; they come in as history (`test_reading`).
    """
    seen = 0
    with REAL.open() as file:
        for row in csv.DictReader(file):
            if not row["tp_a"]:
                assert (row["tp_b"], row["games_played"]) == ("", "")
                continue
            seen += 1
            tp = (round(10 * float(row["tp_a"])), round(10 * float(row["tp_b"])))
            structure, facts = knockout(2, lines=(1, 2)), seeded(2)
            ruled = adjudicated(facts, fold(structure, facts)[structure.matches[0].id], tp)
            assert (ruled.winner, ruled.tp) == (0, tp)
            boards = _spread(tp, int(row["mini_matches_played"]))
            played = team_played(facts, fold(structure, facts)[structure.matches[0].id], boards, RULE)
            assert played is not None
            assert (played.winner, played.tp) == (0, tp)
            by = team_outcome(boards, RULE).decided_by
            assert by is (TeamDecidedBy.TP if row["games_played"] == "10" else TeamDecidedBy.EARLY)
            if row["games_won_a"]:
                assert int(row["games_won_a"]) + int(row["games_won_b"]) == int(row["games_played"])
    assert seen == 3


def _spread(tp: tuple[int, int], boards: int) -> list[BoardScore]:
    found, rest = [], tp[0]
    for number in range(1, boards + 1):
        left = min(400, max(0, rest - 200 * (boards - number)))
        found.append(board(number, left))
        rest -= left
    assert rest == 0
    assert total(found).tp == tp
    return found


points = st.integers(0, 2 * GAME_TP)
full = st.lists(points, min_size=5, max_size=5)


@given(full)
def test_the_order_of_the_boards_played_and_the_sides_make_no_difference(left):
    boards = [board(n, tp) for n, tp in enumerate(left, start=1)]
    found = team_outcome(boards, RULE)
    turned = team_outcome([board(b.board, b.tp[1]) for b in reversed(boards)], RULE)
    assert turned.winner == (None if found.winner is None else 1 - found.winner)
    assert turned.decided_by == found.decided_by
    # one of two teams is ahead unless every single board is level
    assert (found.status is TeamStatus.LEVEL) == all(tp == GAME_TP for tp in left)


@given(full, st.permutations(range(5)))
def test_what_is_decided_early_stays_decided(left, order):
    """Whatever is played afterwards, and in whatever order the boards end."""
    boards = [board(n, tp) for n, tp in enumerate(left, start=1)]
    end = team_outcome(boards, RULE)
    for count in range(5):
        so_far = team_outcome([boards[index] for index in order[:count]], RULE)
        if so_far.is_decided:
            assert so_far.winner == end.winner
