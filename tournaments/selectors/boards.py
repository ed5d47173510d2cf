"""The boards of team matches: who sits at them by the line-ups, and what they count for."""

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet

from tantrix_site.compiled import Compiled, CompiledObjects
from tournaments.formats.facts import Facts
from tournaments.formats.fold import fold
from tournaments.formats.graph import BYE, EntryId, MatchId, Occupant, TablePoints
from tournaments.formats.teams.board_match import Board, board_scores, board_structure
from tournaments.formats.teams.boards import BoardScore
from tournaments.formats.teams.line_up import LineUp as CoreLineUp
from tournaments.models import LineUp, Match, Slot
from tournaments.selectors.stored_facts import decisions_of, games_of

Seated = tuple[CoreLineUp, CoreLineUp]


def boards_in(team_matches: QuerySet[Match]) -> QuerySet[Match]:
    """The boards of these team matches."""
    return Match.every.filter(team_match__in=team_matches)


def with_boards(matches: Collection[MatchId]) -> QuerySet[Match]:
    """These matches and, of team matches among them, the boards.

    As a query of its own it finds its rows by their keys; joined to reports or games it would read all of those.
    """
    return Match.every.filter(Q(pk__in=matches) | Q(team_match__in=matches))


def read_boards(boards: QuerySet[Match]) -> list[Board]:
    """These boards with the players that the line-ups put there, in the order of their numbers; three queries."""
    rows = list(boards.order_by("number").values_list("pk", "number", "team_match", "board", "games"))
    seated = line_ups_in_force({team_match for _pk, _number, team_match, *_rest in rows if team_match is not None})
    return [
        Board(pk, number, team_match, board, _occupants(seated.get(team_match), board), games)
        for pk, number, team_match, board, games in rows
        if team_match is not None and board is not None
    ]


@Compiled
def _seats(matches: Sequence[MatchId]) -> QuerySet[Slot, tuple[MatchId, EntryId | None]]:
    return Slot.objects.filter(match__in=matches).order_by("match", "side").values_list("match", "occupant")


@CompiledObjects
def _fixed(matches: Sequence[MatchId]) -> QuerySet[LineUp]:
    return LineUp.objects.filter(match__in=matches, current=True, fixed_at__isnull=False)


def line_ups_in_force(team_matches: set[MatchId]) -> dict[MatchId, Seated]:
    """The fixed line-ups, left and right, of those team matches in which both teams have one against the other."""
    pairs: dict[MatchId, list[EntryId | None]] = {}
    pks = sorted(team_matches)
    for match, occupant in _seats(pks):
        pairs.setdefault(match, []).append(occupant)
    orders: dict[tuple[MatchId, EntryId, EntryId], CoreLineUp] = {
        (row.match_id, row.team_id, row.opponent_id): tuple(row.players) for row in _fixed(pks)
    }
    found: dict[MatchId, Seated] = {}
    for match, (left, right) in pairs.items():
        if left is None or right is None:
            continue
        ours, theirs = orders.get((match, left, right)), orders.get((match, right, left))
        if ours is not None and theirs is not None:
            found[match] = (ours, theirs)
    return found


def scores_of(boards: QuerySet[Match], points: TablePoints) -> dict[MatchId, tuple[BoardScore, ...]]:
    """What these boards count for, by team match; five queries."""
    rows = read_boards(boards)
    facts = Facts(seeds={}, decisions={found.match: found for found in decisions_of(boards)}, games=games_of(boards))
    return board_scores(fold(board_structure(rows), facts), rows, points)


def _occupants(seated: Seated | None, board: int) -> tuple[Occupant, Occupant]:
    if seated is None:
        return None, None
    left, right = (order[board - 1] if board <= len(order) else None for order in seated)
    return BYE if left is None else left, BYE if right is None else right
