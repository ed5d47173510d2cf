"""From structure and facts to who stands where, what is open and who finished in which place.

`fold` is a pure function and always runs from scratch; whatever else is stored of its answer is a
cache. It never looks at times: only at what is true now, so that steps taken and taken back leave
no trace.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain, compress, repeat
from operator import is_not

from .facts import Decision, DecisionKind, Facts
from .folded import Folded, FoldedMatch, MatchState, Rank
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
    Source,
    Structure,
    TableKind,
    WinnerOf,
)

__all__ = ["Folded", "FoldedMatch", "MatchState", "Rank", "annulled_entries", "fold", "games_played", "refold"]


def fold(structure: Structure, facts: Facts) -> Folded:
    """The state that follows from the facts.

    Guaranteed: a bye never wins against an entry and a bye against a bye gives a bye; a decision
    counts only for the occupants it was made for and only if it is not VOID; an occupant who
    left loses by walkover where no decision counts (`docs/regulations.md` 3.4), and where both
    left, or both are at fault, nobody moves on and the next slot is a bye. An entry that left
    still passes through a bye, so that its next opponent gets the walkover, but wins no place
    that way. From a group an entry that left before half of its games were played is taken out
    (3.5): its open matches are not played. The answer depends on nothing else and folding twice
    gives the same.
    """
    state = _State(structure, facts, {}, {}, [], annulled_entries(structure, facts))
    for node in structure.order:
        state.settle(node)
    return Folded(structure, facts, state.matches, tuple(state.stale), state.annulled)


def refold(folded: Folded, facts: Facts) -> Folded:
    """Equal to `fold(folded.structure, facts)`, sooner where only some decisions are new.

    Works along the matches that a changed decision reaches; other changes, and structures in
    which it matters who played first, are folded from scratch.
    """
    structure, known = folded.structure, folded.facts
    if structure.asks_for_first_match or known.seeds != facts.seeds or known.exits != facts.exits:
        return fold(structure, facts)
    annulled = annulled_entries(structure, facts)
    if annulled != folded.annulled:
        return fold(structure, facts)
    touched = _changed_decisions(known.decisions, facts.decisions)
    stale = [match for match in folded.stale if match not in touched]
    state = _State(structure, facts, dict(folded.matches), {}, stale, annulled)
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
    return Folded(structure, facts, state.matches, tuple(sorted(stale, key=rank.__getitem__)), annulled)


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
    annulled: frozenset[EntryId]

    def occupant_from(self, source: Source) -> Occupant:
        if isinstance(source, WinnerOf):
            return self.matches[source.match].winner
        if isinstance(source, LoserOf):
            if source.first_match_only:
                return self._first_match_loser(source.match)
            return self.matches[source.match].loser
        return BYE if isinstance(source, Bye) else self.facts.occupant(source)

    def _first_match_loser(self, match: MatchId) -> Occupant:
        """The loser if this is its first match; a bye as soon as both sides are known to have played before."""
        found = self.matches[match]
        if found.loser is None:
            return BYE if all(side in self.first_played for side in found.occupants) else None
        if isinstance(found.loser, Bye):
            return BYE
        return found.loser if self.first_played.get(found.loser) == match else BYE

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
        if node.table and (left in self.annulled or right in self.annulled):
            gone = tuple(entry for entry in (left, right) if isinstance(entry, int) and entry in self.annulled)
            self.matches[match] = FoldedMatch(node, MatchState.ANNULLED, (left, right), BYE, BYE, gone)
            return
        self.matches[match] = _undecided(node, left, right, needed, self.facts.exits)


def annulled_entries(structure: Structure, facts: Facts) -> frozenset[EntryId]:
    """Who left a group with under half of its games played: its games leave the table (3.5).

    Who has a decision in each of its matches is through with the group and can no longer leave it.
    """
    if not facts.exits:
        return frozenset()
    planned: dict[EntryId, int] = {}
    played: dict[EntryId, int] = {}
    undecided: set[EntryId] = set()
    for table in structure.tables:
        if table.kind is not TableKind.GROUP:
            continue
        for node in structure.by_table[table.key]:
            for source in node.sources:
                entry = facts.occupant(source) if isinstance(source, Seed | EntrySource) else None
                if entry is not None and entry in facts.exits:
                    planned[entry] = planned.get(entry, 0) + node.games
                    played[entry] = played.get(entry, 0) + games_played(node, facts)
                    decision = facts.decisions.get(node.id)
                    if decision is None or decision.kind is DecisionKind.VOID:
                        undecided.add(entry)
    return frozenset(entry for entry, games in planned.items() if 2 * played[entry] < games and entry in undecided)


def games_played(node: MatchNode, facts: Facts) -> int:
    """The games of a match that were played over the board; a ruling on points counts for all."""
    decision = facts.decisions.get(node.id)
    if decision is not None and decision.kind in _STATED:
        return node.games
    if node.id in facts.boards:
        return sum(board.played for board in facts.boards[node.id])
    return len([game for game in facts.games.get(node.id, ()) if not game.decider])


_STATED = (DecisionKind.PLAYED, DecisionKind.ADJUDICATED, DecisionKind.IMPORTED)


def _is_needed(node: MatchNode, matches: Mapping[MatchId, FoldedMatch]) -> bool | None:
    """Whether the node's condition holds; None while that is not known."""
    if node.condition is None:
        return True
    deciding = matches[node.condition.match]
    return deciding.winner_slot == node.condition.winner_slot if deciding.is_settled else None


def _decided(node: MatchNode, decision: Decision) -> FoldedMatch:
    winner, loser = decision.winner_entry, decision.loser_entry
    if node.table:
        # nobody moves on; a level match has neither
        return FoldedMatch(
            node, MatchState.DECIDED, decision.occupants, winner or BYE, loser or BYE, (), decision
        )  # fmt: skip
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
