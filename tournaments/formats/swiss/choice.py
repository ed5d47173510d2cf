"""Which pairs a round gets: bye first, then the cheapest matching that keeps the rest possible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from .ahead import Lookahead
from .field import Field
from .matching import Edge, Matching, Node, best_matching, cheapest, cheapest_first, complete_edges
from .outcome import Reason
from .schedule import OutOfSteps

TRIES = 64
"""Matchings tried in the order of their cost before the one the search found is taken."""


@dataclass(frozen=True)
class Choice:
    """Pairs of nodes and how they were come by.

    `rounds` of the planned ones can be paired, this one included: 0 if not even this one.
    `passed` are entries below the bye that could not have it. `cheaper` are matchings that would
    have left a dead end; `optimum` is the cheapest of them. `is_least` says that all matchings
    cheaper than this one are among them. `is_proved` says that the look-ahead came to an end.
    """

    matching: Matching
    bye: Node | None
    rounds: int
    repeats: bool = False
    passed: Mapping[Node, Reason] = field(default_factory=dict)
    cheaper: tuple[Matching, ...] = ()
    is_least: bool = True
    is_proved: bool = True


def choose(field: Field) -> Choice:
    """The pairs of a round (regulation 5.3).

    In this order: as many of the remaining rounds as possible stay pairable; no second byes, now
    or later, if that can be; the bye to the lowest entry; the least cost; chance.
    """
    for rounds in range(field.given.remaining, 0, -1):
        for repeats in (False,) if field.bye is None else (False, True):
            choice = _with_rounds(field, rounds, repeats)
            if choice is not None:
                return choice
    return _as_many_as_possible(field)


def _with_rounds(field: Field, rounds: int, repeats: bool) -> Choice | None:
    """A choice that leaves `rounds` − 1 rounds to be paired after this one."""
    look = Lookahead()
    graph = field.graph(repeats=repeats)
    passed: dict[Node, Reason] = {}
    try:
        if not look.is_possible(graph, rounds):
            return None
    except OutOfSteps:
        # the candidates have steps of their own
        look = Lookahead()
    for bye in _candidates(field, repeats):
        matching, edges = cheapest(field.pool(bye))
        given = field.fixed if bye is None or field.bye is None else (*field.fixed, (bye, field.bye))
        if not _covers(field, (*matching, *given)):
            if bye is not None:
                passed[bye] = Reason.NO_PARTNER
            continue
        try:
            if look.is_possible(graph.without((*matching, *given)), rounds - 1):
                return Choice(matching, bye, rounds, repeats, passed)
            witness = look.first_round(graph, rounds, given)
            if witness is None:
                if bye is not None:
                    passed[bye] = Reason.AHEAD
                continue
            cheaper = [matching]
            for other in islice(cheapest_first(edges, len(matching)), 1, TRIES):
                if look.is_possible(graph.without((*other, *given)), rounds - 1):
                    return Choice(other, bye, rounds, repeats, passed, tuple(cheaper))
                cheaper.append(other)
        except OutOfSteps:
            return Choice(matching, bye, rounds, repeats, passed, is_proved=False)
        found = tuple(edge for edge in witness if edge not in given)
        return Choice(found, bye, rounds, repeats, passed, tuple(cheaper), is_least=False)
    return None


def _candidates(field: Field, repeats: bool) -> Iterator[Node | None]:
    """Who may have the bye, first the one that should; only None for an even field."""
    if field.bye is None:
        yield None
    elif field.given.fixed_bye is not None:
        yield field.node[field.given.fixed_bye]
    else:
        free = [node for node in field.from_below if node not in field.in_fixed]
        yield from (node for node in free if not field.entries[node].had_bye)
        if repeats:
            yield from (node for node in free if field.entries[node].had_bye)


def _covers(field: Field, matching: Matching) -> bool:
    return 2 * len(matching) == len(field.entries) + (field.bye is not None)


def _as_many_as_possible(field: Field) -> Choice:
    """The most pairs that can be made, then the bye as low as possible, then the least cost."""
    if field.bye is None or field.given.fixed_bye is not None:
        bye = None if field.bye is None else next(_candidates(field, repeats=True))
        return Choice(cheapest(field.pool(bye))[0], bye, 0)
    edges: dict[Edge, int] = complete_edges(field.pool(None))
    step = sum(edges.values()) + 1
    for place, node in enumerate(_candidates(field, repeats=True)):
        if node is not None:
            edges[node, field.bye] = place * step
    matching = best_matching(edges)
    byes = [edge for edge in matching if field.bye in edge]
    return Choice(tuple(edge for edge in matching if edge not in byes), byes[0][0] if byes else None, 0)
