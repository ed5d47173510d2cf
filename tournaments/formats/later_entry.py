"""Entering a knockout in a later round: bands of seeds that skip rounds (`docs/regulations.md` 4.2).

An entry that skips k rounds takes up 2ᵏ lines of the draw: it stands on the first place of that
block and the others hold nobody. An ordinary bye is the case k = 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .errors import SeedingError


@dataclass(frozen=True, slots=True)
class Step:
    """The seeds up to `last`, from the step before on, enter after `skips` rounds.

    World championship of 2001: `(Step(16, 3), Step(32, 2))`.
    """

    last: int
    skips: int


def later_entries(n: int, steps: Sequence[Step]) -> tuple[int, Mapping[int, int]]:
    """The lines of a knockout of `n` entries with these steps, and the lines each seed of a step takes up.

    Without steps that is the next power of two. Raises `SeedingError("steps_do_not_fit")`, with
    the least and greatest number of entries that would fit, if nobody would play in the first
    round or if a bye would meet a bye.
    """
    if n < 2:
        raise SeedingError("too_few", f"A knockout needs two entries, not {n}.", entries=n)
    weights: dict[int, int] = {}
    first = 1
    for step in steps:
        if step.last < first or step.skips < 1:
            raise SeedingError("bad_steps", "Each step goes on from the one before and skips rounds.", last=step.last)
        weights |= dict.fromkeys(range(first, step.last + 1), 1 << step.skips)
        first = step.last + 1
    if any(after.skips >= before.skips for before, after in pairwise(steps)):
        raise SeedingError("bad_steps", "A later band of seeds enters earlier.", skips=tuple(s.skips for s in steps))
    taken = sum(weights.values())
    size = 1 << (taken + max(1, n - len(weights)) - 1).bit_length()
    starting, room = n - len(weights), size - taken
    if not weights or room // 2 < starting <= room:
        return size, weights
    if size // 2 > taken:
        room = size // 2 - taken  # a little too many for this, rather than far too few for the next size
    raise SeedingError(
        "steps_do_not_fit", f"Entering later as asked is for {len(weights) + room // 2 + 1} to "
        f"{len(weights) + room} entries, not for {n}.",
        entries=n, least=len(weights) + room // 2 + 1, most=len(weights) + room,
    )  # fmt: skip


def check_steps(steps: Sequence[Step], all_bands: Sequence[range], seeds: int) -> None:
    """Raise `SeedingError("bad_steps")` unless each step ends where a band of seeds ends."""
    ends = {band.stop - 1 for band in all_bands if band.stop - 1 <= seeds}
    for step in steps:
        if step.last not in ends:
            raise SeedingError(
                "bad_steps", f"No band of seeds ends with {step.last}.", last=step.last, ends=tuple(sorted(ends))
            )


def block_of(place: int, weight: int, size: int) -> tuple[int, ...]:
    """The places of the `weight` lines that go with a place, itself first."""
    block, level = [place], size // weight
    while level < size:
        level *= 2
        block += [level + 1 - p for p in block]
    return tuple(block)


def entry_rounds(lines: Sequence[int | None]) -> dict[int, int]:
    """In which round each number of the draw has its first opponent: 1, 2 after a bye, more if it enters later."""
    found: dict[int, int] = {}
    for at, number in enumerate(lines):
        if number is None:
            continue
        round_, block = 1, 2
        while block < len(lines) and sum(n is not None for n in lines[at - at % block :][:block]) < 2:
            round_, block = round_ + 1, 2 * block
        found[number] = round_
    return found
