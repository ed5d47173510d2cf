"""Random seeded sequences of results, exits, clears and corrections over trees of every kind.

Knockouts of 2 to 64, with preliminary round, later entry, play-offs and plate; double elimination.

After every step the invariants of the core are checked; and steps taken back in reverse order
leave the event as if they had never been taken.
"""

import random
from dataclasses import dataclass, field, replace

import pytest

from tests.effort import times
from tests.tournaments.formats.playing import NOON, double_of_four, looks, plate_of_eight, seeded
from tournaments.formats.deciding import cleared, next_decision, occupants_of
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.facts import Decision, DecisionKind, Exit, ExitKind, Facts
from tournaments.formats.fold import Folded, MatchState, fold, refold
from tournaments.formats.graph import BYE, Structure
from tournaments.formats.impact import ImpactPlan, applied, impact
from tournaments.formats.knockout import knockout
from tournaments.formats.later_entry import Step
from tournaments.formats.plate import with_plate
from tournaments.formats.seeding import draw

KINDS = [
    *[DecisionKind.PLAYED] * 12, DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT,
    DecisionKind.RETIRED, DecisionKind.ADJUDICATED, DecisionKind.IMPORTED,
]  # fmt: skip


@dataclass
class Event:
    """What a site would keep: an append-only log, and a cache that only plans change."""

    structure: Structure
    facts: Facts
    log: list[Decision] = field(default_factory=list)
    occupants: dict[tuple[int, int], object] = field(default_factory=dict)
    winners: dict[int, object] = field(default_factory=dict)
    places: dict[tuple[str, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        folded = fold(self.structure, self.facts)
        for match, m in folded.matches.items():
            self.occupants |= {(match, 0): m.occupants[0], (match, 1): m.occupants[1]}
            self.winners[match] = m.winner
        for ranking in {node.ranking for node in self.structure.matches}:
            self.places |= {(ranking, entry): place for entry, place in folded.places_in(ranking).items()}

    def folded(self) -> Folded:
        return fold(self.structure, self.facts)

    def take(
        self,
        after: Facts,
        reinstate: frozenset[int] = frozenset(),
        *,
        plan: ImpactPlan | None = None,
        proving: bool = True,
    ) -> ImpactPlan:
        """`plan` is the step's, where it was made to choose from; without `proving` the step is only on the way."""
        before = self.facts
        plan = impact(self.structure, before, after) if plan is None else plan
        if proving:
            if is_ordinary(self.structure, before, after):
                assert replace(plan, reinstatable=()).is_empty
            assert refold(fold(self.structure, before), after) == fold(self.structure, after)
        result = applied(self.structure, before, after, digest=plan.digest, reinstate=reinstate)
        for match, decision in after.decisions.items():
            if before.decisions.get(match) != decision:
                self.log.append(decision)
        self.log += result.appended
        self.facts = result.facts
        # The cache follows the plan alone, and a second plan for what was brought back.
        self.follow(plan)
        if reinstate:
            voids = [decision for decision in result.appended if decision.kind is DecisionKind.VOID]
            without = after
            for void in voids:
                without = without.with_decision(void)
            self.follow(impact(self.structure, without, result.facts))
        return plan

    def follow(self, plan: ImpactPlan) -> None:
        for slot in plan.slots:
            assert self.occupants[slot.match, slot.slot] == slot.before
            self.occupants[slot.match, slot.slot] = slot.after
        for winner in plan.winners:
            assert self.winners[winner.match] == winner.before
            self.winners[winner.match] = winner.after
        for place in plan.places:
            if place.after is None:
                del self.places[place.ranking, place.entry]
            else:
                self.places[place.ranking, place.entry] = place.after


def is_ordinary(structure: Structure, before: Facts, after: Facts) -> bool:
    """One more open match was decided, and nothing else."""
    new = [match for match, decision in after.decisions.items() if before.decisions.get(match) != decision]
    return before.exits == after.exits and len(new) == 1 and fold(structure, before)[new[0]].state is MatchState.OPEN


def any_step(event: Event, rng: random.Random) -> Facts | None:
    """Facts after one more thing happened, None if the dice chose something impossible now."""
    folded, facts = event.folded(), event.facts
    decided = [match for match, m in folded.matches.items() if m.decision is not None]
    dice = rng.random()
    if dice < 0.55 and folded.open_matches:
        match = rng.choice(folded.open_matches)
        return facts.with_decision(some_decision(facts, folded, match, rng))
    if dice < 0.70 and decided:
        match = rng.choice(decided)
        return facts.with_decision(some_decision(facts, folded, match, rng))
    if dice < 0.80 and decided:
        return facts.with_decision(cleared(facts, rng.choice(decided)))
    if dice < 0.86:
        staying = sorted(set(facts.seeds.values()) - set(facts.exits))
        kind = rng.choice(list(ExitKind))
        return facts.with_exit(Exit(rng.choice(staying), NOON, kind)) if staying else None
    if dice < 0.92 and facts.exits:
        return facts.without_exit(rng.choice(sorted(facts.exits)))
    return None


def some_decision(facts: Facts, folded: Folded, match: int, rng: random.Random) -> Decision:
    kind = rng.choice(KINDS)
    side = None if kind is DecisionKind.DOUBLE_DEFAULT else rng.randrange(2)
    left = rng.randrange(101, 200)
    tp = None if side is None else ((left, 200 - left) if side == 0 else (200 - left, left))
    return next_decision(facts, match, kind, occupants_of(folded[match]), side, tp=tp)


def some_offers(plan: ImpactPlan, rng: random.Random) -> frozenset[int]:
    chosen: set[int] = set()
    for offer in plan.reinstatable:
        if chosen.issuperset(offer.needs) and rng.random() < 0.6:
            chosen.add(offer.decision.match)
    return frozenset(chosen)


def check(event: Event) -> None:
    structure, facts, folded = event.structure, event.facts, event.folded()
    # Folding again, and rebuilding from the stored log, gives the same.
    assert fold(structure, facts).matches == folded.matches
    rebuilt = Facts.from_history(facts.seeds, event.log, facts.exits.values())
    assert fold(structure, rebuilt).matches == folded.matches
    assert rebuilt.earlier == facts.earlier
    # The cache kept by plans equals the fold.
    for (match, side), occupant in event.occupants.items():
        assert folded[match].occupants[side] == occupant
    assert event.winners == {match: m.winner for match, m in folded.matches.items()}
    for ranking in {node.ranking for node in structure.matches}:
        kept = {entry: place for (name, entry), place in event.places.items() if name == ranking}
        assert kept == folded.places_in(ranking)
        check_places(kept)
    # A decision counts for its occupants or is VOID.
    assert folded.stale == ()
    for match, decision in facts.decisions.items():
        if decision.kind is not DecisionKind.VOID:
            assert decision.occupants == folded[match].occupants
            assert folded[match].decision == decision
    seen: set[tuple[str, int, int]] = set()
    for m in folded.matches.values():
        check_match(folded, m.node.id)
        for occupant in m.occupants:
            if isinstance(occupant, int):
                key = (m.node.bracket, m.node.round, occupant)
                assert key not in seen, f"{occupant} stands twice in round {key[:2]}"
                seen.add(key)


def check_match(folded: Folded, match: int) -> None:
    m = folded[match]
    left, right = m.occupants
    assert left is BYE or left is None or left != right
    if BYE in (left, right) and m.is_settled and m.state is MatchState.BYE:
        entry = right if left is BYE else left
        assert m.winner in (entry, BYE)
        assert m.winner == entry or entry in folded.facts.exits
        assert m.decision is None
    if m.winner is not None and m.winner is not BYE:
        assert m.winner in m.occupants
        assert m.winner not in m.out
    if m.state is MatchState.OPEN:
        assert not {left, right} & set(folded.facts.exits)
    for side in (0, 1):
        possible = folded.possible(match, side)
        assert len(set(possible)) == len(possible)
        if isinstance(m.occupants[side], int):
            assert possible == (m.occupants[side],)


def check_places(places: dict[int, int]) -> None:
    for entry, place in places.items():
        better = sum(1 for other in places.values() if other < place)
        assert better < place, f"{entry} is in place {place} behind {better}"


def sizes() -> list[Structure]:
    structures = [knockout(n) for n in (2, 3, 4, 5, 6, 7, 8, 11, 16, 23, 32)]
    structures += [knockout(n, third_place=True) for n in (3, 4, 7, 8, 13, 16)]
    structures += [knockout(n, lines=draw(n, lot=n).lines, third_place=True) for n in (33, 64)]
    structures += [plate_of_eight(), double_of_four()]
    structures += [double_elimination(n) for n in (2, 5, 7, 13)] + [double_elimination(6, reset=False)]
    structures += [knockout(n, places_to=n) for n in (6, 11)]
    structures += [with_plate(knockout(n, third_place=True), lot=n).structure for n in (5, 7, 19)]
    structures += [with_plate(knockout(13), lot=1, every_loser=True).structure]
    early = draw(11, lot=1, main=8)
    before_eight = knockout(11, lines=early.lines, preliminary=early.preliminary, third_place=True)
    structures += [before_eight, *(with_plate(before_eight, lot=2, every_loser=e).structure for e in (False, True))]
    stepped = knockout(22, lines=draw(22, lot=3, seeds=8, steps=(Step(4, 3), Step(8, 2))).lines)
    return [*structures, stepped, with_plate(stepped, lot=4, sections_apart=True).structure]


STRUCTURES = sizes()
NAMES = [f"{len(s.seeds())} in {len(s.matches)}" for s in STRUCTURES]


@pytest.mark.parametrize("structure", STRUCTURES, ids=NAMES)
def test_invariants_hold_after_every_step(structure: Structure):
    entries = len(structure.seeds())
    for seed in range(times(2 if entries < 12 else 1)):
        rng = random.Random(f"steps {entries} {seed}")
        event = Event(structure, seeded(entries))
        for _ in range(40 if entries < 20 else 80):
            after = any_step(event, rng)
            if after is not None:
                plan = impact(structure, event.facts, after)
                event.take(after, some_offers(plan, rng), plan=plan)
                check(event)


@pytest.mark.parametrize("structure", STRUCTURES, ids=NAMES)
def test_steps_taken_back_were_never_taken(structure: Structure):
    entries = len(structure.seeds())
    for seed in range(times(2 if entries < 12 else 1)):
        rng = random.Random(f"back {entries} {seed}")
        event = Event(structure, seeded(entries))
        for _ in range(3 * entries):
            if (after := any_step(event, rng)) is not None:
                event.take(after, proving=False)
        taken: list[tuple[Facts, Folded]] = []
        for _ in range(12):
            before = event.facts
            if (after := any_step(event, rng)) is not None:
                taken.append((before, event.folded()))
                plan = impact(structure, before, after)
                event.take(after, some_offers(plan, rng), plan=plan)
        for before, picture in reversed(taken):
            take_back(event, before)
            assert looks(event.folded()) == looks(picture)
            check(event)


def take_back(event: Event, before: Facts) -> None:
    """Undo by further facts what was done since: return, revoke, clear, reinstate, decide again."""
    structure, wanted = event.structure, fold(event.structure, before)
    after = event.facts
    for entry in sorted(set(after.exits) - set(before.exits)):
        after = after.without_exit(entry)
    for entry in sorted(set(before.exits) - set(event.facts.exits)):
        after = after.with_exit(before.exits[entry])
    take_towards(event, after, wanted)
    for node in structure.order:
        had, should = event.folded()[node.id].decision, wanted[node.id].decision
        if had is not None and should is None:
            take_towards(event, event.facts.with_decision(cleared(event.facts, node.id)), wanted)
        elif should is not None and (had is None or not had.same_result(should)):
            version = event.facts.next_version(node.id)
            again = replace(should, version=version, supersedes=version - 1 or None, reinstates=None)
            take_towards(event, event.facts.with_decision(again), wanted)


def take_towards(event: Event, after: Facts, wanted: Folded) -> None:
    """Take a step and bring back all that is offered and wanted."""
    chosen: set[int] = set()
    plan = impact(event.structure, event.facts, after)
    for offer in plan.reinstatable:
        should = wanted[offer.decision.match].decision
        if should is not None and should.same_result(offer.decision) and chosen.issuperset(offer.needs):
            chosen.add(offer.decision.match)
    event.take(after, frozenset(chosen), plan=plan)


@pytest.mark.parametrize("structure", STRUCTURES, ids=NAMES)
def test_all_that_a_correction_voided_is_offered_when_it_is_reversed(structure: Structure):
    entries = len(structure.seeds())
    for seed in range(times(1)):
        rng = random.Random(f"reversed {entries} {seed}")
        event = Event(structure, seeded(entries))
        while open_matches := event.folded().open_matches:
            event.take(
                event.facts.with_decision(some_decision(event.facts, event.folded(), open_matches[0], rng)),
                proving=False,
            )
        picture, facts = event.folded(), event.facts
        won = [match for match, decision in facts.decisions.items() if decision.winner is not None]
        if not won:
            continue
        match = rng.choice(won)
        old = facts.decisions[match]
        event.take(facts.with_decision(replace(old, winner=1 - old.winner, version=2, supersedes=1)))
        lost = {m for m in facts.decisions if event.facts.decisions[m].kind is DecisionKind.VOID}
        check(event)
        back = event.facts.with_decision(replace(old, version=3, supersedes=2))
        offers = impact(structure, event.facts, back).reinstatable
        assert {offer.decision.match for offer in offers} == lost
        assert all(offer.decision == facts.decisions[offer.decision.match] for offer in offers)
        event.take(back, frozenset(lost))
        check(event)
        assert looks(event.folded()) == looks(picture)


def test_played_to_the_end_every_event_has_a_full_ranking():
    for entries in (2, 3, 5, 8, 21, 64):
        structure = knockout(entries, third_place=True)
        rng = random.Random(entries)
        event = Event(structure, seeded(entries))
        while open_matches := event.folded().open_matches:
            match = rng.choice(open_matches)
            left, right = occupants_of(event.folded()[match])
            decision = next_decision(event.facts, match, DecisionKind.PLAYED, (left, right), rng.randrange(2))
            assert event.take(event.facts.with_decision(decision)).is_empty
        folded = event.folded()
        assert folded.is_finished
        assert set(folded.places) == set(event.facts.seeds.values())
        expected = 1
        for rank in folded.ranking():
            assert rank.place == expected or rank.place > expected - 1
            expected += len(rank.entries)
        check(event)
