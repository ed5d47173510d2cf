"""Double elimination: who has lost twice is out (`docs/regulations.md` 4.7)."""

from collections.abc import Sequence
from dataclasses import replace

from .feed_in import PAIR, Drop, drop_masks, dropped, feed_in
from .graph import LoserOf, MatchNode, OnlyIf, Source, Structure, WinnerOf
from .knockout import knockout
from .rounds import with_games
from .sources import losers_by_round

LOSERS = "losers"
"""The bracket of those who have lost once."""
FINAL = "final"
"""The bracket of the grand final: round 1, and round 2 where it is reset."""


def double_elimination(
    n: int,
    *,
    lines: Sequence[int | None] | None = None,
    games: int | Sequence[int] = 1,
    losers_games: int | Sequence[int] = 1,
    final_games: int | None = None,
    reset: bool = True,
    first_number: int = 1,
    bracket: str = "main",
) -> Structure:
    """The structure of a double elimination of `n` entries, 2 or more.

    The winners' bracket is a knockout over `lines` with its `games` (`knockout`). Its losers drop
    into the bracket "losers", those of round 1 among themselves, those of each later round
    against whoever is left there, in an order that delays meeting again. Where a side is known to
    stay empty there is no match in the losers' bracket: whoever would be alone stands in the next
    round at once. Both winners meet in the grand final. With `reset` a second one is played if
    the entry from the losers' bracket, which has lost once, wins the first.

    All brackets share one ranking: losers of a round in the losers' bracket share its best place.
    `losers_games` count back from the losers' final, `final_games` are those of the winners'
    final unless given. Matches are numbered bracket by bracket. Raises `StructureError`.
    """
    winners = knockout(n, lines=lines, games=games, first_number=first_number, bracket=bracket).matches
    rounds = losers_by_round(winners)
    last = winners[-1]
    masks = drop_masks(len(rounds))
    steps: list[Drop | None] = []
    for losers, mask in zip(rounds[1:], masks[1:], strict=True):
        steps += [PAIR, dropped(losers, mask)]
    # The final of a knockout of two leaves one loser and nobody to meet but the winner.
    below = feed_in(rounds[0], steps, number=last.number + 1, bracket=LOSERS, ranking=bracket, ahead=1)
    shut_out = {
        source.match: node.loser_place
        for node in below.matches
        for source in node.sources
        if isinstance(source, LoserOf)
    }
    above = [replace(node, winner_place=None, loser_place=shut_out.get(node.id)) for node in winners]
    planned = last.games if final_games is None else final_games
    number = last.number + len(below.matches) + 1
    return Structure(
        [
            *above,
            *with_games(below.matches, losers_games),
            *_grand_final(WinnerOf(last.id), below.winner, number, planned, bracket, reset=reset),
        ]
    )


def _grand_final(
    left: Source, right: Source, number: int, games: int, ranking: str, *, reset: bool
) -> tuple[MatchNode, ...]:
    first = MatchNode(
        id=number, number=number, round=1, position=0, sources=(left, right), games=games,
        bracket=FINAL, ranking=ranking, winner_place=1, loser_place=2,
    )  # fmt: skip
    if not reset:
        return (first,)
    second = replace(
        first, id=number + 1, number=number + 1, round=2,
        sources=(WinnerOf(number), LoserOf(number)), condition=OnlyIf(number, 1),
    )  # fmt: skip
    return (replace(first, winner_place=None), second)
