"""Random seeded sequences of results, corrections, clears, exits and returns in groups."""

import json
import random
from collections import Counter
from itertools import combinations

import pytest

from tests.effort import times
from tests.tournaments.formats.playing import NOON, looks, seeded
from tournaments.formats.comparison import explain
from tournaments.formats.cross_table import Mark, group_cross_table
from tournaments.formats.deciding import (
    adjudicated,
    cleared,
    default,
    double_default,
    occupants_of,
    played,
    retired,
    walkover,
)
from tournaments.formats.facts import DecisionKind, Exit, Facts, GameResult
from tournaments.formats.fold import Folded, fold, refold
from tournaments.formats.folded import MatchState
from tournaments.formats.graph import Structure
from tournaments.formats.grouping import draw_groups
from tournaments.formats.impact import applied, impact
from tournaments.formats.match import MatchRule
from tournaments.formats.places import is_complete, places_of
from tournaments.formats.progression import Progression, qualified
from tournaments.formats.round_robin import round_robin
from tournaments.formats.scoring import GAME_TP, game_points
from tournaments.formats.snapshot import StageSnapshot, snapshot
from tournaments.formats.standings import standings
from tournaments.formats.table import match_scores


def stage(n: int, groups: int, games: int, cycles: int) -> Structure:
    return round_robin(draw_groups(range(1, n + 1), groups, lot=n).groups, games=games, cycles=cycles)


STAGES = [stage(*shape) for shape in ((2, 1, 1, 1), (5, 1, 2, 1), (3, 1, 1, 2), (9, 2, 2, 1), (13, 3, 4, 1))]
IDS = ["one pair", "five", "three twice", "nine in two", "thirteen in three"]


def report(facts: Facts, folded: Folded, match: int, rng: random.Random, count: int) -> Facts:
    """The first `count` games of a match, new or corrected, and the decision that follows."""
    games = []
    for number in range(1, count + 1):
        tiles = (rng.randint(5, 40), rng.randint(5, 40))
        points = game_points(tiles)
        games.append(GameResult(match, number, (points[0], points[1]), tiles))
    facts = facts.with_games(match, games)
    current = facts.decisions.get(match)
    node = folded.structure[match]
    decision = played(facts, folded[match], games, MatchRule(node.games, table=True))
    if decision is not None:
        return facts.with_decision(decision)
    decided = current is not None and current.kind is not DecisionKind.VOID
    return facts.with_decision(cleared(facts, match)) if decided and count < node.games else facts


def forget(facts: Facts, match: int) -> Facts:
    facts = facts.with_games(match, ())
    return facts.with_decision(cleared(facts, match))


def step(structure: Structure, facts: Facts, rng: random.Random) -> Facts:
    """One thing more that happens, whatever is possible now."""
    folded = fold(structure, facts)
    decided = [match for match, found in folded.matches.items() if found.decision is not None]
    dice = rng.random()
    if dice < 0.5 and folded.open_matches:
        match = rng.choice(folded.open_matches)
        return report(facts, folded, match, rng, rng.randint(1, structure[match].games))
    if dice < 0.6 and folded.open_matches:
        match = rng.choice(folded.open_matches)
        found, side = folded[match], rng.randrange(2)
        total = GAME_TP * found.node.games
        left = rng.randint(0, total)
        decision = rng.choice(
            [
                walkover(facts, found, side),
                default(facts, found, side),
                double_default(facts, found),
                retired(facts, found, side, facts.games.get(match, ()), excused=rng.random() < 0.5),
                adjudicated(facts, found, (left, total - left)),
            ]
        )
        return facts.with_decision(decision)
    if dice < 0.7 and decided:
        match = rng.choice(decided)
        return report(facts, folded, match, rng, structure[match].games)
    if dice < 0.8 and decided:
        return forget(facts, rng.choice(decided))
    if dice < 0.87:
        staying = sorted(set(facts.seeds.values()) - set(facts.exits))
        return facts.with_exit(Exit(rng.choice(staying), NOON)) if staying else facts
    if dice < 0.94 and facts.exits:
        return facts.without_exit(rng.choice(sorted(facts.exits)))
    table = rng.choice(structure.tables)
    members = [facts.seeds[seed.n] for seed in table.members]
    return facts.with_ruling(table.key, rng.sample(members, rng.randint(2, len(members))))


def take(structure: Structure, before: Facts, after: Facts) -> Facts:
    """The step with all its consequences; in a group no result can take another's ground away."""
    plan = impact(structure, before, after)
    assert plan.voided == plan.slots == plan.reinstatable == ()
    assert refold(fold(structure, before), after) == fold(structure, after)
    facts = applied(structure, before, after, digest=plan.digest).facts
    for table in structure.tables:
        was, now = (places_of(fold(structure, f), table.key) for f in (before, facts))
        changed = {c.entry: (c.before, c.after) for c in plan.places if c.ranking == table.key}
        assert changed == {e: (was.get(e), now.get(e)) for e in {*was, *now} if was.get(e) != now.get(e)}
    return facts


def check(structure: Structure, facts: Facts) -> None:
    folded = fold(structure, facts)
    assert fold(structure, facts) == folded
    assert folded.stale == ()
    taken = snapshot(folded)
    assert StageSnapshot.from_json(json.loads(json.dumps(taken.as_json()))) == taken
    going_on = [seat.entry for seat in qualified(Progression(), taken, gone=facts.exits) if seat.entry is not None]
    if taken.complete:
        assert sorted(going_on) == sorted(row.entry for row in taken.rows() if row.entry not in facts.exits)
    for table in structure.tables:
        members = {facts.seeds[seed.n] for seed in table.members}
        rows = standings(folded, table)
        assert {row.entry for row in rows} == members - folded.annulled
        assert [row.place for row in rows] == list(range(1, len(rows) + 1))
        assert [row.totals.tp for row in rows] == sorted((row.totals.tp for row in rows), reverse=True)
        scores = match_scores(folded, table)
        assert sum(row.totals.tp for row in rows) == sum(sum(score.tp) for score in scores)
        for score in scores:
            node = structure[score.match]
            assert not {score.left, score.right} & folded.annulled
            full = score.kind in (None, DecisionKind.PLAYED, DecisionKind.WALKOVER, DecisionKind.ADJUDICATED)
            full = full and len(folded[node.id].out) < 2  # where both left nobody has points
            assert not full or sum(score.tp) == GAME_TP * score.games
            assert score.games == node.games or not score.is_final
            assert score.played <= score.games <= node.games
        for row in rows:
            told = explain(rows, row.entry)
            assert (told.above is None) == (row.place == 1)
        check_cross_table(folded, table, rows)
        places = places_of(folded, table.key)
        over = all(folded[node.id].state is not MatchState.OPEN for node in structure.by_table[table.key])
        assert is_complete(folded, table) is over
        assert places == ({row.entry: row.place for row in rows} if over else {})


def check_cross_table(folded: Folded, table, rows) -> None:
    cross = group_cross_table(folded, table)
    every = (*cross.rows, *cross.out)
    assert [row.entry for row in cross.rows] == [row.entry for row in rows]
    assert {row.entry for row in cross.out} == folded.annulled & {folded.facts.seeds[s.n] for s in table.members}
    for i, row in enumerate(every):
        assert row.cells[i] == ()
        assert sum(cell.tp[0] for cells in row.cells for cell in cells if cell.tp) == row.totals.tp
        for j, cells in enumerate(row.cells):
            for ours, theirs in zip(cells, every[j].cells[i], strict=True):
                assert ours.tp is None or ours.tp == theirs.tp[::-1]
                assert (ours.mark is Mark.ANNULLED) == bool({row.entry, every[j].entry} & folded.annulled)


@pytest.mark.parametrize("structure", STAGES, ids=IDS)
def test_everybody_meets_everybody(structure):
    for table in structure.tables:
        met = Counter(frozenset(s.n for s in node.sources) for node in structure.by_table[table.key])
        assert set(met) == {frozenset(pair) for pair in combinations([seed.n for seed in table.members], 2)}
        assert len(set(met.values())) == 1


@pytest.mark.parametrize("structure", STAGES, ids=IDS)
def test_invariants_hold_after_every_step(structure):
    entries = len(structure.seeds())
    for seed in range(times(2) if entries < 9 else 1):
        rng = random.Random(f"groups {entries} {seed}")
        facts = seeded(entries)
        for _ in range(60 if entries < 9 else 30):
            facts = take(structure, facts, step(structure, facts, rng))
            check(structure, facts)


@pytest.mark.parametrize("structure", STAGES, ids=IDS)
def test_a_result_taken_back_was_never_there(structure):
    entries = len(structure.seeds())
    rng = random.Random(f"cleared {entries}")
    facts = seeded(entries)
    for _ in range(25):
        facts = take(structure, facts, step(structure, facts, rng))
        folded = fold(structure, facts)
        untouched = [match for match in folded.open_matches if not facts.games.get(match)]
        if not untouched:
            continue
        match = rng.choice(untouched)
        there = take(structure, facts, report(facts, folded, match, rng, structure[match].games))
        assert occupants_of(fold(structure, there)[match]) == occupants_of(folded[match])
        back = take(structure, there, forget(there, match))
        assert looks(fold(structure, back)) == looks(folded)
        assert snapshot(fold(structure, back)) == snapshot(folded)


@pytest.mark.parametrize("structure", STAGES, ids=IDS)
def test_all_taken_back_in_any_order_is_the_beginning(structure):
    entries = len(structure.seeds())
    rng = random.Random(f"undone {entries}")
    facts = seeded(entries)
    for _ in range(40):
        facts = step(structure, facts, rng)
    undo = [("exit", entry) for entry in facts.exits]
    undo += [("match", m) for m, decision in facts.decisions.items() if decision.kind is not DecisionKind.VOID]
    rng.shuffle(undo)
    for kind, number in undo:
        facts = take(structure, facts, facts.without_exit(number) if kind == "exit" else forget(facts, number))
    for match in list(facts.games):
        facts = facts.with_games(match, ())
    facts = Facts(facts.seeds, facts.decisions, facts.exits, facts.earlier, facts.games)
    assert snapshot(fold(structure, facts)) == snapshot(fold(structure, seeded(entries)))
