"""The arithmetic of ratings beside the way one would write it first, with the same answers, timed in one run."""

import random
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist, median
from typing import Any

from ratings.maths.elo import Pairing, Standing, rate_event
from ratings.maths.lobby import lobby_change
from ratings.maths.sequence import lobby_sequence
from tests.speed import Row, at_least, row

PLAYERS, A_EVENT, ROUNDS = 5000, 100, 9
Game = tuple[int, int, int]


class Player:
    """One object a player, one call a game."""

    def __init__(self, ranking: float) -> None:
        self.ranking = ranking

    def beats(self, other: "Player", margin: int) -> None:
        self.ranking, other.ranking = lobby_change(self.ranking, other.ranking, margin)


def one_by_one(games: Sequence[Game]) -> list[float]:
    players = [Player(500.0) for _ in range(PLAYERS)]
    for winner, loser, margin in games:
        players[winner].beats(players[loser], margin)
    return [player.ranking for player in players]


def naive_event(before: Mapping[int, Standing], pairings: Sequence[Pairing]) -> dict[int, tuple[float, int]]:
    """Regulations 8.2 to 8.5 sentence by sentence: all performances again and again until none moves."""
    players = sorted({player for pairing in pairings for player in (pairing.left, pairing.right)})
    level = {player: before[player].rating if player in before else 1850.0 for player in players}
    moved = 1.0
    while moved > 0.001:
        found = {player: naive_performance(player, level, pairings) for player in players}
        newcomers = [player for player in players if player not in before]
        moved = max((abs(found[player][0] - level[player]) for player in newcomers), default=0.0)
        level.update({player: found[player][0] for player in newcomers})
    found |= {player: naive_performance(player, level, pairings) for player in players if player in before}
    after: dict[int, float] = {}
    for player, (rp, games) in found.items():
        if player in before:
            known = min(before[player].games, 72)
            after[player] = (known * before[player].rating + games * rp) / (known + games)
    lost = sum(found[player][1] * (before[player].rating - after[player]) for player in after)
    balance = lost / sum(found[player][1] for player in after)
    return {
        player: (after[player] + balance, before[player].games + games) if player in before else (rp, games)
        for player, (rp, games) in found.items()
    }


def naive_performance(player: int, level: Mapping[int, float], pairings: Sequence[Pairing]) -> tuple[float, int]:
    """Rp and g of 8.2."""
    games = tp = 0
    opponents = 0.0
    for pairing in pairings:
        if player in (pairing.left, pairing.right):
            side = 0 if player == pairing.left else 1
            other = pairing.right if side == 0 else pairing.left
            games += pairing.games
            tp += pairing.tp[side]
            opponents += level[other] * pairing.games
    share = min(0.99, max(0.01, tp / (200 * games)))
    return opponents / games + NormalDist(0.0, 400.0 * 2.0**0.5).inv_cdf(share), games


def run(quick: bool) -> list[Row]:
    lot = random.Random(1)
    games = [(*lot.sample(range(PLAYERS), 2), lot.randint(0, 60)) for _ in range(100_000 if quick else 1_000_000)]
    columns = [array("q", column) for column in zip(*games, strict=True)]
    slow, fast = _both(
        lambda: one_by_one(games), lambda: lobby_sequence([500.0] * PLAYERS, *columns), 3, lambda a, b: a == b
    )
    # one in twenty comes for the first time
    known = (player for player in range(PLAYERS) if player % 20)
    standings = {player: Standing(lot.gauss(1850, 200), lot.randint(1, 200)) for player in known}
    # the naive way takes minutes for ten thousand events: both are timed on the same sample of them
    events = [_event(lot) for _ in range(10 if quick else 100)]
    naive, ours = _both(
        lambda: [naive_event(standings, pairings) for pairings in events],
        lambda: [rate_event(standings, pairings) for pairings in events],
        3,
        _same,
    )
    many = 200 if quick else 10_000
    began = time.process_time()
    for number in range(many):
        rate_event(standings, events[number % len(events)])
    return [
        row(f"{len(games):,} lobby games in a row, against an object a player", slow / fast, "times", at_least(5)),
        row("the same", fast, "s"),
        row("an event of 100, against NormalDist sentence by sentence", naive / ours, "times", at_least(10)),
        row(f"{many:,} events of 100", time.process_time() - began, "s"),
    ]


def _event(lot: random.Random) -> list[Pairing]:
    there, found = lot.sample(range(PLAYERS), A_EVENT), []
    for _round in range(ROUNDS):
        lot.shuffle(there)
        for left, right in zip(there[::2], there[1::2], strict=True):
            tp = lot.randint(0, 200)
            found.append(Pairing(left, right, 1, (tp, 200 - tp)))
    return found


def _same(naive: Any, ours: Any) -> bool:
    """To the tolerance of 8.3: newcomers who never met one another need not be iterated together."""
    return all(
        abs(expected[change.player][0] - change.after.rating) < 0.002
        and expected[change.player][1] == change.after.games
        for expected, changes in zip(naive, ours, strict=True)
        for change in changes
    )


def _both(
    first: Callable[[], Any], second: Callable[[], Any], turns: int, agree: Callable[[Any, Any], bool]
) -> tuple[float, float]:
    """Medians of the CPU seconds of both, taking turns so that a busy machine slows both; their answers agree."""
    times: tuple[list[float], list[float]] = ([], [])
    for _turn in range(turns):
        answers = []
        for act, spent in zip((first, second), times, strict=True):
            began = time.process_time()
            answers.append(act())
            spent.append(time.process_time() - began)
        if not agree(*answers):
            raise RuntimeError("The two ways give different answers.")
    return median(times[0]), median(times[1])
