"""Pair a round of a Swiss: the one function a shell calls (`docs/regulations.md` 5.3, 5.4)."""

from collections.abc import Mapping, Sequence

from .choice import Choice, choose
from .field import Field
from .matching import Edge, Node
from .outcome import Bye, Method, Passed, Reason, Relaxation, Relaxed, RoundPairing, Row
from .reasons import Reasons
from .tables import TableRound, table_round
from .ties import is_turned
from .values import SwissRound

ENGINE_VERSION = "swiss-1"
"""Changes whenever the same input could give another pairing."""


def pair_round(given: SwissRound) -> RoundPairing:
    """The pairing of a round; the same input gives the same pairing everywhere.

    Nobody meets twice, except in pairs fixed by an organiser. Round 1: half against half by
    seeding, or by lot; with at least entries − 1 planned rounds Berger tables for the whole event.
    Later: of all pairings that leave the most of the remaining rounds possible, and a second bye
    to nobody if that can be, with the bye as low as possible, one with the least Σ (TP difference)².

    Up to 128 entries the remaining rounds are looked at exactly, within a limit of steps that
    fields of up to 16 stay far below; larger fields are exact as long as every entry has enough
    partners left, which holds in events of up to half as many rounds as entries. `ahead` says how.
    What is guaranteed about the least sum stands in `matching`. Whatever was given up stands in
    `relaxations`; it never fails for want of pairs.
    """
    field = Field(given)
    table = table_round(field)
    return _by_tables(field, table) if table else _by_choice(field, choose(field))


def _by_tables(field: Field, table: TableRound) -> RoundPairing:
    pairs = [(field.node[a], field.node[b]) for a, b in table.pairs]
    bye = None if table.bye is None else field.node[table.bye]
    reasons = Reasons(field, Method.TABLES, _opponents(pairs), bye)
    return _outcome(
        reasons,
        pairs,
        passed=dict.fromkeys(range(len(field.entries)), Reason.METHOD),
        relaxations=_rounds(field, table.rounds),
        tables=table.tables,
    )


def _by_choice(field: Field, choice: Choice) -> RoundPairing:
    given = field.given
    edges = [*choice.matching, *field.fixed]
    first = Method.LOT if given.drawn else Method.HALVES
    reasons = Reasons(
        field,
        first if given.round == 1 else Method.MATCHING,
        _opponents(edges),
        choice.bye,
        frozenset(edge for matching in choice.cheaper for edge in matching),
        not choice.is_least,
    )
    return _outcome(
        reasons,
        [_sides(field, edge) for edge in edges],
        passed=choice.passed,
        relaxations=_relaxations(field, choice),
        tables=given.tables,
    )


def _opponents(edges: Sequence[Edge]) -> dict[Node, Node]:
    return {a: b for edge in edges for a, b in (edge, edge[::-1])}


def _sides(field: Field, edge: Edge) -> Edge:
    """Left and right: the lower seed number is left unless the lot turns the pair."""
    a, b = sorted(edge, key=lambda node: field.entries[node].seed)
    turned = is_turned(field.given.lot, field.given.round, field.entries[a].seed, field.entries[b].seed)
    return (b, a) if turned else (a, b)


def _outcome(
    reasons: Reasons,
    pairs: Sequence[Edge],
    *,
    passed: Mapping[Node, Reason],
    relaxations: list[Relaxation],
    tables: tuple[int, ...] | None,
) -> RoundPairing:
    field = reasons.field
    entries, given = field.entries, field.given
    place = {node: i for i, node in enumerate(field.from_below[::-1])}
    left_over = [n for n in field.from_below[::-1] if n not in reasons.opponent and n != reasons.bye]
    if left_over:
        values = tuple(entries[node].entry for node in left_over)
        relaxations.append(Relaxation(Relaxed.UNPAIRED, (("entries", values),)))
    return RoundPairing(
        round=given.round,
        method=reasons.method,
        rows=tuple(
            Row(
                left=entries[a].entry,
                right=entries[b].entry,
                left_tp=entries[a].tp,
                right_tp=entries[b].tp,
                is_fixed=a in field.in_fixed,
                nearer=reasons.nearer(a, b),
            )
            for a, b in sorted(pairs, key=lambda pair: min(place[pair[0]], place[pair[1]]))
        ),
        bye=None if reasons.bye is None else _bye(field, reasons.bye, passed),
        unpaired=tuple(
            Passed(entries[n].entry, Reason.NO_PARTNER if field.allowed[n] else Reason.MET_ALL) for n in left_over
        ),
        relaxations=tuple(relaxations),
        total=sum(field.squares(edge) for edge in pairs),
        digest=given.digest,
        engine=ENGINE_VERSION,
        tables=tables,
    )


def _bye(field: Field, bye: Node, passed: Mapping[Node, Reason]) -> Bye:
    """The bye with all who stand below it, and all others who could not have it."""
    below = field.from_below[: field.from_below.index(bye)]
    listed = [node for node in field.from_below if node in below or (node in passed and field.entries[bye].had_bye)]
    is_fixed = field.entries[bye].entry == field.given.fixed_bye

    def why(node: Node) -> Reason:
        if is_fixed or node in field.in_fixed:
            return Reason.FIXED
        if node in passed:
            return passed[node]
        return Reason.HAD_BYE if field.entries[node].had_bye else Reason.NO_PARTNER

    return Bye(
        entry=field.entries[bye].entry,
        is_second=field.entries[bye].had_bye,
        is_fixed=is_fixed,
        passed=tuple(Passed(field.entries[node].entry, why(node)) for node in listed),
    )


def _rounds(field: Field, possible: int) -> list[Relaxation]:
    remaining = field.given.remaining
    if possible >= remaining:
        return []
    return [Relaxation(Relaxed.ROUNDS, (("possible", possible), ("remaining", remaining)))]


def _relaxations(field: Field, choice: Choice) -> list[Relaxation]:
    entries, given = field.entries, field.given
    found = _rounds(field, choice.rounds)
    if not choice.is_proved:
        found.append(Relaxation(Relaxed.UNPROVED))
    if choice.bye is not None and entries[choice.bye].had_bye:
        found.append(Relaxation(Relaxed.SECOND_BYE, (("entry", entries[choice.bye].entry),)))
    elif choice.repeats:
        found.append(Relaxation(Relaxed.BYES_AHEAD))
    if choice.cheaper:
        optimum = sum(field.squares(edge) for edge in (*choice.cheaper[0], *field.fixed))
        found.append(Relaxation(Relaxed.AHEAD, (("optimum", optimum),)))
    for a, b in given.fixed:
        if given.met(a, b) is not None:
            found.append(Relaxation(Relaxed.REMATCH, (("entries", (min(a, b), max(a, b))),)))
    return found
