"""Trees into which losers of another tree drop round by round: losers' brackets and feed-in consolations.

Winners and losers sides are lined up so that the loser of match i of round r, and all it beat on
its way, would come to the same slot if nothing were changed. `drop_masks` says how the slots of
each round are exchanged, so that they meet again late.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from .graph import MatchNode, Source
from .rounds import paired, play_round, real

Drop: TypeAlias = Sequence[Source]
"""The sources that come in at a step, one for each slot; byes where nobody comes."""

PAIR: None = None
"""The step in which those who are in play one another."""


@dataclass(frozen=True, slots=True)
class FeedIn:
    """The matches of such a tree and whoever comes out of it."""

    matches: tuple[MatchNode, ...]
    winner: Source


def feed_in(
    start: Sequence[Source],
    steps: Sequence[Drop | None],
    *,
    number: int,
    bracket: str,
    ranking: str,
    first_round: int = 1,
    ahead: int = 0,
    alternatives: bool = False,
    winner_place: int | None = None,
) -> FeedIn:
    """A tree over `start`, one round for each step: `PAIR`, or a drop of new sources against those who are in.

    A step without a match takes no round number. `ahead` counts the entries that will finish better elsewhere; losers
    of a step get the place behind all who are still in or yet to come. With `alternatives` a drop brings only entries
    in place of others that never came (a loser of a first match after a walkover), so that losers of a pairing share
    the place of the drop after it. The last match settles `winner_place`, if given.
    """
    rounds: list[tuple[tuple[MatchNode, ...], int]] = []
    matches = 0
    sources = tuple(start)
    round_ = first_round
    for i, step in enumerate(steps):
        pairs = paired(sources) if step is None else tuple(zip(sources, step, strict=True))
        played = play_round(pairs, number=number + matches, round_=round_, bracket=bracket, ranking=ranking)
        later = sum(real(drop) for drop in steps[i + 1 :] if drop is not None)
        rounds.append((played.matches, ahead + real(played.winners) + later + 1))
        matches += len(played.matches)
        round_ += bool(played.matches)
        sources = played.winners
    if alternatives:
        for i in range(len(steps) - 1):
            if steps[i] is None and steps[i + 1] is not None:
                rounds[i] = rounds[i][0], rounds[i + 1][1]
    nodes = [replace(node, loser_place=place) for found, place in rounds for node in found]
    if nodes and winner_place is not None:
        nodes[-1] = replace(nodes[-1], winner_place=winner_place)
    return FeedIn(tuple(nodes), sources[0])


@cache
def drop_masks(rounds: int) -> tuple[int, ...]:
    """How losers of the rounds 1, 2 … of a tree of that many rounds drop: match i comes to slot i XOR mask.

    Round by round the mask is taken with which its losers are least likely, and then latest, to
    meet again somebody of their own part: each one that lost to them before is a candidate, found
    at the first slot both come to, if both win until then with even chances.
    """
    masks = [0]
    for round_ in range(2, rounds + 1):
        masks.append(min(range(1 << (rounds - round_)), key=lambda mask: _meetings(masks, mask, rounds)))
    return tuple(masks)


def _meetings(masks: Sequence[int], mask: int, rounds: int) -> tuple[Fraction, ...]:
    """Expected meetings anew in each round of the losers' side, if the next round drops with `mask`."""
    round_ = len(masks) + 1
    by_round = [Fraction(0)] * (2 * rounds)
    enters = 2 * round_ - 2
    for earlier, other in enumerate(masks, start=1):
        level = round_
        while mask >> (level - round_) != other >> (level - earlier):
            level += 1
        meets = enters if level == round_ else 2 * level - 3
        wins = meets - (1 if earlier == 1 else 2 * earlier - 2) + meets - enters
        by_round[meets] += Fraction(1, 2**wins)
    return (sum(by_round, Fraction(0)), *by_round)


def dropped(losers: Sequence[Source], mask: int) -> tuple[Source, ...]:
    """The losers of a round by the slot they drop to."""
    return tuple(losers[slot ^ mask] for slot in range(len(losers)))
