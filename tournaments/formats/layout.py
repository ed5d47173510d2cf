"""Where the boxes of any bracket stand: losers' brackets, plates with later losers, later entry, play-offs.

`lens` is for the full tree of a main draw, with parts and a strip; here rounds may have any number of
matches. All numbers are free of pixels: a column for each round, and rows of one box's height.
"""

from dataclasses import dataclass
from typing import TypeAlias

from .bracket import Box, BracketView
from .graph import MatchId

Feeders: TypeAlias = tuple[MatchId | None, MatchId | None]


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box whose middle is at row `y`, counted from 0.

    `feeders` are the middles of the boxes, one for each slot, from which a line comes in. It is None where somebody
    enters or drops in from another bracket; `box.slots` says from where, `box.loser_to` where the loser goes.
    """

    box: Box
    y: float
    feeders: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class PlacedRound:
    """The boxes of a round from top to bottom."""

    number: int
    key: str
    boxes: tuple[PlacedBox, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A bracket laid out: columns in order, and how many rows it is high."""

    rounds: tuple[PlacedRound, ...]
    rows: int


def lay_out(view: BracketView) -> Layout:
    """The layout of a bracket, without its match for third place.

    Guaranteed: each box stands midway between those that feed it, level with the only one that does, or else on a
    row of its own; boxes of a round are at least a row apart; no two lines cross. There are no empty rows.
    """
    tree = {box.match: box for round_ in view.rounds for box in round_.boxes}
    within = {match: _feeders(box, tree) for match, box in tree.items()}
    y: dict[MatchId, float] = {}
    rows = 0
    for root in sorted(tree.values(), key=lambda box: (box.position, box.round)):
        if root.next_match in tree:
            continue
        for match in _upwards(root.match, within):
            above = [y[feeder] for feeder in dict.fromkeys(within[match]) if feeder is not None]
            if not above:
                above = [float(rows)]
                rows += 1
            y[match] = sum(above) / len(above)
    return Layout(
        rounds=tuple(
            PlacedRound(
                number=round_.number,
                key=round_.key,
                boxes=tuple(
                    sorted(
                        (PlacedBox(box, y[box.match], _middles(within[box.match], y)) for box in round_.boxes),
                        key=lambda placed: placed.y,
                    )
                ),
            )
            for round_ in view.rounds
        ),
        rows=rows,
    )


def _feeders(box: Box, tree: dict[MatchId, Box]) -> Feeders:
    """The matches of the same bracket whose winners come to the slots."""
    left, right = (
        feeder if feeder in tree and not slot.takes_loser else None
        for feeder, slot in zip(box.feeders, box.slots, strict=True)
    )
    return left, right


def _middles(
    feeders: tuple[MatchId | None, MatchId | None], y: dict[MatchId, float]
) -> tuple[float | None, float | None]:
    left, right = (None if feeder is None else y[feeder] for feeder in feeders)
    return left, right


def _upwards(root: MatchId, within: dict[MatchId, Feeders]) -> list[MatchId]:
    """The matches that lead to a root, each after those that feed it, upper slots first."""
    order: list[MatchId] = []
    todo = [root]
    while todo:
        match = todo.pop()
        order.append(match)
        todo += [feeder for feeder in within[match] if feeder is not None]
    return order[::-1]
