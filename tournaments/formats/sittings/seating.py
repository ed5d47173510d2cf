"""Who sits with whom in a round, by lot (`docs/regulations.md` 1.2): drawn again from entries, history and lot."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tournaments.formats.errors import PairingError
from tournaments.formats.graph import EntryId
from tournaments.formats.lot import Lot

from .partners import draw_partners, match_cheapest

FULL: Final = 4
"""Most players of a game, and those of a game of two pairs."""
SMALL: Final = 3
STARTS: Final = 6
"""Ways of filling the tables that are tried; each is improved until no exchange of two players helps."""

Pair = frozenset[EntryId]
Seats = tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """A round: the seats of each table in turn order, and who sits out."""

    tables: tuple[Seats, ...]
    out: tuple[EntryId, ...] = ()


def table_sizes(players: int, size: int = FULL) -> tuple[int, ...]:
    """Sizes of tables of three and four for so many players: as few as can be sit out, then most tables of that size.

    Only one or two players, or one of five, have no seat.
    """
    other = SMALL if size == FULL else FULL
    for seated in range(players, 0, -1):
        for others in range(seated // other + 1):
            rest = seated - others * other
            if rest >= 0 and rest % size == 0:
                return (*[size] * (rest // size), *[other] * others)
    return ()


def draw_tables(players: Collection[EntryId], history: Sequence[Seating], lot: int, size: int = FULL) -> Seating:
    """Tables of three and four such that people meet again as rarely as an exchange of two can bring about.

    Who sat out least sits out next, by lot; at each table the one who opened least opens. Raises
    `PairingError("too_few_players")` for fewer than three.
    """
    sizes = table_sizes(len(players), size)
    if not sizes:
        raise PairingError("too_few_players", "A game has three players at least.", least=SMALL)
    seated, out = sit_out(players, history, sum(sizes), lot)
    met = Counter(pair for seating in history for table in seating.tables for pair in pairs_of(table))
    best = min((_filled(seated, sizes, met, Lot(lot, f"tables {start}")) for start in range(STARTS)), key=_Cost(met))
    return Seating(tuple(_turn_order(table, history, Lot(lot, f"seats {n}")) for n, table in enumerate(best)), out)


def draw_doubles(players: Collection[EntryId], history: Sequence[Seating], lot: int) -> Seating:
    """Partners by lot, and pairs against pairs: partners sit at seats 1 and 3, and at 2 and 4.

    A partner is not drawn again as long as that can be avoided, nor are opponents as long as partners leave a choice.
    Raises `PairingError("too_few_players")` for fewer than four.
    """
    if len(players) < FULL:
        raise PairingError("too_few_players", "Two pairs are four players.", least=FULL)
    seated, out = sit_out(players, history, len(players) // FULL * FULL, lot)
    partners = Counter(pair for seating in history for table in seating.tables for pair in partners_at(table))
    pairs = draw_partners(sorted(seated), partners, lot)
    met = Counter(
        frozenset((one, other))
        for seating in history
        for table in seating.tables
        for one in table[::2]
        for other in table[1::2]
    )
    costs = {
        (a, b): sum(met[frozenset((one, other))] for one in pairs[a] for other in pairs[b])
        for a, b in combinations(range(len(pairs)), 2)
    }
    tables = []
    for n, (a, b) in enumerate(match_cheapest(len(pairs), costs, Lot(lot, "opponents"))):
        draw = Lot(lot, f"seats {n}")
        first, second = draw.shuffled([draw.shuffled(pairs[a]), draw.shuffled(pairs[b])])
        tables.append((first[0], second[0], first[1], second[1]))
    return Seating(tuple(tables), out)


def sit_out(
    players: Collection[EntryId], history: Sequence[Seating], seats: int, lot: int
) -> tuple[list[EntryId], tuple[EntryId, ...]]:
    """Who sits down and who does not: those who sat out least, then by lot."""
    before = Counter(entry for seating in history for entry in seating.out)
    order = sorted(Lot(lot, "out").shuffled(sorted(players)), key=lambda entry: before[entry])
    count = len(order) - seats
    return order[count:], tuple(sorted(order[:count]))


def seats_of_game(seats: Seats, game: int) -> Seats:
    """The turn order of the n-th game of a round: the opener of the game before plays last."""
    turn = (game - 1) % len(seats)
    return seats[turn:] + seats[:turn]


def partners_at(seats: Seats) -> tuple[Pair, Pair]:
    """The two pairs of a doubles game; partners sit opposite."""
    return frozenset(seats[::2]), frozenset(seats[1::2])


def pairs_of(table: Iterable[EntryId]) -> Iterator[Pair]:
    """All twos of a table."""
    return (frozenset(pair) for pair in combinations(table, 2))


class _Cost:
    """How often people would meet whom they have met, the often met counting more."""

    def __init__(self, met: Counter[Pair]) -> None:
        self._met = met

    def __call__(self, tables: Iterable[Sequence[EntryId]]) -> int:
        return sum(self._met[pair] ** 2 for table in tables for pair in pairs_of(table))


def _filled(seated: Sequence[EntryId], sizes: Sequence[int], met: Counter[Pair], lot: Lot) -> list[list[EntryId]]:
    """The tables in a drawn order, improved by exchanges of two players until none helps."""
    order = lot.shuffled(seated)
    tables = []
    for size in sizes:
        tables.append(order[:size])
        order = order[size:]
    cost = _Cost(met)
    improved = bool(met)
    while improved:
        improved = False
        for one, other in combinations(tables, 2):
            now = cost((one, other))
            if now == 0:
                continue
            for i, j in ((i, j) for i in range(len(one)) for j in range(len(other))):
                one[i], other[j] = other[j], one[i]
                changed = cost((one, other))
                if changed < now:
                    now, improved = changed, True
                else:
                    one[i], other[j] = other[j], one[i]
    return tables


def _turn_order(table: Sequence[EntryId], history: Sequence[Seating], lot: Lot) -> Seats:
    """The one who opened least opens, by lot among several; the others follow by lot."""
    opened = Counter(seats[0] for seating in history for seats in seating.tables)
    drawn = lot.shuffled(table)
    first = min(drawn, key=lambda entry: opened[entry])
    return (first, *(entry for entry in drawn if entry != first))
