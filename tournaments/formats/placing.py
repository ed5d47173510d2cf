"""Putting the numbers of a draw on places, band by band (`docs/regulations.md` 4.1)."""

from collections.abc import Collection, Mapping, Sequence

from .later_entry import block_of
from .lot import Lot


class Placing:
    """A draw on its way: which number stands on which place, band by band.

    An entry of weight w takes up w lines (2 with a bye, more if it enters later): its place
    closes the other places of its block.
    """

    def __init__(
        self, size: int, n: int, seeded: int, weights: Mapping[int, int], lot: int | None, attempt: int = 1
    ) -> None:
        self.size, self.n, self.seeded, self.later, self.lot = size, n, seeded, weights, lot
        self.prefix = "" if attempt == 1 else f"attempt {attempt} "
        self.at: dict[int, int | None] = {}
        self.allowed: dict[int, Collection[int]] = {}
        starting = [seed for seed in range(1, n + 1) if seed not in weights]
        byes = size - sum(weights.values()) - len(starting)
        if lot is not None and seeded == 0:
            starting = Lot(lot, f"{self.prefix}byes").shuffled(starting)
        self.weights = {**dict.fromkeys(range(1, n + 1), 1), **weights, **dict.fromkeys(starting[:byes], 2)}

    def again(self, attempt: int) -> "Placing":
        """An empty one, for the same entries and another draw from the same lot."""
        return Placing(self.size, self.n, self.seeded, self.later, self.lot, attempt)

    def place_all(self, all_bands: Sequence[range]) -> None:
        for band in all_bands:
            self.place(band)

    def free(self) -> list[int]:
        return [place for place in range(1, self.size + 1) if place not in self.at]

    def place(self, band: range) -> None:
        """Put a whole band onto the places it may have.

        Seeds whose places lie in the upper half of the strict order simply take their band's;
        of the others those with a bye go first, since a bye closes the place opposite.
        """
        half = self.size // 2
        is_seeded = band.start <= self.seeded
        last = min(half, self.size // self.weights[band.start])
        own = [place for place in self.free() if place <= last][: max(1, band.start - 1)]
        name = f"{band.start}-{band.stop - 1}"
        if self.lot is None:
            for seed in band:
                self.put([seed], self.free()[:1], name)
        elif is_seeded and band.start <= half and len(own) >= len(band):
            self.put(band, own, name)
            self.allowed |= dict.fromkeys(band, own)
            return
        else:
            exempt = [seed for seed in band if self.weights[seed] > 1]
            upper = [place for place in self.free() if place <= half]
            self.put(exempt, upper[: len(exempt)], f"byes {name}")
            self.put([seed for seed in band if self.weights[seed] == 1], self.free(), name)
        is_regular = is_seeded and max(self.weights.values()) <= 2
        of_band = range(band.start, max(band.start + 1, 2 * band.start - 1))
        self.allowed |= dict.fromkeys(band, of_band if is_regular else range(1, self.size + 1))

    def put(self, entries: Sequence[int], free: Sequence[int], purpose: str) -> None:
        drawn = free if self.lot is None else Lot(self.lot, self.prefix + purpose).shuffled(free)
        for seed, place in zip(entries, drawn, strict=False):
            first, *closed = block_of(place, self.weights[seed], self.size)
            self.at[first] = seed
            self.at |= dict.fromkeys(closed)
