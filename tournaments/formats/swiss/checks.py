"""What is doubtful about a pairing an organiser made: warnings, never refusals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.graph import EntryId

from .ahead import Lookahead
from .field import Field
from .matching import Edge
from .outcome import Method, Relaxed, RoundPairing
from .pairing import pair_round
from .schedule import OutOfSteps
from .values import Pair, SwissRound

LIVE_LIMIT = 2_000
"""Steps of the look-ahead while somebody is editing; beyond it no dead end is told."""


class Doubt(StrEnum):
    UNKNOWN = "unknown"  # `entries` are not in this round
    TWICE = "twice"  # `entries` stand in more than one place
    UNPAIRED = "unpaired"  # `entries` have neither opponent nor bye
    REMATCH = "rematch"  # `entries` met in round `value`
    FORBIDDEN = "forbidden"  # `entries` should never meet
    SECOND_BYE = "second_bye"  # the one entry has had a bye, a walkover or a default win
    BYE_NOT_LOWEST = "bye_not_lowest"  # the first entry has the bye, the second should have it
    DEAD_END = "dead_end"  # `value` rounds after this one can then not all be paired
    COST_ABOVE_OPTIMUM = "cost_above_optimum"  # Σ (TP difference)² is `value` above the least


@dataclass(frozen=True, slots=True)
class PairingWarning:
    code: Doubt
    entries: tuple[EntryId, ...] = ()
    value: int | None = None


def check_pairing(
    given: SwissRound, pairs: Sequence[Pair], bye: EntryId | None, *, best: RoundPairing | None = None
) -> tuple[PairingWarning, ...]:
    """Warnings about a pairing made by hand, in the order of `Doubt`.

    `best` is the site's own pairing of the same round; a caller that checks while somebody edits
    keeps it, otherwise it is made here. The cost and the dead end are judged only if everybody
    stands in exactly one place, and the dead end only if the site's own pairing leaves none and
    the search is short.
    """
    field = Field(given)
    best = pair_round(given) if best is None else best
    places = Counter([entry for pair in pairs for entry in pair] + ([] if bye is None else [bye]))
    found: list[PairingWarning] = []
    for code, entries in (
        (Doubt.UNKNOWN, [entry for entry in places if entry not in field.node]),
        (Doubt.TWICE, [entry for entry, count in places.items() if count > 1]),
        (Doubt.UNPAIRED, [entry.entry for entry in given.entries if entry.entry not in places]),
    ):
        if entries:
            found.append(PairingWarning(code, tuple(sorted(entries))))
    is_whole = not found
    known = [pair for pair in pairs if pair[0] in field.node and pair[1] in field.node and pair[0] != pair[1]]
    found += _pairs(given, known)
    if bye in field.node:
        found += _bye(field, bye, best)
    if is_whole:
        found += _whole(field, [_edge(field, pair) for pair in known], bye, best)
    return tuple(found)


def _edge(field: Field, pair: Pair) -> Edge:
    a, b = field.node[pair[0]], field.node[pair[1]]
    return (a, b) if a < b else (b, a)


def _pairs(given: SwissRound, pairs: Sequence[Pair]) -> list[PairingWarning]:
    rematches = [PairingWarning(Doubt.REMATCH, pair, met) for pair in pairs if (met := given.met(*pair)) is not None]
    apart = [PairingWarning(Doubt.FORBIDDEN, pair) for pair in pairs if frozenset(pair) in given.forbidden_pairs]
    return rematches + apart


def _bye(field: Field, bye: EntryId, best: RoundPairing) -> list[PairingWarning]:
    if best.bye is None or best.bye.entry == bye:
        lower = False
    else:
        order = field.from_below
        lower = order.index(field.node[best.bye.entry]) < order.index(field.node[bye])
    second = field.entries[field.node[bye]].had_bye
    return [
        *([PairingWarning(Doubt.SECOND_BYE, (bye,))] if second else []),
        *([PairingWarning(Doubt.BYE_NOT_LOWEST, (bye, best.bye.entry))] if lower and best.bye else []),
    ]


def _whole(field: Field, edges: Sequence[Edge], bye: EntryId | None, best: RoundPairing) -> list[PairingWarning]:
    found: list[PairingWarning] = []
    remaining = field.given.remaining - 1
    codes = {relaxation.code for relaxation in best.relaxations}
    repeats = bool(codes & {Relaxed.SECOND_BYE, Relaxed.BYES_AHEAD})
    if not codes & {Relaxed.ROUNDS, Relaxed.UNPROVED} and not _leaves(field, edges, bye, remaining, repeats):
        found.append(PairingWarning(Doubt.DEAD_END, value=remaining))
    above = sum(field.squares(edge) for edge in edges) - best.total
    if best.method is Method.MATCHING and above > 0:
        found.append(PairingWarning(Doubt.COST_ABOVE_OPTIMUM, value=above))
    return found


def _leaves(field: Field, edges: Sequence[Edge], bye: EntryId | None, rounds: int, repeats: bool) -> bool:
    """Whether the rounds after this one can be paired, or nobody can tell in a few steps."""
    look = Lookahead(LIVE_LIMIT)
    taken = [*edges]
    if bye is not None and field.bye is not None:
        taken.append((field.node[bye], field.bye))
    try:
        return look.is_possible(field.graph(repeats=repeats).without(taken), rounds)
    except OutOfSteps:
        return True
