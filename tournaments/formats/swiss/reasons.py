"""Why each row is as it is: the nearer opponents and what stood against them (regulation 5.4)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tournaments.formats.graph import EntryId

from .field import Field
from .matching import Edge, Node
from .outcome import Method, Nearer, Reason


@dataclass(frozen=True)
class Reasons:
    """What is known of a finished round: `opponent` by node, the `bye`, and the method.

    `dead_ends` are pairs of cheaper matchings that would have left a later round unpaired; with
    `all_ahead` the pairing was taken from the search as it was found.
    """

    field: Field
    method: Method
    opponent: dict[Node, Node]
    bye: Node | None
    dead_ends: Collection[Edge] = ()
    all_ahead: bool = False

    def nearer(self, a: Node, b: Node) -> tuple[Nearer, ...]:
        """All opponents strictly nearer in TP to one of two entries that meet, nearest first."""
        if self._is_fixed(a):
            return ()
        found = [self._why(x, y) for x, opponent in ((a, b), (b, a)) for y in self._nearer(x, opponent)]
        return tuple(sorted(found, key=lambda n: (n.entry != self._id(a), n.difference, self.field.node[n.other])))

    def _nearer(self, node: Node, opponent: Node) -> Iterator[Node]:
        entries = self.field.entries
        limit = abs(entries[node].tp - entries[opponent].tp)
        for way in (range(node - 1, -1, -1), range(node + 1, len(entries))):
            for other in way:
                if abs(entries[node].tp - entries[other].tp) >= limit:
                    break
                yield other

    def _why(self, node: Node, other: Node) -> Nearer:
        entry, other_entry = self._id(node), self._id(other)
        reason, round_, with_entry = self._reason(node, other)
        difference = abs(self.field.entries[node].tp - self.field.entries[other].tp)
        return Nearer(entry, other_entry, difference, reason, round_, with_entry)

    def _reason(self, node: Node, other: Node) -> tuple[Reason, int | None, EntryId | None]:
        given = self.field.given
        met = given.met(self._id(node), self._id(other))
        if met is not None:
            return Reason.MET, met, None
        if frozenset((self._id(node), self._id(other))) in given.forbidden_pairs:
            return Reason.FORBIDDEN, None, None
        if other == self.bye:
            return Reason.BYE, None, None
        # in a matching nobody nearer is left over: to take that one instead would cost less
        opponent = self.opponent.get(other)
        taken_by = None if opponent is None else self._id(opponent)
        if self._is_fixed(other):
            return Reason.FIXED, None, taken_by
        if self.method is not Method.MATCHING:
            return Reason.METHOD, None, taken_by
        if self.all_ahead or (min(node, other), max(node, other)) in self.dead_ends:
            return Reason.AHEAD, None, taken_by
        return Reason.TAKEN, None, taken_by

    def _is_fixed(self, node: Node) -> bool:
        return node in self.field.in_fixed

    def _id(self, node: Node) -> EntryId:
        return self.field.entries[node].entry
