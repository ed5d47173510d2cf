"""Tournament Elo of one event (`docs/regulations.md` 8.2 to 8.5).

All games of an event count at once: what a player has before the event, whom it met how often,
and which share of the TP it took.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from .errors import RatingError
from .normal import inverse
from .parameters import CURRENT, EloParameters

PlayerId: TypeAlias = int

GAME_TP: Final = 200
"""TP two players share in a game, in tenths."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating and the number of games it rests on."""

    rating: float
    games: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """All rated games of two players in an event: how many, and the TP of each, in tenths."""

    left: PlayerId
    right: PlayerId
    games: int
    tp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """What an event makes of one player, with everything needed to work it out again.

    `before` is None for a newcomer. `tp` in tenths over `games` games; `share` is kept within the
    bounds of 8.2; `opponents` is the mean of the opponents' ratings, game by game (Rc);
    `performance` is Rp; `unbalanced` is R' before step 8.5 and `balance` the constant of that step
    (0 for a newcomer).
    """

    player: PlayerId
    before: Standing | None
    games: int
    tp: int
    share: float
    opponents: float
    performance: float
    unbalanced: float
    balance: float

    @property
    def after(self) -> Standing:
        known = 0 if self.before is None else self.before.games
        return Standing(self.unbalanced + self.balance, known + self.games)

    @property
    def difference(self) -> float | None:
        """Points won or lost; None for a newcomer."""
        return None if self.before is None else self.after.rating - self.before.rating


def merged(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """One pairing for each two players, the one with the smaller id left, in order."""
    found: dict[tuple[int, int], tuple[int, int, int]] = {}
    for pairing in pairings:
        turned = pairing.left > pairing.right
        pair = (pairing.right, pairing.left) if turned else (pairing.left, pairing.right)
        tp = (pairing.tp[1], pairing.tp[0]) if turned else pairing.tp
        games, ours, theirs = found.get(pair, (0, 0, 0))
        found[pair] = (games + pairing.games, ours + tp[0], theirs + tp[1])
    return tuple(Pairing(left, right, n, (a, b)) for (left, right), (n, a, b) in sorted(found.items()))


def performance(opponents: float, share: float, parameters: EloParameters = CURRENT.elo) -> float:
    """Rp for a share of TP against opponents of that mean rating (8.2); the share is kept within bounds."""
    return opponents + parameters.difference_deviation * inverse(bounded(share, parameters))


def bounded(share: float, parameters: EloParameters = CURRENT.elo) -> float:
    """A share of TP within the bounds of 8.2."""
    return min(1.0 - parameters.least_share, max(parameters.least_share, share))


def averaged(
    known: Standing, games: int, rp: float, *, weight: float = 1.0, parameters: EloParameters = CURRENT.elo
) -> float:
    """R' before step 8.5: the rating so far and the performance, each with its games (8.4)."""
    kept, new = min(known.games, parameters.memory), weight * games
    return (kept * known.rating + new * rp) / (kept + new)


def rate_event(
    before: Mapping[PlayerId, Standing],
    pairings: Iterable[Pairing],
    *,
    weight: float = 1.0,
    parameters: EloParameters = CURRENT.elo,
) -> tuple[Change, ...]:
    """The changes an event makes, by player id; the order of pairings means nothing.

    `before` holds the ratings of all who have one; others are newcomers. `weight` is that of the
    event's category (8.4). Guaranteed: the sum of games times rating over those rated before is
    what it was, up to rounding of floats. Raises `RatingError` for impossible games or TP.
    """
    games, tp, met = _totals(pairings)
    players = sorted(games)
    shares = {player: bounded(tp[player] / (GAME_TP * games[player]), parameters) for player in players}
    deviation = parameters.difference_deviation
    gain = {player: deviation * inverse(shares[player]) for player in players}
    newcomers = [player for player in players if player not in before]
    level = {player: before[player].rating for player in players if player in before}
    level |= _iterate(newcomers, level, games, met, gain, parameters)
    worked_out: list[tuple[PlayerId, Standing | None, float, float, float]] = []
    lost = weighed = 0.0
    for player in players:
        opponents = _mean(met[player], level, games[player])
        rp = opponents + gain[player]
        known = before.get(player)
        if known is None:
            unbalanced = level[player]
        else:
            unbalanced = averaged(known, games[player], rp, weight=weight, parameters=parameters)
            lost += games[player] * (known.rating - unbalanced)
            weighed += games[player]
        worked_out.append((player, known, opponents, rp, unbalanced))
    balance = lost / weighed if weighed else 0.0
    return tuple(
        Change(
            player, known, games[player], tp[player], shares[player], opponents, rp, unbalanced,
            0.0 if known is None else balance,
        )
        for player, known, opponents, rp, unbalanced in worked_out
    )  # fmt: skip


def check_pairings(pairings: Iterable[Pairing]) -> None:
    """Raises `RatingError` for impossible games or TP, as `rate_event` does."""
    _totals(pairings)


_Met: TypeAlias = dict[PlayerId, dict[PlayerId, int]]


def _totals(pairings: Iterable[Pairing]) -> tuple[dict[PlayerId, int], dict[PlayerId, int], _Met]:
    tp: dict[PlayerId, int] = {}
    met: _Met = {}
    for pairing in pairings:
        left, right, games, (ours, theirs) = pairing.left, pairing.right, pairing.games, pairing.tp
        if games < 1 or left == right:
            raise RatingError("bad_pairing", f"{pairing} are no games of two players.", pairing=pairing)
        if ours < 0 or theirs < 0 or ours + theirs != GAME_TP * games:
            raise RatingError("bad_tp", f"{games} games share {GAME_TP * games} tenths.", pairing=pairing)
        for player in (left, right):
            if player not in met:
                met[player], tp[player] = {}, 0
        of_left, of_right = met[left], met[right]
        of_left[right] = of_right[left] = of_left.get(right, 0) + games
        tp[left] += ours
        tp[right] += theirs
    # sums of floats depend on their order: one order, whatever the order given
    met = {player: dict(sorted(opponents.items())) for player, opponents in met.items()}
    return {player: sum(opponents.values()) for player, opponents in met.items()}, tp, met


def _mean(opponents: Mapping[PlayerId, int], level: Mapping[PlayerId, float], games: int) -> float:
    total = 0.0
    for other, count in opponents.items():
        total += level[other] * count
    return total / games


def _iterate(
    newcomers: Sequence[PlayerId],
    known: Mapping[PlayerId, float],
    games: Mapping[PlayerId, int],
    met: Mapping[PlayerId, Mapping[PlayerId, int]],
    gain: Mapping[PlayerId, float],
    parameters: EloParameters,
) -> dict[PlayerId, float]:
    """The performances of newcomers, all worked out again and again until none moves (8.3).

    Newcomers who have met nobody rated, not even by way of others, have no fixed level. Their
    mean, weighted with games, is held at the start, and each step goes half the way: two who met
    only one another would change places for ever.
    """
    found: dict[PlayerId, float] = {}
    for group in _connected(newcomers, met):
        found |= _iterate_group(group, known, games, met, gain, parameters)
    return found


def _iterate_group(
    group: Sequence[PlayerId],
    known: Mapping[PlayerId, float],
    games: Mapping[PlayerId, int],
    met: Mapping[PlayerId, Mapping[PlayerId, int]],
    gain: Mapping[PlayerId, float],
    parameters: EloParameters,
) -> dict[PlayerId, float]:
    """One group of `_iterate`. Where a thousand newcomers hang together by few games, it takes tens of thousands of
    steps; so a step is worked out with arrays, every sum in the order of the ids."""
    place = {player: n for n, player in enumerate(dict.fromkeys((*group, *(o for p in group for o in met[p]))))}
    size = len(group)
    level = np.array([known.get(player, parameters.start) for player in place])
    edges = [(place[player], place[other], count) for player in group for other, count in met[player].items()]
    owners, others, counts = (np.array(column) for column in zip(*edges, strict=True))
    weights = np.array([games[player] for player in group])
    gains = np.array([gain[player] for player in group])
    anchored = len(place) > size
    moved = parameters.tolerance + 1.0
    while moved > parameters.tolerance:
        fresh = np.bincount(owners, level[others] * counts, size) / weights + gains
        if not anchored:
            fresh = (fresh + level) / 2
            # the last of the running sums, as a plain sum would add in another order
            fresh -= np.add.accumulate(weights * fresh)[-1] / weights.sum() - parameters.start
        moved = float(np.abs(fresh - level[:size]).max())
        level[:size] = fresh
    return dict(zip(group, level[:size].tolist(), strict=True))


def _connected(newcomers: Sequence[PlayerId], met: Mapping[PlayerId, Mapping[PlayerId, int]]) -> list[list[PlayerId]]:
    """Newcomers joined by games among themselves, each group in the order of ids."""
    waiting = set(newcomers)
    groups: list[list[PlayerId]] = []
    for first in newcomers:
        if first not in waiting:
            continue
        waiting.discard(first)
        group, todo = [first], [first]
        while todo:
            for other in met[todo.pop()]:
                if other in waiting:
                    waiting.discard(other)
                    group.append(other)
                    todo.append(other)
        groups.append(sorted(group))
    return groups


def level_shift(standings: Mapping[PlayerId, Standing], parameters: EloParameters = CURRENT.elo) -> float:
    """What is added to all ratings so that their mean, weighted with games, is the level (8.6); 0 without games."""
    games = sum(standing.games for standing in standings.values())
    if not games:
        return 0.0
    return parameters.start - sum(s.rating * s.games for _player, s in sorted(standings.items())) / games
