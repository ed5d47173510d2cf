"""The draw of a knockout: which seed number stands on which line (`docs/regulations.md` 4.1, 4.3).

A *line* is a slot of the first round, counted from the top. A *place* is a line's name in the
strict order: place 1 is the top line, place 2 the bottom line, and place p meets place
size + 1 − p. A strict draw puts seed p on place p; a draw by lot moves seeds within their band.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import SeedingError
from .later_entry import Step, check_steps, entry_rounds, later_entries
from .lot import Lot
from .placing import Placing
from .separation import Swap, in_one_half, meetings, opposite_halves, separate, shared

DEFAULT_SEEDS = 32
"""Entries seeded by default; the others are drawn by lot (regulation 4.1)."""


ATTEMPTS = 20
"""Draws tried at most to part the groups that can be parted."""

PRELIMINARY_LOT = "preliminary"
"""The purpose under which the pairs of a preliminary round are drawn."""


def bracket_size(n: int) -> int:
    """The lines of a knockout for `n` entries: the next power of two. At least two entries."""
    if n < 2:
        raise SeedingError("too_few", f"A knockout needs two entries, not {n}.", entries=n)
    return 1 << (n - 1).bit_length()


def places(size: int) -> tuple[int, ...]:
    """The places from the top line to the bottom line.

    Each doubling replaces p by the pair p and size + 1 − p, mirrored in every second pair so that
    place 2 comes to the bottom: 1 4 3 2, then 1 8 5 4 3 6 7 2.
    """
    order = [1, 2]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [q for i, p in enumerate(order) for q in ((p, total - p) if i % 2 == 0 else (total - p, p))]
    return tuple(order)


def strict_lines(n: int) -> tuple[int | None, ...]:
    """Seed numbers by line with seed p on place p; None is a bye, and the top seeds have them."""
    return tuple(p if p <= n else None for p in places(bracket_size(n)))


def bands(n: int, seeds: int = DEFAULT_SEEDS) -> tuple[range, ...]:
    """The bands within which entries are drawn: 1, 2, 3–4, 5–8, 9–16, 17–32 …, then all others."""
    seeded = min(n, seeds)
    found = [range(p, p + 1) for p in (1, 2) if p <= seeded]
    low = 3
    while low <= seeded:
        found.append(range(low, min(2 * low - 2, seeded) + 1))
        low = 2 * low - 1
    if seeded < n:
        found.append(range(seeded + 1, n + 1))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Draw:
    """A finished draw, with all that is needed to draw it again and to explain it.

    `lines` are the numbers of the draw from top to bottom, None for a bye. `lot` is the stored
    seed of the lot, None for a strict or manual draw. `byes` are the seed numbers with a bye,
    `clashes` the matches of the first round, and those before it, in which separation was not possible.

    Without `preliminary` the numbers of the draw are the seed numbers. With k preliminary pairs
    of seeds the last k numbers stand for the winners of these pairs, in their order.
    """

    lines: tuple[int | None, ...]
    lot: int | None
    bands: tuple[range, ...]
    byes: tuple[int, ...]
    swaps: tuple[Swap, ...] = ()
    clashes: tuple[tuple[int, int], ...] = ()
    preliminary: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def entries(self) -> int:
        """How many seed numbers there are."""
        return sum(line is not None for line in self.lines) + len(self.preliminary)


def draw(
    n: int,
    *,
    lot: int | None,
    seeds: int = DEFAULT_SEEDS,
    apart: Sequence[Mapping[int, str]] = (),
    halves: Mapping[int, str] | None = None,
    steps: Sequence[Step] = (),
    main: int | None = None,
) -> Draw:
    """The draw of a knockout for `n` entries with seed numbers 1 to n.

    With a whole number as `lot`: seeds 1 and 2 stand at top and bottom, 3–4, 5–8, 9–16 … are
    drawn onto the places of their band and entries beyond `seeds` onto all places left. Byes go
    to the lowest seed numbers wherever these stand; with `seeds=0`, where numbers mean nothing,
    to entries drawn by lot. With `lot=None` the draw is strict.

    `apart` lists, most important first, what must not meet in the first round: a mapping from
    seed number to country, or to group. Where the lot brings two together one of them changes
    places within its band; in a strict draw with the nearest seed number possible. For a single
    mapping the result has the fewest such meetings any draw with these bands can have.
    `halves` maps seed numbers to the groups they come from: members of a group stand in opposite
    halves where possible, and are kept apart in the first round before anything else. With the
    winners of G groups as the seeds 1 to G, G a power of two, winners meet others in the first round.

    `steps` lets bands of seeds enter later (`later_entry`). `main` is the number of places of the
    main draw: if there are more entries, the lowest play preliminary matches (regulation 4.4).

    The same arguments always give the same draw. Raises `SeedingError`.
    """
    if seeds < 0:
        raise SeedingError("bad_seeds", "The number of seeds cannot be below 0.", seeds=seeds)
    if halves is not None and steps:
        raise SeedingError("halves_with_steps", "Groups are kept in opposite halves only without later entry.")
    apart = apart if halves is None else (halves, *apart)
    preliminary, first_swaps = preliminary_pairs(n, main, lot, apart)
    apart_here = [_in_main_draw(mapping, n - len(preliminary), preliminary) for mapping in apart]
    places_drawn = n - len(preliminary)
    size, weights = later_entries(places_drawn, steps)
    all_bands = bands(places_drawn, seeds)
    check_steps(steps, all_bands, seeds)
    layout = Placing(size, places_drawn, min(places_drawn, seeds), weights, lot)
    layout.place_all(all_bands)
    swaps = first_swaps
    if halves is not None:
        layout, halves_swaps = _in_halves(layout, all_bands, apart_here[0])
        swaps += halves_swaps
    at, allowed = layout.at, layout.allowed
    swaps += separate(at, allowed, apart_here, lot)
    lines = tuple(at[place] for place in places(size))
    pairs = tuple(zip(lines[::2], lines[1::2], strict=True))
    return Draw(
        lines=lines,
        lot=lot,
        bands=all_bands,
        byes=tuple(sorted(seed for seed, round_ in entry_rounds(lines).items() if round_ == 2)),
        swaps=swaps,
        clashes=(*meetings(preliminary, apart), *meetings(pairs, apart_here)),
        preliminary=preliminary,
    )


def _in_halves(
    layout: Placing, all_bands: Sequence[range], group: Mapping[int, str]
) -> tuple[Placing, tuple[Swap, ...]]:
    """The layout with groups in opposite halves; from then on nobody of a group may leave its half.

    Where exchanges do not part all groups that could be parted, the lot is drawn again, a few times at most, and the
    best of these draws is taken.
    """
    upper = frozenset(places(layout.size)[: layout.size // 2])
    lower = frozenset(range(1, layout.size + 1)) - upper
    best: tuple[int, Placing, tuple[Swap, ...]] | None = None
    for attempt in range(1, 2 if layout.lot is None else ATTEMPTS + 1):
        if attempt > 1:
            layout = layout.again(attempt)
            layout.place_all(all_bands)
        swaps = opposite_halves(layout.at, layout.allowed, group, upper, layout.lot)
        left = in_one_half(layout.at, group, upper)
        if best is None or left < best[0]:
            best = (left, layout, swaps)
        if left == 0:
            break
    _, layout, swaps = best or (0, layout, ())
    for place, seed in layout.at.items():
        if seed is not None and seed in group:
            layout.allowed[seed] = (upper if place in upper else lower).intersection(layout.allowed[seed])
    return layout, swaps


def preliminary_pairs(
    n: int, main: int | None, lot: int | None, apart: Sequence[Mapping[int, str]] = ()
) -> tuple[tuple[tuple[int, int], ...], tuple[Swap, ...]]:
    """Who meets whom before a main draw of `main` places (regulation 4.4), and exchanges made to keep some apart.

    The lowest 2 · (n − main) seed numbers are paired by lot, without one the best of them with
    the worst. Raises `SeedingError("too_many")` if they are more than the main draw has places for.
    """
    surplus = 0 if main is None else max(0, n - main)
    if surplus == 0 or main is None:
        return (), ()
    if surplus > main or main < 2:
        raise SeedingError(
            "too_many", f"{n} entries are too many for one preliminary round before {main} places.",
            entries=n, places=main,
        )  # fmt: skip
    low = range(main - surplus + 1, n + 1)
    seeds = list(low) if lot is None else Lot(lot, PRELIMINARY_LOT).shuffled(low)
    at: dict[int, int | None] = dict(enumerate(seeds, start=1))
    swaps = separate(at, dict.fromkeys(low, range(1, len(low) + 1)), apart, lot)
    pairs = ((at[place] or 0, at[len(low) + 1 - place] or 0) for place in range(1, surplus + 1))
    return tuple(pairs), swaps


def _in_main_draw(
    mapping: Mapping[int, str], places_drawn: int, preliminary: Sequence[tuple[int, int]]
) -> Mapping[int, str]:
    """What is known of the numbers of the draw: of a preliminary winner only what both have in common."""
    direct = places_drawn - len(preliminary)
    known = {seed: name for seed, name in mapping.items() if seed <= direct}
    for number, (a, b) in enumerate(preliminary, start=direct + 1):
        if name := shared(mapping, a, b):
            known[number] = name
    return known
