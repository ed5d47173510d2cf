"""What some games would make of a rating: steps 8.2 to 8.4 for one player (`docs/regulations.md` 8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .elo import GAME_TP, Change, PlayerId, Standing, averaged, bounded, performance
from .errors import RatingError
from .parameters import CURRENT, EloParameters


@dataclass(frozen=True, slots=True)
class Met:
    """Games against an opponent of a rating, and the player's TP in them, in tenths."""

    rating: float
    games: int
    tp: int


def what_if(
    before: Standing | None,
    met: Sequence[Met],
    *,
    weight: float = 1.0,
    player: PlayerId = 0,
    parameters: EloParameters = CURRENT.elo,
) -> Change:
    """The change these games would make, without the balance of step 8.5, which takes the whole event.

    Opponents are taken at their ratings before it. Raises `RatingError` `no_games`, `bad_tp`.
    """
    games, tp = sum(m.games for m in met), sum(m.tp for m in met)
    if games < 1 or any(m.games < 1 for m in met):
        raise RatingError("no_games", "There is at least one game.")
    if any(not 0 <= m.tp <= GAME_TP * m.games for m in met):
        raise RatingError("bad_tp", f"A game is worth {GAME_TP} tenths.")
    share = bounded(tp / (GAME_TP * games), parameters)
    opponents = sum(m.rating * m.games for m in met) / games
    rp = performance(opponents, share, parameters)
    after = rp if before is None else averaged(before, games, rp, weight=weight, parameters=parameters)
    return Change(player, before, games, tp, share, opponents, rp, after, 0.0)
