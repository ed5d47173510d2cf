"""A draw as pairs of names, with what is worth knowing about it first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.models import Draw, Entry
from tournaments.selectors.pages.names import country_code


@dataclass(frozen=True, slots=True)
class Drawn:
    """An entry in the draw with its number there."""

    number: int
    name: str
    country: str


@dataclass(frozen=True)
class DrawPreview:
    """The first round from the top to the bottom. `clashes` are pairs of one country that could not be kept apart."""

    lot: int | None
    size: int
    pairs: tuple[tuple[Drawn | None, Drawn | None], ...]
    clashes: tuple[tuple[Drawn, Drawn], ...]
    byes: tuple[Drawn, ...]


class HasLines(Protocol):
    """What a draw gives: lines from the top to the bottom, and who could not be kept apart."""

    @property
    def lines(self) -> Sequence[int | None]: ...

    @property
    def clashes(self) -> Sequence[tuple[int, int]]: ...


def preview_pairs(entries: Sequence[Entry], drawn: HasLines, lot: int | None) -> DrawPreview:
    """What a draw of these entries, in seed order, would be."""
    return _preview(_by_number(entries), drawn.lines, drawn.clashes, lot)


def stored_draw(draw: Draw) -> DrawPreview:
    """The draw that stands; one query."""
    rows = Entry.objects.in_bulk(draw.entrants)
    entries = [rows[pk] for pk in draw.entrants if pk in rows]
    clashes = [(int(a), int(b)) for a, b in draw.clashes]
    return _preview(_by_number(entries), draw.lines, clashes, draw.lot)


def _by_number(entries: Sequence[Entry]) -> dict[int, Drawn]:
    return {
        number: Drawn(number, entry.name, country_code(str(entry.country or "")))
        for number, entry in enumerate(entries, start=1)
    }


def _preview(
    by_number: dict[int, Drawn],
    lines: Sequence[int | None],
    clashes: Sequence[tuple[int, int]],
    lot: int | None,
) -> DrawPreview:
    found = [by_number.get(line) if line is not None else None for line in lines]
    pairs = tuple(zip(found[::2], found[1::2], strict=True))
    return DrawPreview(
        lot=lot,
        size=len(lines),
        pairs=pairs,
        clashes=tuple((by_number[a], by_number[b]) for a, b in clashes if a in by_number and b in by_number),
        byes=tuple(side for pair in pairs for side in pair if side is not None and None in pair),
    )
