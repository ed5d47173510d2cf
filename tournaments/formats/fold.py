"""From structure and facts to who stands where, what is open and who finished in which place.

`fold` is a pure function and always runs from scratch; whatever else is stored of its answer is a
cache. It never looks at times: only at what is true now, so that steps taken and taken back leave
no trace.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, compress, repeat
from operator import is_not
from typing import NamedTuple

from .facts import Decision, DecisionKind, Facts
from .graph import (
    BYE,
    Bye,
    EntryId,
    EntrySource,
    LoserOf,
    MatchId,
    MatchNode,
    Occupant,
    Seed,
    Slot,
    Source,
    Structure,
    WinnerOf,
)


class MatchState(StrEnum):
    """Where a match stands, as far as structure and decisions tell."""

    WAITING = "waiting"  # a slot is not filled yet
    OPEN = "open"  # two entries stand there and no decision counts
    DECIDED = "decided"  # a decision counts
    BYE = "bye"  # at least one slot is a bye: nobody plays
    WALKOVER = "walkover"  # made by the fold because an occupant, or both, left
    NOT_NEEDED = "not_needed"  # its condition did not come true


class FoldedMatch(NamedTuple):
    """The answer for one match.

    `winner` and `loser` are None while unknown and `BYE` where nobody moves on that way.
    `out` lists the entries this match sends on as losers or out of the competition. `decision` is
    the one that counts; a stored decision made for other occupants is never here.
    """

    node: MatchNode
    state: MatchState
    occupants: tuple[Occupant, Occupant]
    winner: Occupant = None
    loser: Occupant = None
    out: tuple[EntryId, ...] = ()
    decision: Decision | None = None

    @property
    def is_settled(self) -> bool:
        return self.winner is not None

    @property
    def winner_slot(self) -> int | None:
        """The side that moved on, 0 or 1; None if nobody did or it is not known."""
        if self.winner is None or isinstance(self.winner, Bye):
            return None
        return 0 if self.occupants[0] == self.winner else 1


@dataclass(frozen=True, slots=True)
class Rank:
    """A place and the entries that share it, in seed order."""

    place: int
    entries: tuple[EntryId, ...]


@dataclass(frozen=True)
class Folded:
    """The whole answer of a fold, match by match; the rest is worked out when asked for.

    `stale` names matches whose current decision was made for other occupants and is not yet
    VOID. It is empty wherever impact plans are applied in full.
    """

    structure: Structure
    facts: Facts
    matches: Mapping[MatchId, FoldedMatch]
    stale: tuple[MatchId, ...]

    def __getitem__(self, match: MatchId) -> FoldedMatch:
        return self.matches[match]

    def occupant(self, slot: Slot) -> Occupant:
        """Who stands in that slot, (match, 0 or 1)."""
        return self.matches[slot[0]].occupants[slot[1]]

    @property
    def open_matches(self) -> tuple[MatchId, ...]:
        """Matches that can be played now, in the structure's order."""
        return tuple(m.node.id for m in self.matches.values() if m.state is MatchState.OPEN)

    @property
    def is_finished(self) -> bool:
        """Nothing is left to play or to wait for."""
        return all(m.is_settled for m in self.matches.values())

    def possible(self, match: MatchId, slot: int) -> tuple[EntryId, ...]:
        """The entries that may come to stand in a slot, top of the draw first.

        One entry once the slot is filled, none for a bye. Entries that left are not expected to
        win any further match.
        """
        return self._possible_in((match, slot))

    def places_in(self, ranking: str = "main") -> Mapping[EntryId, int]:
        """The settled places of a ranking, by entry; who may still move has none.

        Losers of a round share its best place unless they play it out (regulation 4.5).
        """
        return self._places.get(ranking, {})

    @property
    def places(self) -> Mapping[EntryId, int]:
        return self.places_in("main")

    def ranking(self, ranking: str = "main") -> tuple[Rank, ...]:
        """The settled places, best first; final once `is_finished`."""
        seed_of = {entry: seed for seed, entry in self.facts.seeds.items()}
        by_place: dict[int, list[EntryId]] = {}
        for entry, place in self.places_in(ranking).items():
            by_place.setdefault(place, []).append(entry)
        last = len(seed_of) + 1
        return tuple(
            Rank(place, tuple(sorted(entries, key=lambda e: (seed_of.get(e, last), e))))
            for place, entries in sorted(by_place.items())
        )

    def champion(self, ranking: str = "main") -> EntryId | None:
        """The one entry in place 1, if there is one yet."""
        return next((e for e, place in self.places_in(ranking).items() if place == 1), None)

    @cached_property
    def _places(self) -> dict[str, dict[EntryId, int]]:
        found: dict[str, dict[EntryId, int]] = {}
        for folded in self.matches.values():
            if folded.state is MatchState.NOT_NEEDED or folded.winner is None:
                continue
            node = folded.node
            places = found.setdefault(node.ranking, {})
            if node.winner_place is not None and not isinstance(folded.winner, Bye):
                places[folded.winner] = node.winner_place
            for entry in folded.out:
                place = self._place_of_loser(node, entry)
                if place is not None:
                    places[entry] = place
        self._settle_unneeded(found)
        return found

    def _place_of_loser(self, node: MatchNode, entry: EntryId) -> int | None:
        target = self.structure.loser_to.get(node.id)
        if target is None or self.structure[target[0]].ranking != node.ranking:
            return node.loser_place
        if self.occupant(target) == entry:
            return None  # it plays the place out
        # Shut out of the place match by a double default: behind the one who gets there.
        return self.structure[target[0]].loser_place

    def _settle_unneeded(self, found: dict[str, dict[EntryId, int]]) -> None:
        for folded in self.matches.values():
            if folded.state is MatchState.NOT_NEEDED:
                places = found.setdefault(folded.node.ranking, {})
                for entry, place in (
                    (folded.winner, folded.node.winner_place),
                    (folded.loser, folded.node.loser_place),
                ):
                    if place is not None and entry is not None and not isinstance(entry, Bye):
                        places[entry] = place

    @cached_property
    def _memo(self) -> dict[Slot, tuple[EntryId, ...]]:
        return {}

    def _possible_in(self, slot: Slot) -> tuple[EntryId, ...]:
        if slot in self._memo:
            return self._memo[slot]
        occupant = self.occupant(slot)
        if isinstance(occupant, Bye):
            found: tuple[EntryId, ...] = ()
        elif occupant is not None:
            found = (occupant,)
        else:
            source = self.structure[slot[0]].sources[slot[1]]
            found = self._possible_from(source)
        self._memo[slot] = found
        return found

    def _possible_from(self, source: Source) -> tuple[EntryId, ...]:
        if not isinstance(source, WinnerOf | LoserOf):
            return ()
        both = (self._possible_in((source.match, 0)), self._possible_in((source.match, 1)))
        found = tuple(dict.fromkeys((*both[0], *both[1])))
        if isinstance(source, WinnerOf):
            staying = tuple(e for e in found if e not in self.facts.exits)
            return staying or found
        return found


def fold(structure: Structure, facts: Facts) -> Folded:
    """The state that follows from the facts.

    Guaranteed: a bye never wins against an entry and a bye against a bye gives a bye; a decision
    counts only for the occupants it was made for and only if it is not VOID; an occupant who
    left loses by walkover where no decision counts (`docs/regulations.md` 3.4), and where both
    left, or both are at fault, nobody moves on and the next slot is a bye. An entry that left
    still passes through a bye, so that its next opponent gets the walkover, but wins no place
    that way. The answer depends on nothing else and folding twice gives the same.
    """
    state = _State(structure, facts, {}, {}, [])
    for node in structure.order:
        state.settle(node)
    return Folded(structure, facts, state.matches, tuple(state.stale))


def refold(folded: Folded, facts: Facts) -> Folded:
    """Equal to `fold(folded.structure, facts)`, sooner where only some decisions are new.

    Works along the matches that a changed decision reaches; other changes, and structures in
    which it matters who played first, are folded from scratch.
    """
    structure, known = folded.structure, folded.facts
    if structure.asks_for_first_match or known.seeds != facts.seeds or known.exits != facts.exits:
        return fold(structure, facts)
    touched = _changed_decisions(known.decisions, facts.decisions)
    stale = [match for match in folded.stale if match not in touched]
    state = _State(structure, facts, dict(folded.matches), {}, stale)
    rank = structure.rank
    waiting = sorted(rank[match] for match in touched)
    while waiting:
        node = structure.order[heappop(waiting)]
        if waiting and waiting[0] == rank[node.id]:
            continue  # reached from both sides
        before = state.matches[node.id]
        if node.id in stale:
            stale.remove(node.id)
        state.settle(node)
        if state.matches[node.id] != before:
            for match in structure.dependants[node.id]:
                heappush(waiting, rank[match])
    return Folded(structure, facts, state.matches, tuple(sorted(stale, key=rank.__getitem__)))


def _changed_decisions(old: Mapping[MatchId, Decision], new: Mapping[MatchId, Decision]) -> set[MatchId]:
    """At least the matches whose current decision differs.

    Facts made from one another keep their decisions in order, so that most pairs are the same
    object; any other order is only a little more work for the caller.
    """
    differs = map(is_not, new.values(), chain(old.values(), repeat(None)))
    changed = {decision.match for decision in compress(new.values(), differs)}
    if not new.keys() >= old.keys():
        changed.update(old.keys() - new.keys())
    return changed


@dataclass(slots=True)
class _State:
    """A fold on its way: matches settled so far, and the first match each entry really played."""

    structure: Structure
    facts: Facts
    matches: dict[MatchId, FoldedMatch]
    first_played: dict[EntryId, MatchId]
    stale: list[MatchId]

    def occupant_from(self, source: Source) -> Occupant:
        if isinstance(source, WinnerOf):
            return self.matches[source.match].winner
        if isinstance(source, Seed):
            return self.facts.seeds.get(source.n)
        if isinstance(source, LoserOf):
            loser = self.matches[source.match].loser
            if not source.first_match_only or loser is None or isinstance(loser, Bye):
                return loser
            return loser if self.first_played.get(loser) == source.match else BYE
        if isinstance(source, EntrySource):
            return source.entry
        return BYE

    def settle(self, node: MatchNode) -> None:
        """Work out one match; all it depends on are settled."""
        match = node.id
        left, right = self.occupant_from(node.sources[0]), self.occupant_from(node.sources[1])
        needed = _is_needed(node, self.matches)
        decision = self.facts.decisions.get(match)
        if decision is not None and decision.kind is DecisionKind.VOID:
            decision = None
        if decision is not None and needed and decision.occupants == (left, right):
            self.matches[match] = _decided(node, decision)
            if decision.kind.was_played:
                for entry in decision.occupants:
                    self.first_played.setdefault(entry, match)
            return
        if decision is not None:
            self.stale.append(match)
        self.matches[match] = _undecided(node, left, right, needed, self.facts.exits)


def _is_needed(node: MatchNode, matches: Mapping[MatchId, FoldedMatch]) -> bool | None:
    """Whether the node's condition holds; None while that is not known."""
    if node.condition is None:
        return True
    deciding = matches[node.condition.match]
    return deciding.winner_slot == node.condition.winner_slot if deciding.is_settled else None


def _decided(node: MatchNode, decision: Decision) -> FoldedMatch:
    winner, loser = decision.winner_entry, decision.loser_entry
    if winner is None or loser is None:
        return FoldedMatch(node, MatchState.DECIDED, decision.occupants, BYE, BYE, decision.occupants, decision)
    return FoldedMatch(node, MatchState.DECIDED, decision.occupants, winner, loser, (loser,), decision)


def _undecided(
    node: MatchNode,
    left: Occupant,
    right: Occupant,
    needed: bool | None,
    exits: Container[EntryId],
) -> FoldedMatch:
    occupants = (left, right)
    if left is None or right is None or needed is None:
        return FoldedMatch(node, MatchState.WAITING, occupants)
    if not needed:
        return FoldedMatch(node, MatchState.NOT_NEEDED, occupants, left, right)
    if isinstance(left, Bye) or isinstance(right, Bye):
        entry = right if isinstance(left, Bye) else left
        if not isinstance(entry, Bye) and node.winner_place is not None and entry in exits:
            return FoldedMatch(node, MatchState.BYE, occupants, BYE, BYE, (entry,))
        return FoldedMatch(node, MatchState.BYE, occupants, entry, BYE)
    gone = tuple(entry for entry in (left, right) if entry in exits)
    if not gone:
        return FoldedMatch(node, MatchState.OPEN, occupants)
    if len(gone) == 2:
        return FoldedMatch(node, MatchState.WALKOVER, occupants, BYE, BYE, gone)
    winner = right if gone[0] == left else left
    return FoldedMatch(node, MatchState.WALKOVER, occupants, winner, gone[0], gone)
