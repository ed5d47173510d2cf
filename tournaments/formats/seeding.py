"""The draw of a knockout: which seed number stands on which line (`docs/regulations.md` 4.1, 4.3).

A *line* is a slot of the first round, counted from the top. A *place* is a line's name in the
strict order: place 1 is the top line, place 2 the bottom line, and place p meets place
size + 1 − p. A strict draw puts seed p on place p; a draw by lot moves seeds within their band.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import SeedingError
from .lot import Lot
from .separation import Swap, separate, shared

DEFAULT_SEEDS = 32
"""Entries seeded by default; the others are drawn by lot (regulation 4.1)."""


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

    `lines` are the seed numbers from top to bottom, None for a bye. `lot` is the stored seed of
    the lot, None for a strict draw. `byes` are the seed numbers with a bye, `clashes` the first
    round matches in which separation was not possible.
    """

    lines: tuple[int | None, ...]
    lot: int | None
    bands: tuple[range, ...]
    byes: tuple[int, ...]
    swaps: tuple[Swap, ...] = ()
    clashes: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        return len(self.lines)


def seed_numbers(entries: Sequence[int], given: Mapping[int, int] | None = None) -> dict[int, int]:
    """Seed number by seed number the entry that has it: given ones first, the rest in order.

    `entries` are in their order (of entry, of rating); `given` maps entries to the seed numbers
    an organiser gave them. Numbers without an entry are filled with the next ones in order.
    Raises `SeedingError` for an entry twice, a number twice or out of range, a stranger.
    """
    if len(set(entries)) < len(entries):
        raise SeedingError("entry_twice", "An entry is listed twice.")
    result: dict[int, int] = {}
    for entry, number in (given or {}).items():
        if entry not in entries:
            raise SeedingError("unknown_entry", f"Entry {entry} does not take part.", entry=entry)
        if not 1 <= number <= len(entries):
            raise SeedingError(
                "seed_range", f"Seed numbers go from 1 to {len(entries)}.", entry=entry, seed=number, last=len(entries)
            )
        if number in result:
            raise SeedingError("seed_twice", f"Seed {number} is given twice.", seed=number)
        result[number] = entry
    rest = iter([entry for entry in entries if entry not in (given or {})])
    return {n: result[n] if n in result else next(rest) for n in range(1, len(entries) + 1)}


def draw(
    n: int,
    *,
    lot: int | None,
    seeds: int = DEFAULT_SEEDS,
    apart: Sequence[Mapping[int, str]] = (),
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

    The same arguments always give the same draw. Raises `SeedingError`.
    """
    size = bracket_size(n)
    if seeds < 0:
        raise SeedingError("bad_seeds", "The number of seeds cannot be below 0.", seeds=seeds)
    all_bands = bands(n, seeds)
    seeded = min(n, seeds)
    at = _strict(n, size) if lot is None else _by_lot(n, all_bands, seeded, lot)
    allowed = {seed: _places_of(band, seeded, size) for band in all_bands for seed in band}
    swaps = separate(at, allowed, apart, lot)
    lines = tuple(at[place] for place in places(size))
    pairs = tuple(zip(lines[::2], lines[1::2], strict=True))
    return Draw(
        lines=lines,
        lot=lot,
        bands=all_bands,
        byes=tuple(sorted(a or b or 0 for a, b in pairs if a is None or b is None)),
        swaps=swaps,
        clashes=tuple(
            (a, b) for a, b in pairs if a is not None and b is not None and any(shared(m, a, b) for m in apart)
        ),
    )


def _strict(n: int, size: int) -> dict[int, int | None]:
    return {place: place if place <= n else None for place in range(1, size + 1)}


def _places_of(band: range, seeded: int, size: int) -> range:
    """The places a band may stand on: a whole doubling, or everywhere for those by lot."""
    if band.start > seeded:
        return range(1, size + 1)
    return range(band.start, max(band.start + 1, 2 * band.start - 1))


def _by_lot(n: int, all_bands: tuple[range, ...], seeded: int, lot: int) -> dict[int, int | None]:
    """Place by place the seed number drawn for it.

    Seeds with a place in the upper half of the strict order go first, since a bye closes the
    place opposite; who is left is drawn onto what is left.
    """
    size = bracket_size(n)
    half, byes = size // 2, size - n
    at: dict[int, int | None] = {}

    def put(entries: Sequence[int], free: Sequence[int], purpose: str) -> None:
        for seed, place in zip(entries, Lot(lot, purpose).shuffled(free), strict=False):
            at[place] = seed
            if seed in with_bye:
                at[size + 1 - place] = None

    with_bye = set(Lot(lot, "byes").shuffled(range(1, n + 1))[:byes] if seeded == 0 else range(1, byes + 1))
    for band in all_bands:
        name = f"{band.start}-{band.stop - 1}"
        if band.start <= seeded and band.start <= half:
            put(band, _places_of(band, seeded, size), name)
            continue
        exempt = sorted(with_bye.intersection(band))
        upper = [place for place in range(1, half + 1) if place not in at]
        put(exempt, upper[: len(exempt)], f"byes {name}")
        others = [seed for seed in band if seed not in with_bye]
        put(others, [place for place in range(1, size + 1) if place not in at], name)
    return at
