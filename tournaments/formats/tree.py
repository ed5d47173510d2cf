"""What a page shows of a bracket that is no regular tree: from a round on, of one quarter, and all of it as a strip.

`lens` does the same for the full tree of a main draw, whose shape needs no layout.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from .bracket import Box, BracketView, RoundView
from .graph import EntryId, MatchId
from .layout import Layout
from .lens import STRIP_WIDTH, Strip, strip_levels

QUARTERS = 4


def quarters(view: BracketView) -> tuple[frozenset[MatchId], ...]:
    """The matches that lead to each of the last four of a round, those included; none where no round has four."""
    roots = next((r.boxes for r in reversed(view.rounds) if len(r.boxes) == QUARTERS), ())
    return tuple(frozenset(_upwards(box, view)) for box in roots)


def _upwards(root: Box, view: BracketView) -> Iterable[MatchId]:
    todo = [root]
    while todo:
        box = todo.pop()
        yield box.match
        for feeder, slot in zip(box.feeders, box.slots, strict=True):
            if feeder is not None and feeder in view.boxes and not slot.takes_loser:
                todo.append(view.boxes[feeder])


def shown(view: BracketView, *, active: int = 1, within: Collection[MatchId] | None = None) -> BracketView:
    """The rounds from number `active` on, of these matches alone if they are given; rounds without any are left out."""
    rounds = []
    for round_ in view.rounds:
        boxes = tuple(box for box in round_.boxes if within is None or box.match in within)
        if round_.number >= active and boxes:
            rounds.append(replace(round_, boxes=boxes))
    return replace(view, rounds=tuple(rounds), third_place=None, parts=1)


def without_byes(view: BracketView) -> BracketView:
    """Without the rounds in which nobody plays but those who come from the round before; they go to the next.

    Such are rounds for late losers of whom none may come in.
    """
    rounds: list[RoundView] = []
    boxes = dict(view.boxes)
    for round_ in view.rounds:
        through = {box.match: _only_feeder(box, boxes) for box in round_.boxes}
        if any(box.is_to_play for box in round_.boxes) or None in through.values() or round_ is view.rounds[-1]:
            rounds.append(round_)
            continue
        for match, feeder in through.items():
            box = boxes.pop(match)
            if feeder is not None:
                boxes[feeder] = replace(boxes[feeder], next_match=box.next_match, winner_to=box.winner_to)
            if box.next_match in boxes and box.next_match is not None:
                following = boxes[box.next_match]
                left, right = (feeder if f == match else f for f in following.feeders)
                boxes[following.match] = replace(following, feeders=(left, right))
    kept = tuple(replace(r, boxes=tuple(boxes[box.match] for box in r.boxes)) for r in rounds)
    return replace(view, rounds=kept, boxes=boxes)


def _only_feeder(box: Box, boxes: Mapping[MatchId, Box]) -> MatchId | None:
    """The match of the bracket whose winner has a bye here; None if somebody may enter."""
    coming = [(f, slot) for f, slot in zip(box.feeders, box.slots, strict=True) if not slot.is_bye]
    if len(coming) != 1 or coming[0][1].takes_loser:
        return None
    return coming[0][0] if coming[0][0] in boxes else None


def overview(layout: Layout, *, parts: Iterable[Collection[MatchId]] = (), follow: EntryId | None = None) -> Strip:
    """The strip of any layout, its rows from left to right and its last round on top."""
    levels = strip_levels(len(layout.rounds))
    width = STRIP_WIDTH / max(1, layout.rows)
    placed = {p.box.match: ((p.y + 0.5) * width, k) for k, r in enumerate(layout.rounds, start=1) for p in r.boxes}
    won: list[str] = []
    still: list[str] = []
    followed: list[str] = []
    for k, round_ in enumerate(layout.rounds, start=1):
        for at in round_.boxes:
            middle, _ = placed[at.box.match]
            for side, slot in enumerate(at.box.slots):
                feeder = at.box.feeders[side]
                if at.feeders[side] is None or feeder is None:
                    # whoever enters here comes from beside the middle, a round below
                    start, below = middle + (side - 0.5) * width / 2, k - 1
                else:
                    start, below = placed[feeder]
                line = f"M{start:.0f} {levels[below]:g}V{levels[k]:g}H{middle:.0f}"
                (won if slot.is_winner else still).append(line)
                if follow is not None and slot.occupant == follow:
                    followed.append(line)
    spans = []
    for part in parts:
        middles = [placed[match][0] for match in part if match in placed]
        left = min(middles, default=0.0) - width / 2
        spans.append((left, max(middles, default=0.0) + width / 2 - left))
    return Strip("".join(won), "".join(still), "".join(followed), tuple(spans))
