"""Events to pair: whole ones played with random results, and single rounds in any situation."""

import random

from tournaments.formats.swiss import Relaxed, RoundPairing, SwissEntry, SwissRound, pair_round

BYE_TP = 120


class Event:
    """A Swiss played round by round: one game a round, results by chance of `rng`."""

    def __init__(self, n: int, rounds: int, rng: random.Random, *, defaults: float = 0) -> None:
        self.rng, self.rounds, self.defaults = rng, rounds, defaults
        self.tp = dict.fromkeys(range(1, n + 1), 0)
        self.opponents: dict[int, dict[int, int]] = {entry: {} for entry in self.tp}
        self.byes: dict[int, int] = dict.fromkeys(self.tp, 0)
        self.won_by_default: set[int] = set()
        self.absent: set[int] = set()
        self.tables: tuple[int, ...] | None = None
        self.round = 0
        self.pairings: list[RoundPairing] = []

    def given(self, **options) -> SwissRound:
        """The next round as the core is given it, entries in any order."""
        table = sorted(self.tp, key=lambda entry: (-self.tp[entry], entry))
        entries = [
            SwissEntry(
                entry=100 + entry,
                seed=entry,
                tp=self.tp[entry],
                rank=rank,
                opponents={100 + other: round_ for other, round_ in self.opponents[entry].items()},
                had_bye=self.byes[entry] > 0 or entry in self.won_by_default,
            )
            for rank, entry in enumerate(table, start=1)
            if entry not in self.absent
        ]
        random.Random(self.round).shuffle(entries)
        return SwissRound(tuple(entries), self.round + 1, self.rounds, 2026, tables=self.tables, **options)

    def play_round(self, **options) -> RoundPairing:
        given = self.given(**options)
        pairing = pair_round(given)
        self.round += 1
        self.tables = pairing.tables
        self.pairings.append(pairing)
        for left, right in pairing.pairs:
            self.enter(left - 100, right - 100)
        if pairing.bye:
            self.byes[pairing.bye.entry - 100] += 1
            self.tp[pairing.bye.entry - 100] += BYE_TP
        return pairing

    def enter(self, a: int, b: int) -> None:
        assert b not in self.opponents[a]
        self.opponents[a][b] = self.opponents[b][a] = self.round
        if self.rng.random() < self.defaults:
            self.won_by_default.add(a)
            self.tp[a] += 150
            return
        points = self.rng.choice([100, self.rng.randrange(201), 200])
        self.tp[a] += points
        self.tp[b] += 200 - points

    def play(self) -> "Event":
        while self.round < self.rounds:
            self.play_round()
        return self


def situation(rng: random.Random, n: int, met: float, *, had_bye: float = 0.2, spread: int = 600) -> SwissRound:
    """Any round after the first: who has met whom, and who had a bye, is by chance."""
    numbers = list(range(1, n + 1))
    opponents: dict[int, dict[int, int]] = {a: {} for a in numbers}
    for a in numbers:
        for b in range(a + 1, n + 1):
            if rng.random() < met:
                opponents[a][b] = opponents[b][a] = rng.randrange(1, 5)
    tp = sorted((rng.randrange(spread) for _ in numbers), reverse=True)
    entries = [
        SwissEntry(number + 10, number, tp[i], i + 1, {b + 10: r for b, r in opponents[number].items()}, chance)
        for i, number in enumerate(rng.sample(numbers, n))
        for chance in [rng.random() < had_bye]
    ]
    return SwissRound(tuple(entries), 5, 5, rng.randrange(1000))


def codes(pairing: RoundPairing) -> set[Relaxed]:
    return {relaxation.code for relaxation in pairing.relaxations}


def is_clean(pairing: RoundPairing) -> bool:
    """Nothing was given up; a dearer matching for the sake of later rounds is allowed."""
    return not pairing.unpaired and codes(pairing) <= {Relaxed.AHEAD}
