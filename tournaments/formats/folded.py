"""The answer of a fold: match by match, and what can be read from it.

Who may come to a slot that waits, the places that are settled and the ranking are worked out only
when somebody asks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from .facts import Decision, Facts
from .graph import Bye, EntryId, LoserOf, MatchId, MatchNode, Occupant, Slot, Source, Structure, WinnerOf


class MatchState(StrEnum):
    """Where a match stands, as far as structure and decisions tell."""

    WAITING = "waiting"  # a slot is not filled yet
    OPEN = "open"  # two entries stand there and no decision counts
    DECIDED = "decided"  # a decision counts
    BYE = "bye"  # at least one slot is a bye: nobody plays
    WALKOVER = "walkover"  # made by the fold because an occupant, or both, left
    NOT_NEEDED = "not_needed"  # its condition did not come true
    ANNULLED = "annulled"  # an occupant left the group early: its games leave the table


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
    VOID. It is empty wherever impact plans are applied in full. `annulled` are the entries taken
    out of their group (`docs/regulations.md` 3.5).
    """

    structure: Structure
    facts: Facts
    matches: Mapping[MatchId, FoldedMatch]
    stale: tuple[MatchId, ...]
    annulled: frozenset[EntryId] = frozenset()

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
            if folded.state is MatchState.NOT_NEEDED or folded.winner is None or folded.node.table:
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
        return self._place_shut_out(node)

    def _place_shut_out(self, node: MatchNode) -> int | None:
        """The place of those whom a double default keeps from playing on: behind all who do, or that of the round.

        None while it is not known whether any loser of that round plays on.
        """
        following, at, last = self.structure.loser_to, node.id, node.loser_place
        while at in following and self.structure[following[at][0]].ranking == node.ranking:
            at = following[at][0]
            last = self.structure[at].loser_place or last
        if last == node.loser_place:
            return last
        losers = [
            self.matches[m.id].loser
            for m in self.structure.matches
            if (m.bracket, m.round, m.label) == (node.bracket, node.round, node.label)
        ]
        if any(loser is not None and not isinstance(loser, Bye) for loser in losers):
            return last
        return None if None in losers else node.loser_place

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
