"""A bracket cut into parts that fit on pages."""

from dataclasses import replace

from .bracket import Box, BracketView
from .graph import MatchId
from .tree import QUARTERS, shown


def played(view: BracketView) -> BracketView:
    """The bracket without byes: whoever has one stands in the next match as if entering there."""
    kept = shown(view, within={match for match, box in view.boxes.items() if box.is_to_play})
    return replace(kept, boxes={box.match: box for round_ in kept.rounds for box in round_.boxes})


def sections(view: BracketView, most: int) -> tuple[BracketView, ...]:
    """Parts of at most `most` rows of `formats.layout` where rounds allow it, early rounds first.

    One part if all of it fits. Else the trees that lead to the matches of one round, at least four where it has as
    many, and what comes after them cut in the same way. Every match stands in exactly one part.
    """
    found: list[BracketView] = []
    rest = view
    while rest.rounds:
        leaves = _leaves(rest)
        last = rest.rounds[-1].boxes
        roots = _roots(rest, leaves, most)
        if sum(leaves[box.match] for box in _ends(rest)) <= most or not roots or roots == last:
            found.append(rest)
            break
        taken: set[MatchId] = set()
        for root in roots:
            within = _upwards(root, rest)
            taken |= within
            found.append(shown(rest, within=within))
        rest = shown(rest, within=rest.boxes.keys() - taken)
        rest = replace(rest, boxes={box.match: box for round_ in rest.rounds for box in round_.boxes})
    return tuple(found)


def _roots(view: BracketView, leaves: dict[MatchId, int], most: int) -> tuple[Box, ...]:
    """The matches of the latest round whose trees fit, of a round of four or more where there is one."""
    fitting = [r for r in view.rounds if max(leaves[box.match] for box in r.boxes) <= most]
    wide = [r for r in fitting if len(r.boxes) >= QUARTERS] or fitting
    return wide[-1].boxes if wide else ()


def _ends(view: BracketView) -> list[Box]:
    """The matches from which nobody goes on within the view."""
    return [box for round_ in view.rounds for box in round_.boxes if box.next_match not in view.boxes]


def _leaves(view: BracketView) -> dict[MatchId, int]:
    """How many rows the tree of each match takes: those of its feeders, or its own."""
    found: dict[MatchId, int] = {}
    for round_ in view.rounds:
        for box in round_.boxes:
            found[box.match] = sum(found[feeder] for feeder in _feeders(box, view)) or 1
    return found


def _feeders(box: Box, view: BracketView) -> list[MatchId]:
    pairs = zip(box.feeders, box.slots, strict=True)
    return [match for match, slot in pairs if match is not None and match in view.boxes and not slot.takes_loser]


def _upwards(root: Box, view: BracketView) -> set[MatchId]:
    found: set[MatchId] = set()
    todo = [root]
    while todo:
        box = todo.pop()
        found.add(box.match)
        todo += [view.boxes[match] for match in _feeders(box, view)]
    return found
