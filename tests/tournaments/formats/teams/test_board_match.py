"""What boards count for, and a group of teams that is ordered by them (`docs/regulations.md` 3, 5.1 and 6.2)."""

import pytest

from tests.tournaments.formats.playing import NOON, game, seeded
from tournaments.formats.deciding import default, retired, team_played
from tournaments.formats.facts import Exit, Facts
from tournaments.formats.fold import annulled_entries, fold
from tournaments.formats.graph import BYE
from tournaments.formats.round_robin import round_robin
from tournaments.formats.standings import standings
from tournaments.formats.table import match_scores
from tournaments.formats.teams.board_match import Board, board_scores, board_structure
from tournaments.formats.teams.boards import BoardScore
from tournaments.formats.teams.outcome import TeamRule

LEFT, RIGHT = (50, 10), (10, 50)  # 20.0 : 0.0 and the other way


def boards_of(*occupants) -> list[Board]:
    return [
        Board(match=n, number=n, team_match=90, board=n, occupants=pair, games=2) for n, pair in enumerate(occupants, 1)
    ]


def test_games_count_at_once_and_what_is_not_played_by_its_decision():
    boards = boards_of((11, 21), (12, 22), (13, BYE), (BYE, 24), (BYE, BYE), (None, None))
    facts = Facts({}).with_games(1, [game(1, 1, *LEFT)]).with_games(2, [game(2, 1, *LEFT)])
    structure = board_structure(boards)
    facts = facts.with_decision(default(facts, fold(structure, facts)[2], 0))
    found = board_scores(fold(structure, facts), boards)[90]
    assert found == (
        BoardScore(1, (200, 0), 1, 1, (2, 0), (50, 10), False),
        BoardScore(2, (200, 150), 2, 1, (2, 0), (50, 10), True),  # left did not come to the second game
        BoardScore(3, (300, 0), 2, 0, (0, 0), (0, 0), True),
        BoardScore(4, (0, 300), 2, 0, (0, 0), (0, 0), True),
        BoardScore(5, (0, 0), 2, 0, (0, 0), (0, 0), True),
        BoardScore(6, (0, 0), 0, 0, (0, 0), (0, 0), False),
    )
    assert [score.winner for score in found] == [None, 0, 0, 1, None, None]


GROUP = round_robin([(1, 2, 3)], games=6)
RULE = TeamRule(boards=3, table=True)


def with_boards(facts: Facts, match: int, *boards: BoardScore) -> Facts:
    facts = facts.with_boards(match, boards)
    decision = team_played(facts, fold(GROUP, facts)[match], boards, RULE)
    return facts if decision is None else facts.with_decision(decision)


def full(board: int, left: int, wins: tuple[int, int], tiles: tuple[int, int] = (60, 60)) -> BoardScore:
    return BoardScore(board, (left, 400 - left), 2, 2, wins, tiles, True)


def test_a_group_of_teams_is_ordered_by_the_points_wins_and_tiles_of_all_boards():
    facts = seeded(3)
    first, second = (node.id for node in GROUP.order[:2])
    empty = BoardScore(3, (300, 0), 2, 0, (0, 0), (0, 0), True)
    facts = with_boards(facts, first, full(1, 300, (3, 1), (70, 50)), full(2, 200, (2, 2)), empty)
    score = match_scores(fold(GROUP, facts), GROUP.table("A"))[0]
    assert (score.tp, score.games, score.played, score.wins, score.tiles) == ((800, 300), 6, 4, (5, 3), (130, 110))
    facts = facts.with_boards(second, [full(1, 100, (0, 4))])
    running = match_scores(fold(GROUP, facts), GROUP.table("A"))[1]
    assert (running.tp, running.games, running.is_final) == ((100, 300), 2, False)
    folded = fold(GROUP, facts)
    facts = facts.with_decision(retired(facts, folded[second], 0, boards=facts.boards[second]))
    stopped = match_scores(fold(GROUP, facts), GROUP.table("A"))[1]
    assert (stopped.tp, stopped.games) == ((100 + 4 * 50, 300 + 4 * 150), 6)
    rows = standings(fold(GROUP, facts), GROUP.table("A"))
    assert sum(row.totals.tp for row in rows) == 800 + 300 + 300 + 900


@pytest.mark.parametrize(("boards", "is_out"), [(3, True), (4, False)])
def test_boards_played_tell_whether_a_team_stays_in_the_group_it_left(boards, is_out):
    group = round_robin([(1, 2, 3)], games=8)
    facts = seeded(3)
    match = group.order[0].id
    facts = facts.with_boards(match, [full(n, 200, (2, 2)) for n in range(1, boards + 1)])
    entry = facts.occupant(group.order[0].sources[0])
    assert (annulled_entries(group, facts.with_exit(Exit(entry, NOON))) == {entry}) == is_out
