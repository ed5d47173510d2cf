"""What each match of a table gives its two sides (`docs/regulations.md` 3, 3.1, 3.5 and 5.1).

A table counts games, not matches: the confirmed games of a match that still goes on count at
once, and a game that will never be played counts as its match's decision says.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .facts import Decision, DecisionKind, GameResult
from .folded import Folded, FoldedMatch, MatchState
from .graph import Bye, EntryId, MatchId, Table, TablePoints
from .teams.boards import Pair, Total, total


class MatchScore(NamedTuple):
    """What a match counts for in its table, sides left and right.

    `right` is None for a bye. `tp` are in tenths, over `games` games; `played` of these were
    played over the board or stated by a ruling. `wins` are games won, in halves (2 a win, 1 a
    draw), and `tiles` the tile scores, both of those `played` only, and None where they are not
    known for all of them. `is_final` says that nothing more is to come. `kind` is the decision's,
    None where games alone speak; `unearned` is the side that took an unplayed win or a bye,
    which stands against a further bye (section 3, last column).
    """

    match: MatchId
    round: int
    left: EntryId
    right: EntryId | None
    tp: Pair
    games: int
    played: int
    wins: Pair | None
    tiles: Pair | None
    is_final: bool
    kind: DecisionKind | None = None
    unearned: int | None = None

    @property
    def is_bye(self) -> bool:
        return self.right is None


def members(folded: Folded, table: Table) -> tuple[EntryId, ...]:
    """Who takes part in a table, in seed order; seats that are not filled yet are left out."""
    found = (folded.facts.occupant(source) for source in table.members)
    return tuple(entry for entry in found if entry is not None)


def match_scores(folded: Folded, table: Table) -> tuple[MatchScore, ...]:
    """The scores of a table's matches, in the structure's order.

    Left out are matches without anything that counts yet and, in a group, those of entries that
    were taken out of it.
    """
    return tuple(
        score
        for node in folded.structure.by_table[table.key]
        if (score := match_score(folded, folded.matches[node.id], table.points)) is not None
    )


def match_score(folded: Folded, found: FoldedMatch, points: TablePoints) -> MatchScore | None:
    """What one match counts for; None where nothing counts, or no longer."""
    left, right = found.occupants
    if left in folded.annulled or right in folded.annulled or found.state is MatchState.ANNULLED:
        return None
    if isinstance(left, Bye) or isinstance(right, Bye):
        entry = right if isinstance(left, Bye) else left
        return None if entry is None or isinstance(entry, Bye) else _bye(found, entry, points)
    if left is None or right is None:
        return None
    counted = _counted(folded, found.node.id)
    if found.decision is not None:
        return _decided(found, found.decision, left, right, counted, points)
    if found.state is MatchState.WALKOVER:
        absent = [side for side, entry in enumerate((left, right)) if entry in found.out]
        unplayed = points.double_default if len(absent) == 2 else _for_absent(points.walkover, absent[0])
        winner = None if len(absent) == 2 else 1 - absent[0]
        return _score(found, left, right, counted, unplayed, is_final=True, unearned=winner)
    return _score(found, left, right, counted, None, is_final=False) if counted.games else None


def _counted(folded: Folded, match: MatchId) -> Total:
    """What was played of a match so far: its games, or the boards of a team match."""
    boards = folded.facts.boards.get(match)
    if boards is not None:
        return total(boards)
    games = [game for game in folded.facts.games.get(match, ()) if not game.decider]
    left = right = 0
    for game in games:
        left, right = left + game.tp[0], right + game.tp[1]
    return Total((left, right), len(games), len(games), _wins(games), _tiles(games))


def _decided(
    found: FoldedMatch,
    decision: Decision,
    left: EntryId,
    right: EntryId,
    counted: Total,
    points: TablePoints,
) -> MatchScore | None:
    kind, planned = decision.kind, found.node.games
    if kind is DecisionKind.PLAYED and counted.games >= planned:
        return _score(found, left, right, counted, None, is_final=True, kind=kind)
    if kind in (DecisionKind.PLAYED, DecisionKind.ADJUDICATED, DecisionKind.IMPORTED):
        tp = decision.tp
        if tp is None or tp[0] is None or tp[1] is None:
            return None
        return MatchScore(
            match=found.node.id, round=found.node.round, left=left, right=right, tp=(tp[0], tp[1]), games=planned,
            played=planned, wins=_stated_wins((tp[0], tp[1]), counted, planned),
            tiles=None if counted.games < planned else counted.tiles, is_final=True, kind=kind,
        )  # fmt: skip
    if kind is DecisionKind.DOUBLE_DEFAULT or decision.winner is None:
        return _score(found, left, right, counted, points.double_default, is_final=True, kind=kind)
    excused = kind is DecisionKind.WALKOVER or (kind is DecisionKind.RETIRED and decision.excused)
    unplayed = _for_absent(points.walkover if excused else points.default, 1 - decision.winner)
    # a game won over the board was earned: RETIRED does not stand against a bye (section 3)
    unearned = None if kind is DecisionKind.RETIRED else decision.winner
    return _score(found, left, right, counted, unplayed, is_final=True, kind=kind, unearned=unearned)


def _score(
    found: FoldedMatch,
    left: EntryId,
    right: EntryId,
    counted: Total,
    unplayed: Pair | None,
    *,
    is_final: bool,
    kind: DecisionKind | None = None,
    unearned: int | None = None,
) -> MatchScore:
    """The played games as they stand, and the missing ones at `unplayed` TP each, if given."""
    node = found.node
    ours, theirs = counted.tp
    missing = 0 if unplayed is None else max(0, node.games - counted.games)
    if unplayed is not None:
        ours, theirs = ours + missing * unplayed[0], theirs + missing * unplayed[1]
    return MatchScore(
        node.id, node.round, left, right, (ours, theirs), counted.games + missing, counted.played, counted.wins,
        counted.tiles, is_final, kind, unearned,
    )  # fmt: skip


def _bye(found: FoldedMatch, entry: EntryId, points: TablePoints) -> MatchScore:
    games = found.node.games
    return MatchScore(
        match=found.node.id, round=found.node.round, left=entry, right=None, tp=(points.bye * games, 0), games=games,
        played=0, wins=(0, 0), tiles=(0, 0), is_final=True, unearned=0,
    )  # fmt: skip


def _for_absent(points: Pair, absent: int) -> Pair:
    """Points given as (present, absent), turned to (left, right)."""
    return points if absent == 1 else (points[1], points[0])


def _wins(games: Sequence[GameResult]) -> Pair:
    left = right = 0
    for game in games:
        ours, theirs = (0, 0) if game.deadlock else game.tiles or game.tp
        if ours > theirs:
            left += 2
        elif theirs > ours:
            right += 2
        else:
            left, right = left + 1, right + 1
    return left, right


def _stated_wins(tp: Pair, counted: Total, planned: int) -> Pair | None:
    """Wins where only a match's TP are stated: a single game not known is told by what is left."""
    if counted.games >= planned or counted.wins is None:
        return counted.wins
    if planned - counted.games > 1:
        return None
    left, right = counted.wins
    rest = tp[0] - counted.tp[0], tp[1] - counted.tp[1]
    return left + 1 + (rest[0] > rest[1]) - (rest[0] < rest[1]), right + 1 + (rest[1] > rest[0]) - (rest[1] < rest[0])


def _tiles(games: Sequence[GameResult]) -> Pair | None:
    left = right = 0
    for game in games:
        if game.deadlock:
            continue
        if game.tiles is None:
            return None
        left, right = left + game.tiles[0], right + game.tiles[1]
    return left, right
