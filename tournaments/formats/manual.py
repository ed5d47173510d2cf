"""A draw made by hand: lines an organiser sets, checked (`docs/regulations.md` 4.1)."""

from collections.abc import Mapping, Sequence

from .errors import SeedingError
from .later_entry import entry_rounds
from .seeding import Draw, bracket_size
from .separation import meetings


def manual_draw(lines: Sequence[int | None], n: int, *, apart: Sequence[Mapping[int, str]] = ()) -> Draw:
    """The draw with these lines, from top to bottom, None for a bye; clashes are reported, not mended.

    Raises `SeedingError`: "bad_size" if the lines are no power of two or too few, "unknown_seed",
    "seed_twice" or "seed_missing" unless each seed number 1 to `n` stands there once, and
    "empty_match" if a bye would meet a bye. More lines than needed are for later entry: a match
    may be empty only beside a single entry, which then comes in a round later (4.2).
    """
    order = tuple(lines)
    size = bracket_size(n)
    if len(order) < size or len(order) & (len(order) - 1):
        raise SeedingError(
            "bad_size", f"{n} entries need a power of two of lines, at least {size}, not {len(order)}.",
            lines=len(order), least=size,
        )  # fmt: skip
    seen: set[int] = set()
    for line, seed in enumerate(order, start=1):
        if seed is None:
            continue
        if not 1 <= seed <= n:
            raise SeedingError("unknown_seed", f"There is no seed {seed}.", seed=seed, line=line, last=n)
        if seed in seen:
            raise SeedingError("seed_twice", f"Seed {seed} stands on two lines.", seed=seed, line=line)
        seen.add(seed)
    if len(seen) < n:
        missing = tuple(seed for seed in range(1, n + 1) if seed not in seen)
        raise SeedingError("seed_missing", f"These seeds stand nowhere: {missing}.", seeds=missing)
    _refuse_empty(order, allowed=len(order) > size)
    pairs = tuple(zip(order[::2], order[1::2], strict=True))
    return Draw(
        lines=order,
        lot=None,
        bands=(),
        byes=tuple(sorted(seed for seed, round_ in entry_rounds(order).items() if round_ == 2)),
        clashes=meetings(pairs, apart),
    )


def _refuse_empty(lines: tuple[int | None, ...], *, allowed: bool) -> None:
    """Refuse empty blocks that are not what is left beside one entry, and draws in which nobody plays at first."""
    block = 2
    while block < len(lines):
        for first in range(0, len(lines), 2 * block):
            halves = (lines[first : first + block], lines[first + block : first + 2 * block])
            count = [sum(seed is not None for seed in half) for half in halves]
            if 0 in count and (not allowed or max(count) > 1):
                line = first + 1 + block * count.index(0)
                raise SeedingError("empty_match", f"From line {line} on a bye would meet a bye.", line=line)
        block *= 2
    if not any(a is not None and b is not None for a, b in zip(lines[::2], lines[1::2], strict=True)):
        raise SeedingError("empty_match", "Nobody would play in the first round.", line=1)
