"""The rules told again as plainly as possible, for small fields: every pairing is tried."""

from collections.abc import Iterator
from functools import cache

from tournaments.formats.swiss import SwissRound

BYE = 0


def perfect(nodes: frozenset[int], pairs: frozenset[frozenset[int]]) -> Iterator[frozenset[frozenset[int]]]:
    """All ways to put the nodes into pairs."""
    if not nodes:
        yield frozenset()
        return
    first = min(nodes)
    for other in nodes - {first}:
        pair = frozenset((first, other))
        if pair in pairs:
            for rest in perfect(nodes - pair, pairs):
                yield rest | {pair}


@cache
def has_schedule(nodes: frozenset[int], pairs: frozenset[frozenset[int]], rounds: int, repeats: bool = False) -> bool:
    """Whether so many rounds can be paired without a pair twice; with `repeats` the bye's pairs may come again."""
    return rounds == 0 or any(
        has_schedule(nodes, pairs - {p for p in matching if not (repeats and BYE in p)}, rounds - 1, repeats)
        for matching in perfect(nodes, pairs)
    )


def allowed_pairs(given: SwissRound, *, repeats: bool = False) -> tuple[frozenset[int], frozenset[frozenset[int]]]:
    """Everybody present, with the bye as number 0 if they are an odd number, and who may still meet."""
    ids = [entry.entry for entry in given.entries]
    apart = {frozenset((e.entry, other)) for e in given.entries for other in e.opponents}
    apart |= {frozenset(pair) for pair in given.forbidden}
    pairs = {frozenset((a, b)) for a in ids for b in ids if a < b} - apart
    if len(ids) % 2:
        pairs |= {frozenset((BYE, e.entry)) for e in given.entries if repeats or not e.had_bye}
    return frozenset(ids) | ({BYE} if len(ids) % 2 else set()), frozenset(pairs)


def cost(given: SwissRound, matching: frozenset[frozenset[int]]) -> int:
    return sum((given.by_id[min(p)].tp - given.by_id[max(p)].tp) ** 2 for p in matching if BYE not in p)


def bye_of(matching: frozenset[frozenset[int]]) -> int | None:
    return next((max(pair) for pair in matching if BYE in pair), None)


def best(given: SwissRound) -> tuple[int, bool, int | None, int]:
    """Rounds that stay possible, whether byes must come again, who has the bye, the least cost.

    (0, …) if not even this round can be paired.
    """
    for rounds in range(given.remaining, 0, -1):
        for repeats in (False, True):
            nodes, pairs = allowed_pairs(given, repeats=repeats)
            good = [
                m
                for m in perfect(nodes, pairs)
                if has_schedule(nodes, pairs - {p for p in m if not (repeats and BYE in p)}, rounds - 1, repeats)
            ]
            if good:
                key = {entry.entry: (entry.had_bye, -entry.rank) for entry in given.entries}
                bye = min((b for m in good if (b := bye_of(m)) is not None), key=key.__getitem__, default=None)
                return rounds, repeats, bye, min(cost(given, m) for m in good if bye_of(m) == bye)
    return 0, False, None, 0
