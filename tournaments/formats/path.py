"""The path of an entry through the brackets of a stage, as plain values for a page."""

from dataclasses import dataclass
from enum import StrEnum

from .bracket import round_keys
from .fold import Folded, FoldedMatch, MatchState
from .graph import EntryId, MatchId, Occupant


class PathStep(StrEnum):
    """What a round of an entry's path is to it."""

    BYE = "bye"
    WON = "won"
    LOST = "lost"
    NEXT = "next"  # it stands there, the match is not over
    AHEAD = "ahead"  # it may come there


@dataclass(frozen=True, slots=True)
class PathRow:
    """One row of an entry's path: the round, the match and the other side.

    `opponent` is None while unknown; `possible` then lists who it may be ("one of 32 players").
    """

    key: str
    match: MatchId
    number: int
    step: PathStep
    slot: int
    opponent: Occupant
    possible: tuple[EntryId, ...]


def path_of(folded: Folded, entry: EntryId) -> tuple[PathRow, ...]:
    """The way of an entry through all brackets: what it played, what is next, what may follow.

    Ends with the match it lost for good, else with the last one it may come to; a match that depends on a condition is
    in it once it is sure to be played. Empty if the entry does not take part. An entry that left has nothing ahead.
    """
    structure = folded.structure
    at = next(
        ((node.id, side) for node in structure.order for side in (0, 1) if folded[node.id].occupants[side] == entry),
        None,
    )
    keys: dict[str, dict[int, str]] = {}
    rows: list[PathRow] = []
    while at is not None:
        match, side = folded[at[0]], at[1]
        node = match.node
        if match.state is MatchState.NOT_NEEDED or (node.condition is not None and match.state is MatchState.WAITING):
            break
        if node.bracket not in keys:
            keys[node.bracket] = round_keys(structure, node.bracket)
        step = _step(match, entry, side)
        opponent = match.occupants[1 - side]
        rows.append(
            PathRow(
                key=node.label or keys[node.bracket][node.round],
                match=node.id,
                number=node.number,
                step=step,
                slot=side,
                opponent=opponent,
                possible=folded.possible(node.id, 1 - side) if opponent is None else (),
            )
        )
        if step is PathStep.LOST:
            target = structure.loser_to.get(node.id)
            at = target if target is not None and folded.occupant(target) == entry else None
        elif entry in folded.facts.exits and not match.is_settled:
            at = None
        else:
            at = structure.winner_to.get(node.id)
    return tuple(rows)


def _step(match: FoldedMatch, entry: EntryId, side: int) -> PathStep:
    if match.occupants[side] != entry:
        return PathStep.AHEAD
    if entry in match.out:
        return PathStep.LOST
    if not match.is_settled:
        return PathStep.NEXT
    return PathStep.BYE if match.state is MatchState.BYE else PathStep.WON
