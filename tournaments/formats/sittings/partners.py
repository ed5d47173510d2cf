"""Partners by lot, none twice as long as that can be avoided."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import rustworkx as rx

from tournaments.formats.graph import EntryId
from tournaments.formats.lot import Lot
from tournaments.formats.swiss.ahead import Lookahead
from tournaments.formats.swiss.schedule import Graph, OutOfSteps

TRIES: Final = 12
"""Drawn rounds of partners that are tried before one is worked out that leaves all others possible."""
LARGEST_AHEAD: Final = 24
"""Players up to which a whole schedule is kept possible. More are never short of new partners in a day: whoever has had
fewer partners than half the field finds another one in every round."""
CHANCE: Final = 1 << 20

Pair = frozenset[EntryId]
Index = tuple[int, int]


def draw_partners(players: Sequence[EntryId], partners: Counter[Pair], lot: int) -> list[tuple[EntryId, EntryId]]:
    """The pairs of a round of an even number of players, given how often each two were partners.

    Where nobody need be repeated nobody is, and the round leaves as many such rounds as there could be without it.
    """
    count = len(players)
    had = {(a, b): partners[frozenset((players[a], players[b]))] for a, b in combinations(range(count), 2)}
    found: tuple[Index, ...] = ()
    for attempt in range(TRIES):
        found = match_cheapest(count, had, Lot(lot, f"partners {attempt}"))
        if any(had[pair] for pair in found) or count > LARGEST_AHEAD:
            break
        graph = _fresh(count, had).without(found)
        if _leaves(graph, _degree(graph)):
            break
    else:
        found = _worked_out(count, had) or found
    return [(players[a], players[b]) for a, b in found]


def match_cheapest(count: int, costs: Mapping[Index, int], lot: Lot) -> tuple[Index, ...]:
    """A perfect matching of 0 … count − 1 (even) with the least sum of squared costs, by lot if there are several."""
    graph = rx.PyGraph()
    graph.add_nodes_from(range(count))
    # chances of all pairs together stay below the least difference of costs
    scale = CHANCE * count
    graph.add_edges_from(
        [(a, b, -(scale * costs[a, b] ** 2 + lot.below(CHANCE))) for a, b in combinations(range(count), 2)]
    )
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def _fresh(count: int, had: Mapping[Index, int]) -> Graph:
    masks = [0] * count
    for (a, b), times in had.items():
        if not times:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
    return Graph(tuple(masks))


def _degree(graph: Graph) -> int:
    return min((mask.bit_count() for mask in graph.partners), default=0)


def _leaves(graph: Graph, rounds: int) -> bool:
    try:
        return Lookahead().is_possible(graph, rounds)
    except OutOfSteps:
        return False


def _worked_out(count: int, had: Mapping[Index, int]) -> tuple[Index, ...] | None:
    graph = _fresh(count, had)
    for rounds in range(_degree(graph), 0, -1):
        try:
            found = Lookahead().first_round(graph, rounds)
        except OutOfSteps:
            continue
        if found is not None:
            return tuple(found)
    return None
