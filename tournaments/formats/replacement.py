"""Alternates after the draw and before play (`docs/regulations.md` 4.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .errors import SeedingError
from .graph import EntryId
from .later_entry import entry_rounds
from .seeding import Draw
from .separation import meetings


class ReplacementMode(StrEnum):
    """Who takes the line of a seed that withdrew."""

    DIRECT = "direct"  # the alternate
    CASCADE = "cascade"  # the best of the next band, whose line goes on to the next, the last to the alternate


@dataclass(frozen=True, slots=True)
class Move:
    """A seed number before the withdrawal, None for the alternate, and the one whose line it takes."""

    seed: int | None
    takes: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """The draw after a seed was replaced, and how it came about.

    `moves` are in order: each takes the line the move before left, the first that of the seed that
    withdrew. `numbers` maps every seed number of the new draw to the one that entry had before,
    None for the alternate.
    """

    draw: Draw
    moves: tuple[Move, ...]
    numbers: Mapping[int, int | None]

    def seeds(self, before: Mapping[int, EntryId], alternate: EntryId) -> dict[int, EntryId]:
        """The entries by their new seed numbers."""
        return {new: alternate if old is None else before[old] for new, old in self.numbers.items()}


def replace_seed(
    drawn: Draw, leaving: int, mode: ReplacementMode, *, apart: Sequence[Mapping[int, str]] = ()
) -> Replacement:
    """The draw once the seed `leaving` withdrew before play and an alternate came in.

    DIRECT: the alternate takes line and number, nothing else changes. CASCADE: the best seed of
    each lower band moves to the line that became free, the alternate takes the last; then numbers close up, so
    that every band again holds just its numbers, the alternate has the last, and the draw is one
    the lot could have made. Those who play a preliminary match are the last band. A bye or later
    entry stays with the line.

    `apart` is by the new numbers, see `numbers`; the clashes of the new draw are reported, not
    mended. Raises `SeedingError`: "unknown_seed", and "no_bands" for a cascade in a draw without bands.
    """
    n = drawn.entries
    if not 1 <= leaving <= n:
        raise SeedingError("unknown_seed", f"There is no seed {leaving}.", seed=leaving, last=n)
    if mode is ReplacementMode.CASCADE and not drawn.bands:
        raise SeedingError("no_bands", "A draw made by hand has no bands for a cascade.")
    moves: list[Move] = []
    free = leaving
    if mode is ReplacementMode.CASCADE:
        for band in _bands(drawn):
            if band.start > leaving and leaving not in band:
                moves.append(Move(band.start, free))
                free = band.start
    moves.append(Move(None, free))
    closes_up = mode is ReplacementMode.CASCADE
    last = n if closes_up else leaving
    new_number = {old: old - (closes_up and old > leaving) for old in range(1, n + 1)}
    taken = {move.takes: last if move.seed is None else new_number[move.seed] for move in moves}
    numbers: dict[int, int | None] = {new: old for old, new in new_number.items() if old != leaving}
    numbers[last] = None
    return Replacement(_redrawn(drawn, {**new_number, **taken}, apart), tuple(moves), dict(sorted(numbers.items())))


def _bands(drawn: Draw) -> list[range]:
    """The bands by seed number, those of the preliminary round as the last."""
    direct = drawn.entries - 2 * len(drawn.preliminary)
    found = [range(band.start, min(band.stop, direct + 1)) for band in drawn.bands if band.start <= direct]
    if drawn.preliminary:
        found.append(range(direct + 1, drawn.entries + 1))
    return found


def _redrawn(drawn: Draw, on_line: Mapping[int, int], apart: Sequence[Mapping[int, str]]) -> Draw:
    direct = drawn.entries - 2 * len(drawn.preliminary)
    lines = tuple(line if line is None or line > direct else on_line[line] for line in drawn.lines)
    preliminary = tuple((on_line[a], on_line[b]) for a, b in drawn.preliminary)
    known = [{seed: name for seed, name in mapping.items() if seed <= direct} for mapping in apart]
    pairs = tuple(zip(lines[::2], lines[1::2], strict=True))
    return replace(
        drawn,
        lines=lines,
        preliminary=preliminary,
        byes=tuple(sorted(seed for seed, round_ in entry_rounds(lines).items() if round_ == 2)),
        swaps=(),
        clashes=(*meetings(preliminary, apart), *meetings(pairs, known)),
    )
