"""Pairing a round of a Swiss, beside the complete graph, networkx and py4swiss; and the look-ahead at length.

CPU time, everything in one run and in turns. All see the same events: five rounds played by chance
from fixed seeds, the sixth is paired. The complete graph is given costs alone, without the
weights that break ties, which only makes it faster; what it reaches must be reached by the window.
"""

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import networkx as nx
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from tests.speed import Row, at_least, at_most, row
from tests.tournaments.formats.swiss.playing import Event, is_clean
from tournaments.formats.swiss import SwissRound, check_pairing, pair_round
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.matching import Matching, Pool, best_matching, cheapest

PLAYED = 5
ROUNDS = 9


def run(quick: bool) -> list[Row]:
    return [*_thousand(1 if quick else 3), *_optima(4 if quick else 24), *_peers(quick), *_live(), *_sweep(quick)]


def event(n: int, seed: int) -> Event:
    played = Event(n, ROUNDS, random.Random(seed))
    while played.round < PLAYED:
        played.play_round()
    return played


def pool_of(given: SwissRound) -> Pool:
    pairing = pair_round(given)
    field = Field(given)
    return field.pool(field.node[pairing.bye.entry] if pairing.bye else None)


def _cost(pool: Pool, matching: Matching) -> int:
    return sum(pool.cost(a, b) for a, b in matching)


def _complete(pool: Pool) -> Matching:
    nodes, allowed, place = sorted(pool.nodes), pool.allowed, pool.place
    return best_matching(
        {(a, b): (place[a] - place[b]) ** 2 for i, a in enumerate(nodes) for b in nodes[i + 1 :] if allowed[a] >> b & 1}
    )


def _seconds(call: Callable[[], object]) -> float:
    before = time.process_time()
    call()
    return time.process_time() - before


def _thousand(turns: int) -> list[Row]:
    given = event(1000, 1).given()
    pool = pool_of(given)
    ours: list[float] = []
    complete: list[float] = []
    for _ in range(turns):
        ours += [_seconds(lambda: pair_round(given)) for _ in range(5)]
        complete.append(_seconds(lambda: _complete(pool)))
    above = pair_round(given).total - _cost(pool, _complete(pool))
    return [
        row("a round of 1,000, reasons included", median(ours), "s", at_most(0.2)),
        row("the matching of the complete graph of 1,000 by rustworkx", median(complete), "s"),
        row("how many times as fast as the complete graph", median(complete) / median(ours), "times", at_least(50)),
        row("1,000: cost above the optimum of the complete graph", above, "hundredths", at_most(0)),
    ]


def _optima(count: int) -> list[Row]:
    pools = [pool_of(event(n, seed).given()) for seed in range(count) for n in (128, 201, 256)]
    missed = sum(_cost(pool, cheapest(pool)[0]) != _cost(pool, _complete(pool)) for pool in pools)
    return [row(f"optima missed in {len(pools)} rounds of 128, 201 and 256", missed, "rounds", at_most(0))]


def _peers(quick: bool) -> list[Row]:
    played = event(128, 1)
    given = played.given()
    trf = _as_trf(played)
    _, edges = cheapest(pool_of(given))
    high = max(edges.values()) + 1
    ours: list[float] = []
    alone: list[float] = []
    window: list[float] = []
    dutch: list[float] = []
    for _ in range(5 if quick else 15):
        ours.append(_seconds(lambda: pair_round(given)))
        alone.append(_seconds(lambda: best_matching(edges)))
        window.append(_seconds(lambda: _networkx({edge: high - weight for edge, weight in edges.items()})))
        dutch.append(_seconds(lambda: DutchEngine.generate_pairings(trf)))
    return [
        row("a round of 128, reasons included", 1000 * median(ours), "ms"),
        row("its matching alone", 1000 * median(alone), "ms"),
        row("the same matching by networkx", 1000 * median(window), "ms"),
        row(
            "how many times as fast as networkx, matching alone", median(window) / median(alone), "times", at_least(40)
        ),
        row("a round of 128 by py4swiss (FIDE Dutch)", 1000 * median(dutch), "ms"),
        row("how many times as fast as py4swiss, whole round", median(dutch) / median(ours), "times"),
        row("how many times as fast as py4swiss, matching alone", median(dutch) / median(alone), "times"),
    ]


def _networkx(edges: dict[tuple[int, int], int]) -> None:
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in edges.items())
    nx.max_weight_matching(graph, maxcardinality=True)


def _as_trf(played: Event) -> object:
    """The event as the peer reads it: who has more than half of the TP has won; colours are balanced."""
    whites = dict.fromkeys(played.tp, 0)
    results: dict[int, list[str]] = {entry: [] for entry in played.tp}
    points = dict.fromkeys(played.tp, 0.0)
    for pairing in played.pairings:
        for left, right in pairing.pairs:
            a, b = sorted((left - 100, right - 100), key=lambda entry: (whites[entry], entry))
            whites[a] += 1
            outcome = (a * b + pairing.round) % 7
            mine, theirs = ("1", "0") if outcome < 3 else ("0", "1") if outcome < 6 else ("=", "=")
            for entry, other, colour, result in ((a, b, "w", mine), (b, a, "b", theirs)):
                results[entry].append(f"  {other:4d} {colour} {result}")
                points[entry] += {"1": 1.0, "=": 0.5, "0": 0.0}[result]
    lines = ["012 Event", "XXR 9", "XXC white1"]
    for entry in played.tp:
        lines.append(
            f"001 {entry:4d} m    {f'Entry {entry}':<33} {2500 - entry:4d} {'':3} {'':11} {'':10} "
            f"{points[entry]:4.1f} {entry:4d}{''.join(results[entry])}"
        )
    with tempfile.TemporaryDirectory(prefix="tantrix-trf-") as folder:
        path = Path(folder) / "event.trf"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return TrfParser.parse(path)


def _live() -> list[Row]:
    given = event(500, 1).given()
    best = pair_round(given)
    times = [_seconds(lambda: check_pairing(given, best.pairs, None, best=best)) for _ in range(9)]
    return [
        row("a round of 500, reasons included", median(_seconds(lambda: pair_round(given)) for _ in range(5)), "s"),
        row("warnings about a pairing of 500 while it is edited", 1000 * median(times), "ms", at_most(50)),
    ]


def _sweep(quick: bool) -> list[Row]:
    """Every field of up to 16 with every number of rounds below it, and larger ones with many rounds."""
    events = lost = 0
    slowest = 0.0
    sizes = [(n, rounds) for n in range(2, 17) for rounds in range(1, n)]
    plan = sizes * (1 if quick else 12) + [(n, rounds) for n in (20, 25, 30, 34) for rounds in (n // 2 + 1, n - 2)]
    for seed, (n, rounds) in enumerate(plan):
        played = Event(n, rounds, random.Random(seed))
        while played.round < rounds:
            slowest = max(slowest, _seconds(played.play_round))
        events += 1
        lost += not all(is_clean(pairing) for pairing in played.pairings)
    return [
        row(f"events of {events} that lost a round, a pair or a bye", lost, "events", at_most(0)),
        row("slowest round among them", 1000 * slowest, "ms"),
    ]
