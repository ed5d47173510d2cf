"""Looking ahead: can the remaining rounds all be paired without anybody meeting twice?

A schedule for t rounds is t perfect matchings without a common pair. With an odd field the bye is
one more node whose pairs are the entries that may still have one, so that one bye an entry is the
same rule as one meeting a pair.

Most rounds need no search: if the number of partners left to each node, less t − 1, satisfies
Chvátal's condition for a Hamiltonian circuit, then it still does so before every one of the t
rounds, whatever matchings are taken, and a circuit of even length holds a perfect matching. For a
field that lost nobody this covers every event of at most half as many rounds as entries.

Otherwise, in turn: a short search; a proof that there is none, if no choice of pairs gives each
node t of them; searches inside of such choices; a long exact search. Steps are counted, not
seconds, so that the answer is the same on every machine.
"""

from .factor import regular_part
from .matching import Matching
from .schedule import Graph, OutOfSteps, Search, is_certain, perfect

SHORT, INSIDE, LONG = 400, 1_500, 30_000
"""Steps of the three kinds of search."""
PARTS = 4
"""Choices of pairs that are searched."""
LARGEST = 128
LARGEST_PART = 32
"""Nodes up to which there is a search, and a choice of pairs."""


class Lookahead:
    """Questions about the schedules of one round; `limit` bounds the steps of all long searches."""

    def __init__(self, limit: int = LONG) -> None:
        self._search = Search(limit)
        self._answers: dict[tuple[Graph, int, Matching], Matching | None] = {}

    def is_possible(self, graph: Graph, rounds: int) -> bool:
        """Whether there is a schedule of so many rounds. Raises `OutOfSteps`."""
        return rounds < 1 or is_certain(graph, rounds) or self.first_round(graph, rounds) is not None

    def first_round(self, graph: Graph, rounds: int, forced: Matching = ()) -> Matching | None:
        """A perfect matching with all `forced` pairs that leaves a schedule of `rounds` − 1, or None.

        Raises `OutOfSteps`.
        """
        key = (graph, rounds, forced)
        if key not in self._answers:
            self._answers[key] = self._first_round(graph, rounds, forced)
        return self._answers[key]

    def _first_round(self, graph: Graph, rounds: int, forced: Matching) -> Matching | None:
        if rounds == 1:
            return perfect(graph, forced)
        size = len(graph.partners)
        if any(graph.degree(node) < rounds for node in range(size)):
            return None
        if size > LARGEST:
            raise OutOfSteps
        try:
            return Search(SHORT + 2 * size * rounds).first_round(graph, rounds, forced)
        except OutOfSteps:
            pass
        for salt in range(PARTS if size <= LARGEST_PART else 0):
            part = regular_part(graph, rounds, forced, salt)
            if part is None:
                return None
            try:
                found = Search(INSIDE).first_round(part, rounds, forced)
            except OutOfSteps:
                continue
            if found is not None:
                return found
        return self._search.first_round(graph, rounds, forced)
