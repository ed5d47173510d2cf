"""The table of decisions, row by row, in every kind of stage (`docs/regulations.md` 3)."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.tournaments.formats.playing import leave, plate_of_eight, seeded
from tests.tournaments.formats.test_table import with_tiles
from tournaments.formats.deciding import (
    adjudicated,
    cleared,
    default,
    double_default,
    imported,
    played,
    retired,
    walkover,
)
from tournaments.formats.facts import Decision, DecisionKind, Facts, GameResult
from tournaments.formats.fold import Folded, fold
from tournaments.formats.folded import FoldedMatch, MatchState
from tournaments.formats.graph import BYE, Bye, EntrySource, MatchNode, Structure, Table, TableKind
from tournaments.formats.match import MatchRule
from tournaments.formats.round_robin import round_robin
from tournaments.formats.standings import standings
from tournaments.formats.table import MatchScore, match_scores

ENTRIES = (101, 102)
WON = GameResult(1, 1, (150, 50), (20, 15))
LOST = GameResult(1, 2, (47, 153), (15, 21))


@dataclass(frozen=True)
class Row:
    """What a row of the table says of a match of three games between 101 and 102.

    `games` were played before `decide`. `moves_on` is the side that moves on in a knockout, None
    for nobody (the next slot is a bye). `tp` are those in a table, `plate` says whether the other
    side may enter the plate, `unearned` which side's win counts as a bye.
    """

    kind: DecisionKind
    decide: Callable[[Facts, FoldedMatch], Decision | None]
    moves_on: int | None
    tp: tuple[int, int] | None
    plate: bool
    unearned: int | None
    games: tuple[GameResult, ...] = ()


def by_games(games: tuple[GameResult, ...], *, table: bool) -> Callable[[Facts, FoldedMatch], Decision | None]:
    return lambda facts, found: played(facts, found, games, MatchRule(3, table=table))


ALL = (WON, LOST, GameResult(1, 3, (160, 40), (24, 15)))
ROWS = [
    Row(DecisionKind.PLAYED, by_games(ALL, table=False), 0, (357, 243), True, None, ALL),
    Row(DecisionKind.WALKOVER, lambda f, m: walkover(f, m, 1), 0, (450, 150), False, 0),
    Row(DecisionKind.WALKOVER, lambda f, m: walkover(f, m, 0), 1, (150, 450), False, 1),
    Row(DecisionKind.WALKOVER, lambda f, m: walkover(f, m, 1), 0, (47 + 300, 153 + 100), False, 0, (LOST,)),
    Row(DecisionKind.DEFAULT, lambda f, m: default(f, m, 1), 0, (450, 0), False, 0),
    Row(DecisionKind.DEFAULT, lambda f, m: default(f, m, 0), 1, (0, 450), False, 1),
    Row(DecisionKind.DOUBLE_DEFAULT, double_default, None, (0, 0), False, None),
    Row(DecisionKind.RETIRED, lambda f, m: retired(f, m, 1), 0, (197 + 150, 203 + 50), True, None, (WON, LOST)),
    Row(
        DecisionKind.RETIRED, lambda f, m: retired(f, m, 0, excused=False), 1, (150, 50 + 300), True, None, (WON,)
    ),
    Row(DecisionKind.ADJUDICATED, lambda f, m: adjudicated(f, m, (290, 310)), 1, (290, 310), True, None),
    Row(DecisionKind.ADJUDICATED, lambda f, m: adjudicated(f, m, (300, 300), 0), 0, (300, 300), True, None),
    Row(DecisionKind.IMPORTED, lambda f, m: imported(f, m, 0, (320, 270)), 0, (320, 270), True, None),
    Row(DecisionKind.IMPORTED, lambda f, m: imported(f, m, 1), 1, None, True, None),
]  # fmt: skip
IDS = [f"{row.kind}-{i}" for i, row in enumerate(ROWS)]


def test_every_kind_has_a_row():
    """VOID has a test of its own: it leaves a match as if nothing had been decided."""
    assert {row.kind for row in ROWS} | {DecisionKind.VOID} == set(DecisionKind)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_in_a_knockout(row):
    structure = plate_of_eight()
    facts = seeded(8)
    decision = row.decide(facts, fold(structure, facts)[1])
    assert decision is not None
    pair = (101, 108)
    done = fold(structure, facts.with_decision(decision))
    winner = BYE if row.moves_on is None else pair[row.moves_on]
    assert (done[1].state, done.occupant((5, 0))) == (MatchState.DECIDED, winner)
    in_plate = done.occupant((8, 0))
    if row.moves_on is not None and row.plate:
        assert in_plate == pair[1 - row.moves_on]
    else:
        assert in_plate is BYE


def a_swiss() -> Structure:
    nodes = [
        MatchNode(1, 1, 1, 0, (EntrySource(101), EntrySource(102)), 3, table="S", bracket="S"),
        MatchNode(2, 2, 1, 1, (EntrySource(103), BYE), 3, table="S", bracket="S"),
    ]
    return Structure(nodes, [Table("S", TableKind.SWISS, tuple(EntrySource(e) for e in (101, 102, 103)), 1)])


TABLES = [(round_robin([(1, 2)], games=3), seeded(2), "A"), (a_swiss(), Facts({}), "S")]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
@pytest.mark.parametrize(("structure", "facts", "key"), TABLES, ids=["group", "swiss"])
def test_in_a_table(structure, facts, key, row):
    facts = facts.with_games(1, row.games)
    decide = by_games(row.games, table=True) if row.kind is DecisionKind.PLAYED else row.decide
    decision = decide(facts, fold(structure, facts)[1])
    assert decision is not None
    done = fold(structure, facts.with_decision(decision))
    found = [score for score in match_scores(done, structure.table(key)) if score.match == 1]
    if row.tp is None:
        assert found == []
        return
    (score,) = found
    assert (score.tp, score.games, score.unearned, score.is_final) == (row.tp, 3, row.unearned, True)
    totals = {line.entry: line.totals for line in standings(done, structure.table(key))}
    assert [totals[entry].tp for entry in ENTRIES] == list(row.tp)
    assert [totals[entry].unearned for entry in ENTRIES] == [int(row.unearned == side) for side in (0, 1)]
    stated = row.kind in (DecisionKind.ADJUDICATED, DecisionKind.IMPORTED)
    assert score.played == (3 if stated else len(row.games))


@pytest.mark.parametrize(("structure", "facts", "key"), TABLES, ids=["group", "swiss"])
def test_void_leaves_the_match_open_and_its_games_count(structure, facts, key):
    facts = facts.with_games(1, [WON])
    facts = facts.with_decision(walkover(facts, fold(structure, facts)[1], 1))
    facts = facts.with_decision(cleared(facts, 1))
    done = fold(structure, facts)
    assert done[1].state is MatchState.OPEN
    score = next(score for score in match_scores(done, structure.table(key)) if score.match == 1)
    assert (score.tp, score.games, score.is_final, score.kind) == ((150, 50), 1, False, None)


@pytest.mark.parametrize(
    ("known", "tp", "wins"),
    [
        ((WON, LOST), (357, 243), (4, 2)),  # 16.0 of the third game are left
        ((WON, LOST), (257, 343), (2, 4)),
        ((WON, LOST), (297, 303), (3, 3)),
        ((WON,), (357, 243), None),  # two games are not known
        (ALL, (300, 300), (4, 2)),  # the games stand, whatever the arbiter made of the points
    ],
)
def test_wins_behind_stated_points_as_far_as_they_are_known(known, tp, wins):
    structure, facts, key = TABLES[0]
    facts = facts.with_games(1, known)
    done = fold(structure, facts.with_decision(adjudicated(facts, fold(structure, facts)[1], tp)))
    (score,) = match_scores(done, structure.table(key))
    assert (score.tp, score.wins, score.tiles) == (tp, wins, (59, 51) if known is ALL else None)
    totals = {row.entry: row.totals.wins for row in standings(done, structure.table(key))}
    assert totals == (dict.fromkeys(ENTRIES) if wins is None else dict(zip(ENTRIES, wins, strict=True)))


@pytest.mark.parametrize("games", [1, 2, 4])
def test_a_bye_is_worth_twelve_points_a_game_and_counts_as_one(games):
    node = MatchNode(1, 1, 1, 0, (BYE, EntrySource(103)), games, table="S", bracket="S")
    structure = Structure([node], [Table("S", TableKind.SWISS, (EntrySource(103),), 1)])
    done = fold(structure, Facts({}))
    (score,) = match_scores(done, structure.table("S"))
    assert score == MatchScore(1, 1, 103, None, (120 * games, 0), games, 0, (0, 0), (0, 0), True, None, 0)
    (row,) = standings(done, structure.table("S"))
    assert (row.totals.tp, row.totals.unearned, row.totals.wins) == (120 * games, 1, 0)


def standing(done: Folded, structure: Structure, key: str) -> dict[int, int]:
    return {row.entry: row.totals.tp for row in standings(done, structure.table(key))}


def after_games(structure: Structure, facts: Facts, entry: int, count: int) -> Facts:
    """The facts after `entry` has won that many games by five tiles, in the order of its matches."""
    folded = fold(structure, facts)
    for node in structure.matches:
        pair = folded[node.id].occupants
        if entry in pair and count:
            tiles = (20, 15) if pair[0] == entry else (15, 20)
            now = min(count, node.games)
            facts = with_tiles(facts, node.id, *[tiles] * now, structure=structure)
            count -= now
    return facts


@pytest.mark.parametrize(
    ("size", "games", "done", "stays"),
    [
        (4, 2, 2, False), (4, 2, 3, True), (4, 2, 4, True),  # of six
        (6, 1, 2, False), (6, 1, 3, True),  # of five
        (5, 4, 7, False), (5, 4, 8, True), (5, 4, 9, True),  # of sixteen
    ],
)  # fmt: skip
def test_who_leaves_a_group_before_half_of_its_games(size, games, done, stays):
    group = round_robin([range(1, size + 1)], games=games)
    facts = after_games(group, seeded(size), 101, done)
    left = leave(group, facts, 101)
    folded = fold(group, left)
    table = standing(folded, group, "A")
    assert (101 in table) is stays
    assert folded.annulled == (set() if stays else {101})
    total = games * (size - 1)
    if stays:
        assert table[101] == 150 * done + 50 * (total - done)
        assert sum(table.values()) == 200 * total
    else:
        assert set(table.values()) == {0}
    assert left.games == facts.games  # whatever the table does, the games are kept
    again = left.without_exit(101)
    assert standing(fold(group, again), group, "A") == standing(fold(group, facts), group, "A")


def test_walkovers_are_no_played_games_when_half_is_counted():
    group = round_robin([range(1, 5)])
    facts = after_games(group, seeded(4), 101, 1)
    second = next(n.id for n in group.matches if 101 in fold(group, facts)[n.id].occupants and n.id not in facts.games)
    absent = 1 - fold(group, facts)[second].occupants.index(101)
    facts = facts.with_decision(walkover(facts, fold(group, facts)[second], absent))
    assert fold(group, leave(group, facts, 101)).annulled == {101}  # one of three


def test_who_has_all_matches_decided_is_through_with_the_group():
    group = round_robin([range(1, 4)])
    facts = seeded(3)
    for node in group.matches:
        found = fold(group, facts)[node.id]
        absent = 1 - found.occupants.index(101) if 101 in found.occupants else 0
        facts = facts.with_decision(walkover(facts, found, absent))
    before = standings(fold(group, facts), group.table("A"))
    after = fold(group, leave(group, facts, 101))
    assert after.annulled == set()
    assert standings(after, group.table("A")) == before


def test_in_a_swiss_results_stand_and_open_matches_are_walkovers():
    nodes = [
        MatchNode(i, i, round_, 0, (EntrySource(101), EntrySource(other)), 2, table="S", bracket="S")
        for i, round_, other in ((1, 1, 102), (2, 2, 103))
    ]
    structure = Structure(nodes, [Table("S", TableKind.SWISS, tuple(EntrySource(e) for e in (101, 102, 103)), 5)])
    facts = with_tiles(Facts({}), 1, (20, 15), (20, 15), structure=structure)
    folded = fold(structure, leave(structure, facts, 101))
    assert folded.annulled == set()
    assert standing(folded, structure, "S") == {101: 300 + 100, 103: 300, 102: 100}
    assert {r.entry: r.totals.unearned for r in standings(folded, structure.table("S"))} == {101: 0, 102: 0, 103: 1}
    assert not any(isinstance(entry, Bye) for found in folded.matches.values() for entry in found.occupants)
