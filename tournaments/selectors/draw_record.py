"""A draw with all from which anybody can make it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.formats.progression import Origin
from tournaments.formats.settings import StageSettings
from tournaments.models import Draw, Entry, Stage
from tournaments.selectors.stages import stage_settings


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seed number of the draw: its entry, None while the stage before has not said who, and where it comes from.

    `country` is the one it was drawn with, "" where none was known.
    """

    number: int
    entry: Entry | None
    country: str
    origin: Origin | None = None


@dataclass(frozen=True)
class DrawRecord:
    """A draw that stands, or would be made; then `number` and `at` are None.

    `lines` are the seed numbers from the top of a tree to its bottom, None for a bye; `groups` those of each group.
    From `settings`, `mode`, `lot`, the countries and origins of the `seats`, `crossing` and `rankings_before` (how many
    rankings feed the stage) they follow; lines placed by hand (`mode` "manual") follow from nothing.
    """

    stage: Stage
    settings: StageSettings
    seats: tuple[DrawnSeat, ...]
    lot: int | None
    mode: str
    lines: tuple[int | None, ...]
    clashes: tuple[tuple[int, int], ...]
    groups: Mapping[str, Sequence[int]] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)
    rankings_before: int = 0
    number: int | None = None
    at: datetime | None = None

    @property
    def crossing(self) -> bool:
        return bool((self.stage.feed or {}).get("crossing"))

    @property
    def pairs(self) -> tuple[tuple[int | None, int | None], ...]:
        """The first round of a tree from the top to the bottom."""
        return tuple(zip(self.lines[::2], self.lines[1::2], strict=True))


def stored_record(draw: Draw) -> DrawRecord:
    """The record of a stored draw; one query more for its entries."""
    stage = draw.stage
    rows = Entry.objects.select_related("player").in_bulk([pk for pk in draw.entrants if pk is not None])
    origins = [Origin.from_json(stored) for stored in draw.detail.get("origins", ())]
    return DrawRecord(
        stage=stage,
        settings=stage_settings(stage),
        seats=seats([rows.get(pk) for pk in draw.entrants], draw.countries, origins),
        lot=draw.lot,
        mode=draw.mode,
        lines=tuple(draw.lines),
        clashes=tuple((a, b) for a, b in draw.clashes),
        groups=draw.detail.get("groups", {}),
        detail=draw.detail,
        rankings_before=draw.detail.get("groups_before", 0),
        number=draw.number,
        at=draw.at,
    )


def seats(
    entries: Sequence[Entry | None], countries: Sequence[str], origins: Sequence[Origin]
) -> tuple[DrawnSeat, ...]:
    """The seed numbers of a draw, from 1."""
    return tuple(
        DrawnSeat(number, entry, country, origins[number - 1] if origins else None)
        for number, (entry, country) in enumerate(zip(entries, countries, strict=True), start=1)
    )
