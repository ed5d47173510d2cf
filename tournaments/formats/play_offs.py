"""Play-offs: the losers of a round play on among themselves for its places (`docs/regulations.md` 4.5)."""

from collections.abc import Sequence

from .graph import MatchNode, Source
from .rounds import paired, play_round, real, with_games

PLAY_OFF = "places_"
"""How the name of a bracket of play-offs begins; the best place in it follows."""


def play_offs(
    losers: Sequence[Source], best: int, *, places_to: int, number: int, ranking: str, games: int
) -> tuple[MatchNode, ...]:
    """The play-off for the places from `best` on, and those among its own losers.

    `losers` are the losers of one round by position, a power of two of them, byes where nobody
    can lose. Whoever has no match there keeps the best place of the round. Each play-off is a
    bracket of its own, "places_5" for 5 to 8, in the ranking of the event; nothing is played off
    from a place worse than `places_to`, nor where there is only one.
    """
    if best > places_to or real(losers) < 2:
        return ()
    matches: list[MatchNode] = []
    losing: list[tuple[int, Sequence[Source]]] = []
    round_, sources = 0, losers
    while len(sources) > 1:
        pairs = paired(sources)
        staying = sum(real(pair) > 0 for pair in pairs)
        played = play_round(
            pairs,
            number=number + len(matches),
            round_=round_ + 1,
            bracket=f"{PLAY_OFF}{best}",
            ranking=ranking,
            winner_place=best if staying == 1 else None,
            loser_place=best + staying,
        )
        round_ += bool(played.matches)
        matches += played.matches
        sources = played.winners
        losing.append((best + staying, played.losers))
    found = list(with_games(matches, games))
    for next_best, losers_there in reversed(losing):
        found += play_offs(
            losers_there, next_best, places_to=places_to, number=number + len(found), ranking=ranking, games=games
        )
    return tuple(found)
