"""Random seeded sequences over Swiss stages and over stages that feed one another, in the core.

Trees and groups have theirs in `test_random_sequences` and `test_random_groups`; the services in
`tests/tournaments/test_guard.py`.
"""

import json
import random
from dataclasses import dataclass, field, replace

import pytest

from tests.effort import times
from tests.tournaments.formats.playing import NOON, played_through, seeded
from tests.tournaments.formats.test_random_groups import forget, report, take
from tournaments.formats.deciding import default, double_default, retired, walkover
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.facts import Exit, Facts
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import BYE, EntrySource, MatchNode, Structure, Table, TableKind
from tournaments.formats.grouping import draw_groups
from tournaments.formats.knockout import knockout
from tournaments.formats.plate import with_plate
from tournaments.formats.progression import Progression, SeedOrder, qualified
from tournaments.formats.round_robin import round_robin
from tournaments.formats.snapshot import StageSnapshot, snapshot
from tournaments.formats.standings import standings
from tournaments.formats.swiss import Relaxed, RoundPairing, SwissEntry, SwissRound, pair_round
from tournaments.formats.table import match_scores

KEY = "S"


@dataclass
class Swiss:
    """A Swiss stage as a site keeps it: published rounds, facts, who joined late, who misses the next round."""

    entries: list[int]
    rounds: int
    nodes: tuple[MatchNode, ...] = ()
    facts: Facts = field(default_factory=lambda: Facts({}))
    absent: set[int] = field(default_factory=set)
    last: int = 0
    published: list[RoundPairing] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.facts = Facts(dict(enumerate(self.entries, start=1)))

    @property
    def structure(self) -> Structure:
        members = tuple(EntrySource(entry) for entry in self.entries)
        return Structure(self.nodes, (Table(KEY, TableKind.SWISS, members, self.rounds),))

    def folded(self) -> Folded:
        return fold(self.structure, self.facts)

    def given(self) -> SwissRound:
        folded = self.folded()
        met: dict[int, dict[int, int]] = {entry: {} for entry in self.entries}
        for found in folded.matches.values():
            a, b = found.occupants
            if isinstance(a, int) and isinstance(b, int):
                met[a][b] = met[b][a] = found.node.round
        seed_of = {entry: seed for seed, entry in self.facts.seeds.items()}
        return SwissRound(
            tuple(
                SwissEntry(
                    row.entry, seed_of[row.entry], row.totals.tp, row.place, met[row.entry], row.totals.unearned > 0
                )
                for row in standings(folded, folded.structure.table(KEY))
                if row.entry not in self.facts.exits and row.entry not in self.absent
            ),
            self.last + 1, self.rounds, 7,
            tables=self.published[0].tables if self.published else None,
        )  # fmt: skip

    def pair(self) -> None:
        """Pair and publish the next round, by itself."""
        given = self.given()
        if len(given.entries) < 2:
            return
        found = pair_round(given)
        check_round(given, found)
        self.publish(found.pairs, None if found.bye is None else found.bye.entry)
        self.published.append(found)

    def publish(self, pairs, bye) -> None:
        self.last += 1
        sides = [(EntrySource(a), EntrySource(b)) for a, b in pairs]
        if bye is not None:
            sides.append((EntrySource(bye), BYE))
        first = len(self.nodes) + 1
        self.nodes += tuple(
            MatchNode(first + i, first + i, self.last, i, two, bracket=KEY, ranking=KEY, table=KEY)
            for i, two in enumerate(sides)
        )
        self.absent = set()


def check_round(given: SwissRound, found: RoundPairing) -> None:
    codes = {relaxation.code for relaxation in found.relaxations}
    present = [entry.entry for entry in given.entries]
    placed = [entry for pair in found.pairs for entry in pair]
    placed += [] if found.bye is None else [found.bye.entry]
    placed += [passed.entry for passed in found.unpaired]
    assert sorted(placed) == sorted(present)
    assert all(given.met(a, b) is None for a, b in found.pairs)
    if found.bye is not None and given.by_id[found.bye.entry].had_bye:
        assert Relaxed.SECOND_BYE in codes
    again = SwissRound.from_dict(json.loads(json.dumps(given.as_dict())))
    assert again.digest == given.digest == found.digest
    assert pair_round(again) == found


def swiss_step(stage: Swiss, rng: random.Random) -> None:
    """One thing more that happens; a result of any round, at any time."""
    folded = stage.folded()
    decided = [match for match, m in folded.matches.items() if m.decision is not None]
    open_matches = folded.open_matches
    dice = rng.random()
    if not open_matches and stage.last < stage.rounds and dice < 0.8:
        if rng.random() < 0.2:  # by hand: anybody with anybody
            present = [e for e in stage.entries if e not in stage.facts.exits]
            rng.shuffle(present)
            half = len(present) // 2
            bye = present[-1] if len(present) % 2 else None
            if half:
                stage.publish(list(zip(present[:half], present[half : 2 * half], strict=True)), bye)
        else:
            stage.pair()
    elif dice < 0.55 and open_matches:
        match = rng.choice(open_matches)
        stage.facts = take(stage.structure, stage.facts, report(stage.facts, folded, match, rng, 1))
    elif dice < 0.65 and open_matches:
        found = folded[rng.choice(open_matches)]
        decision = rng.choice(
            [
                walkover(stage.facts, found, rng.randrange(2)), default(stage.facts, found, rng.randrange(2)),
                double_default(stage.facts, found), retired(stage.facts, found, rng.randrange(2), ()),
            ]
        )  # fmt: skip
        stage.facts = take(stage.structure, stage.facts, stage.facts.with_decision(decision))
    elif dice < 0.78 and decided:
        stage.facts = take(stage.structure, stage.facts, report(stage.facts, folded, rng.choice(decided), rng, 1))
    elif dice < 0.83 and decided:
        stage.facts = take(stage.structure, stage.facts, forget(stage.facts, rng.choice(decided)))
    elif dice < 0.88:
        staying = sorted(set(stage.entries) - set(stage.facts.exits))
        if len(staying) > 3:
            stage.facts = take(stage.structure, stage.facts, stage.facts.with_exit(Exit(rng.choice(staying), NOON)))
    elif dice < 0.93 and stage.facts.exits:
        stage.facts = take(
            stage.structure, stage.facts, stage.facts.without_exit(rng.choice(sorted(stage.facts.exits)))
        )
    elif dice < 0.96 and len(stage.entries) < 14:
        late = 1000 + len(stage.entries)
        stage.entries.append(late)
        stage.facts = replace(stage.facts, seeds={**stage.facts.seeds, len(stage.entries): late})
    else:
        stage.absent.add(rng.choice(stage.entries))


def check_swiss(stage: Swiss, pairings: tuple[MatchNode, ...]) -> None:
    folded = stage.folded()
    assert folded.stale == ()
    assert stage.nodes[: len(pairings)] == pairings
    table = folded.structure.table(KEY)
    rows = standings(folded, table)
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))
    assert {row.entry for row in rows} == set(stage.entries)
    assert sum(row.totals.tp for row in rows) == sum(sum(score.tp) for score in match_scores(folded, table))
    seen: set[tuple[int, int]] = set()
    for found in folded.matches.values():
        for entry in found.occupants:
            if isinstance(entry, int):
                assert (found.node.round, entry) not in seen
                seen.add((found.node.round, entry))
    taken = snapshot(folded)
    assert StageSnapshot.from_json(json.loads(json.dumps(taken.as_json()))) == taken


@pytest.mark.parametrize("seed", range(times(1)))
@pytest.mark.parametrize(("entries", "rounds"), [(2, 3), (5, 4), (6, 5), (8, 4), (9, 6), (12, 5)])
def test_a_swiss_holds_whatever_happens_in_it(entries: int, rounds: int, seed: int):
    rng = random.Random(f"swiss {entries} {rounds} {seed}")
    stage = Swiss([100 + n for n in range(1, entries + 1)], rounds)
    for _ in range(90):
        before = stage.nodes
        swiss_step(stage, rng)
        check_swiss(stage, before)
    while stage.folded().open_matches or stage.last < stage.rounds:
        folded = stage.folded()
        if not folded.open_matches:
            paired = stage.last
            stage.pair()
            if stage.last == paired:
                break  # fewer than two are left
        for match in stage.folded().open_matches:
            stage.facts = report(stage.facts, stage.folded(), match, rng, 1)
    assert not stage.folded().open_matches


FIRST = [
    round_robin(draw_groups(range(1, 10), 3, lot=1).groups, games=1),
    round_robin(draw_groups(range(1, 12), 2, lot=2).groups, games=2),
    knockout(11, third_place=True),
    with_plate(knockout(12), lot=3).structure,
    double_elimination(9),
]
RULES = [
    Progression(), Progression(first=2), Progression(first=1, total=5), Progression(first=2, order=SeedOrder.GROUP),
    Progression(first=2, pass_over=False), Progression(first=7, rankings=("main", "plate")),
    Progression(first=1, total=6, exempt=2, order=SeedOrder.STANDING),
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("structure", FIRST, ids=["three groups", "two groups", "knockout", "with plate", "double"])
def test_whoever_goes_on_goes_on_once_and_the_next_stage_can_be_drawn(structure: Structure, rule: Progression):
    entries = len(structure.seeds())
    exempt = [900 + n for n in range(rule.exempt)]
    for seed in range(3):
        rng = random.Random(f"{entries} {rule} {seed}")
        facts = seeded(entries)
        for entry in rng.sample(sorted(facts.seeds.values()), rng.randrange(4)):
            facts = facts.with_exit(Exit(entry, NOON))
        ahead = qualified(rule, snapshot(fold(structure, facts)), exempt=exempt, gone=facts.exits)
        taken = snapshot(played_through(structure, facts))
        seats = qualified(rule, taken, exempt=exempt, gone=facts.exits)
        # how many places there are does not depend on results
        assert len(seats) == len(ahead) or not rule.first
        known = [seat.entry for seat in seats if seat.entry is not None]
        assert len(known) == len(set(known))
        assert known[: len(exempt)] == exempt
        if rule.pass_over:
            assert not set(known) & set(facts.exits)
        assert [seat.seed for seat in seats] == list(range(1, len(seats) + 1))
        if len(known) < 2:
            continue
        for later in (knockout(len(known)), double_elimination(len(known)), round_robin([range(1, len(known) + 1)])):
            drawn = Facts(dict(enumerate(known, start=1)))
            assert played_through(later, drawn).is_finished
