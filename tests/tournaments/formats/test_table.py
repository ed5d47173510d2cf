"""Tables in the graph, in the fold and in points (`docs/regulations.md` 3 and 5.1)."""

from datetime import UTC, datetime

import pytest

from tournaments.formats.deciding import (
    adjudicated,
    default,
    double_default,
    played,
    retired,
    walkover,
)
from tournaments.formats.errors import ScoringError, StructureError
from tournaments.formats.facts import Exit, Facts, GameResult
from tournaments.formats.fold import Folded, fold, refold
from tournaments.formats.folded import MatchState
from tournaments.formats.graph import BYE, EntrySource, MatchNode, Seed, Structure, Table, TableKind, WinnerOf
from tournaments.formats.impact import impact
from tournaments.formats.match import DecidedBy, MatchRule, match_outcome
from tournaments.formats.places import places_of, rankings
from tournaments.formats.scoring import game_points
from tournaments.formats.standings import standings
from tournaments.formats.table import MatchScore, match_scores

TWO_GAMES = MatchRule(2, table=True)
ROUNDS = (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))


def group_of_four(games: int = 2) -> Structure:
    nodes = [
        MatchNode(
            id=2 * r + i + 1, number=2 * r + i + 1, round=r + 1, position=i, sources=(Seed(a), Seed(b)), games=games,
            bracket="A", ranking="A", table="A",
        )
        for r, pairs in enumerate(ROUNDS)
        for i, (a, b) in enumerate(pairs)
    ]  # fmt: skip
    return Structure(nodes, [Table("A", TableKind.GROUP, tuple(Seed(n) for n in range(1, 5)))])


GROUP = group_of_four()


def seeded(n: int = 4) -> Facts:
    return Facts({seed: 100 + seed for seed in range(1, n + 1)})


def with_tiles(facts: Facts, match: int, *tiles: tuple[int, int], structure: Structure = GROUP) -> Facts:
    games = [GameResult(match, n, _pair(game_points(t)), t) for n, t in enumerate(tiles, start=1)]
    facts = facts.with_games(match, games)
    rule = MatchRule(structure[match].games, table=True)
    decision = played(facts, fold(structure, facts)[match], games, rule)
    return facts if decision is None else facts.with_decision(decision)


def _pair(points: tuple[int, ...]) -> tuple[int, int]:
    return points[0], points[1]


def left(facts: Facts, entry: int) -> Facts:
    return facts.with_exit(Exit(entry, datetime(2026, 1, 1, tzinfo=UTC)))


def score(folded: Folded, match: int) -> MatchScore:
    return next(s for s in match_scores(folded, GROUP.table("A")) if s.match == match)


def test_a_seed_stands_in_a_table_once_a_round_and_nobody_waits_for_its_matches():
    assert GROUP.seeds() == (1, 2, 3, 4)
    twice = MatchNode(9, 9, 1, 5, (Seed(1), Seed(3)), table="A", bracket="A")
    with pytest.raises(StructureError, match="twice"):
        Structure([*GROUP.matches, twice], GROUP.tables)
    waits = MatchNode(9, 9, 1, 0, (WinnerOf(1), BYE))
    with pytest.raises(StructureError) as refused:
        Structure([*GROUP.matches, waits], GROUP.tables)
    assert refused.value.code == "table_feeds"
    with pytest.raises(StructureError) as refused:
        Structure(GROUP.matches)
    assert refused.value.code == "unknown_table"


def test_all_games_of_a_table_match_are_played_and_it_may_end_level():
    game = GameResult(1, 1, (200, 0), (60, 10))
    assert not match_outcome([game], TWO_GAMES).is_decided  # 20.0 of 40 would end a match of the tree
    level = match_outcome([game, GameResult(1, 2, (0, 200), (10, 60))], TWO_GAMES)
    assert level.is_decided
    assert (level.winner, level.decided_by, level.remaining) == (None, DecidedBy.ALL_GAMES, ())
    with pytest.raises(ScoringError):
        MatchRule(2, lead=50, table=True)


def test_a_level_match_is_decided_without_winner():
    facts = with_tiles(seeded(), 1, (20, 15), (15, 20))
    found = fold(GROUP, facts)[1]
    assert (found.state, found.winner, found.loser) == (MatchState.DECIDED, BYE, BYE)
    assert score(fold(GROUP, facts), 1).wins == (2, 2)


def test_games_count_while_their_match_goes_on():
    facts = with_tiles(seeded(), 1, (20, 15))
    folded = fold(GROUP, facts)
    assert folded[1].state is MatchState.OPEN
    assert (score(folded, 1).tp, score(folded, 1).games, score(folded, 1).is_final) == ((150, 50), 1, False)


@pytest.mark.parametrize(
    ("decide", "tp"),
    [
        (lambda f, m: walkover(f, m, 1), (300, 100)),
        (lambda f, m: default(f, m, 1), (300, 0)),
        (lambda f, m: default(f, m, 0), (0, 300)),
        (double_default, (0, 0)),
        (lambda f, m: adjudicated(f, m, (210, 190)), (210, 190)),
        (lambda f, m: adjudicated(f, m, (200, 200)), (200, 200)),
    ],
)
def test_points_of_a_match_without_games(decide, tp):
    facts = seeded()
    facts = facts.with_decision(decide(facts, fold(GROUP, facts)[1]))
    assert score(fold(GROUP, facts), 1).tp == tp


@pytest.mark.parametrize(("excused", "tp"), [(True, (150 + 150, 50 + 50)), (False, (150 + 150, 50))])
def test_the_played_games_of_one_who_stops_stand(excused, tp):
    facts = with_tiles(seeded(), 1, (20, 15))
    facts = facts.with_decision(retired(facts, fold(GROUP, facts)[1], 1, facts.games[1], excused=excused))
    assert score(fold(GROUP, facts), 1).tp == tp


def test_who_leaves_a_group_early_is_taken_out_and_late_gives_walkovers():
    facts = with_tiles(seeded(), 1, (20, 15), (15, 20))  # 101 has played 2 of 6 games
    folded = fold(GROUP, left(facts, 101))
    assert folded.annulled == {101}
    assert [folded[m].state for m in (1, 4, 6)] == [MatchState.DECIDED, MatchState.ANNULLED, MatchState.ANNULLED]
    assert match_scores(folded, GROUP.table("A")) == ()
    assert [row.entry for row in standings(folded, GROUP.table("A"))] == [102, 103, 104]
    facts = with_tiles(facts, 4, (20, 15))  # 3 of 6: no longer under half
    folded = fold(GROUP, left(facts, 101))
    assert folded.annulled == set()
    assert (folded[4].state, folded[4].winner) == (MatchState.WALKOVER, 102)
    assert score(folded, 4).tp == (150 + 50, 50 + 150)
    assert refold(fold(GROUP, facts), left(facts, 101)) == folded


def test_places_are_settled_when_the_table_is_complete():
    facts = seeded()
    for match in GROUP.order[:-1]:
        facts = with_tiles(facts, match.id, (20, 15), (20, 15))
    assert places_of(fold(GROUP, facts), "A") == {}
    last = GROUP.order[-1].id
    done = with_tiles(facts, last, (20, 15), (20, 15))
    assert sorted(places_of(fold(GROUP, done), "A").values()) == [1, 2, 3, 4]
    assert impact(GROUP, facts, done).is_empty
    corrected = with_tiles(done, last, (10, 30), (10, 30))
    assert not impact(GROUP, done, corrected).is_empty
    assert rankings(GROUP) == ("A",)


def test_a_bye_and_missing_rounds_of_a_swiss_table():
    nodes = [
        MatchNode(1, 1, 1, 0, (EntrySource(101), EntrySource(102)), 2, table="S", bracket="S"),
        MatchNode(2, 2, 1, 1, (EntrySource(103), BYE), 2, table="S", bracket="S"),
    ]
    members = tuple(EntrySource(e) for e in (101, 102, 103))
    swiss = Structure(nodes, [Table("S", TableKind.SWISS, members, rounds=2)])
    facts = with_tiles(Facts({}), 1, (20, 15), (20, 15), structure=swiss)
    folded = fold(swiss, facts)
    rows = standings(folded, swiss.table("S"))
    assert [(r.entry, r.totals.tp, r.totals.unearned) for r in rows] == [(101, 300, 0), (103, 240, 1), (102, 100, 0)]
    assert folded.is_finished
    assert places_of(folded, "S") == {}  # the second round is not paired yet
