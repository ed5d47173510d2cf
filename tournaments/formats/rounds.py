"""One round of matches laid over sources: what every tree of the core is grown from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .errors import StructureError
from .graph import BYE, Bye, LoserOf, MatchNode, Source, WinnerOf

Pair = tuple[Source, Source]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The matches of a round, and by position who wins and who loses there.

    Where a side is known to stay empty there is no match: the other side passes on, and the loser is a bye.
    """

    matches: tuple[MatchNode, ...]
    winners: tuple[Source, ...]
    losers: tuple[Source, ...]


def play_round(
    pairs: Sequence[Pair],
    *,
    number: int,
    round_: int,
    bracket: str,
    ranking: str,
    winner_place: int | None = None,
    loser_place: int | None = None,
) -> PlayedRound:
    """One match for each pair of two sources that are no byes, numbered on from `number`; ids equal numbers."""
    matches: list[MatchNode] = []
    winners: list[Source] = []
    losers: list[Source] = []
    for position, (left, right) in enumerate(pairs):
        if isinstance(left, Bye) or isinstance(right, Bye):
            winners.append(right if isinstance(left, Bye) else left)
            losers.append(BYE)
            continue
        match = number + len(matches)
        matches.append(
            MatchNode(
                id=match,
                number=match,
                round=round_,
                position=position,
                sources=(left, right),
                bracket=bracket,
                ranking=ranking,
                winner_place=winner_place,
                loser_place=loser_place,
            )
        )
        winners.append(WinnerOf(match))
        losers.append(LoserOf(match))
    return PlayedRound(tuple(matches), tuple(winners), tuple(losers))


def paired(sources: Sequence[Source]) -> tuple[Pair, ...]:
    """Neighbours against one another."""
    return tuple(zip(sources[::2], sources[1::2], strict=True))


def real(sources: Iterable[Source]) -> int:
    """How many sources may bring an entry."""
    return sum(not isinstance(source, Bye) for source in sources)


def games_by_round(rounds: int, games: int | Sequence[int]) -> tuple[int, ...]:
    """The planned games of each round, first to last.

    `games` is one number for all rounds, or one a round counted back from the last: with fewer
    rounds than numbers the first numbers are not used, with more rounds the first is repeated.
    Raises `StructureError`.
    """
    if isinstance(games, int):
        return (games,) * rounds
    if not games:
        raise StructureError("bad_games", "At least one number of games is needed.")
    missing = max(0, rounds - len(games))
    return (*(games[0],) * missing, *games[len(games) - (rounds - missing) :])


def with_games(matches: Sequence[MatchNode], games: int | Sequence[int]) -> tuple[MatchNode, ...]:
    """The matches of one bracket with their planned games, by the rule of `games_by_round`."""
    by_round = games_by_round(max((node.round for node in matches), default=0), games)
    return tuple(replace(node, games=by_round[node.round - 1]) for node in matches)
