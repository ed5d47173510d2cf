"""Which new fact is at the root of each change: what a VOID names as its cause."""

from collections.abc import Sequence

from .facts import Cause, CauseKind, Facts
from .fold import Folded, FoldedMatch
from .graph import LoserOf, MatchId, MatchNode, Structure, WinnerOf


def changes_between(structure: Structure, before: Facts, after: Facts) -> tuple[Cause, ...]:
    """The facts in which `after` differs, in a fixed order: draw, decisions, exits, returns."""
    found: list[Cause] = []
    if dict(before.seeds) != dict(after.seeds):
        found.append(Cause(CauseKind.DRAW))
    for node in structure.order:
        new = after.decisions.get(node.id)
        if new != before.decisions.get(node.id):
            found.append(Cause(CauseKind.DECISION, match=node.id, version=new.version if new else None))
    found += [Cause(CauseKind.EXIT, entry=e) for e in sorted(set(after.exits) - set(before.exits))]
    found += [Cause(CauseKind.EXIT_REVOKED, entry=e) for e in sorted(set(before.exits) - set(after.exits))]
    return tuple(found)


def root_causes(old: Folded, new: Folded, changes: Sequence[Cause]) -> dict[MatchId, Cause]:
    """For each match with other occupants, or with a stale decision, the change that began it.

    What changes a slot is what changed the outcome of the match that feeds it: a decision of that
    match, the exit of one of its occupants, or in turn what changed its slots. Where the way
    back cannot be followed (a plate place lost because an earlier match counts as played now)
    the first of the changes is named.
    """
    decided = {c.match: c for c in changes if c.kind is CauseKind.DECISION}
    exits = {c.entry: c for c in changes if c.kind in (CauseKind.EXIT, CauseKind.EXIT_REVOKED)}
    unknown = next(iter(changes), Cause(CauseKind.DRAW))
    of_slots: dict[MatchId, Cause] = {}
    of_outcome: dict[MatchId, Cause] = {}
    for node in new.structure.order:
        match = node.id
        was, will = old[match], new[match]
        if was.occupants != will.occupants:
            of_slots[match] = _behind_slots(node, was, will, of_outcome) or unknown
        if (was.winner, was.loser, was.state) != (will.winner, will.loser, will.state):
            left_or_back = next((exits[e] for e in will.occupants if e in exits), None)
            found = decided.get(match) or of_slots.get(match) or left_or_back
            condition = node.condition and of_outcome.get(node.condition.match)
            of_outcome[match] = found or condition or unknown
    for match in new.stale:
        if match not in of_slots:
            of_slots[match] = of_outcome.get(match, unknown)
    return of_slots


def _behind_slots(
    node: MatchNode, was: FoldedMatch, will: FoldedMatch, of_outcome: dict[MatchId, Cause]
) -> Cause | None:
    for slot, source in enumerate(node.sources):
        if was.occupants[slot] == will.occupants[slot]:
            continue
        if not isinstance(source, WinnerOf | LoserOf):
            return Cause(CauseKind.DRAW)
        if source.match in of_outcome:
            return of_outcome[source.match]
    return None
