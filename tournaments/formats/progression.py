"""How a stage feeds the next one: who goes on, and with which seed number (`docs/regulations.md` 4.4).

A `Progression` is data, stored with the later stage. From it and a snapshot of the earlier stage
follow the seed numbers of the later one, each with its `Origin`, so that a draw can be shown
before anybody is known: "winner of group A".
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from .across import across
from .errors import StructureError
from .graph import EntryId
from .main_draw import MainDraw, Qualifying
from .snapshot import RankingSnapshot, StageRow, StageSnapshot

MAIN = "main"
"""The list of a tree in which its champion stands."""


class SeedOrder(StrEnum):
    """Which of those who go on gets which seed number."""

    RANK = "rank"  # all first by percentage, then all second by percentage …
    STANDING = "standing"  # by percentage alone, whatever their place
    GROUP = "group"  # all first in the order of the groups, then all second …: known beforehand


@dataclass(frozen=True, slots=True)
class Progression:
    """The rule by which a stage feeds the next.

    The first `first` of each ranking go on; with 0 all of them. With a `total` the best
    percentages among all others are added until there are so many, exempt ones included.
    `exempt` is how many seeds do not play the earlier stage and are placed first. With
    `pass_over` the next in the ranking replaces who has left. `rankings` limits the rule to
    these groups, tables or lists; empty means every group or table, and of a tree the main list.
    Who stands in two of them, as with a plate, goes on from the first.

    Raises `StructureError("bad_progression")` for numbers that cannot be.
    """

    first: int = 0
    total: int = 0
    exempt: int = 0
    order: SeedOrder = SeedOrder.RANK
    pass_over: bool = True
    rankings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if min(self.first, self.total, self.exempt) < 0 or 0 < self.total <= self.exempt:
            raise StructureError("bad_progression", f"Nobody can go on by {self}.")

    def as_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` makes an equal rule."""
        return {**asdict(self), "order": str(self.order), "rankings": list(self.rankings)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Progression":
        """Raises `StructureError("bad_progression")` for what is no such rule."""
        try:
            return cls(**{**stored, "order": SeedOrder(stored.get("order", "rank")),
                          "rankings": tuple(stored.get("rankings", ()))})  # fmt: skip
        except (TypeError, ValueError) as error:
            raise StructureError("bad_progression", f"{dict(stored)} is no rule of progression.") from error


def into_main_draw(draw: MainDraw) -> Progression:
    """The rule that fills a main draw from its groups (4.4). Raises `StructureError` if it has none."""
    if draw.kind is not Qualifying.GROUPS:
        raise StructureError("bad_progression", f"A main draw for {draw.entrants} needs no groups.")
    return Progression(first=draw.each, total=draw.places, exempt=draw.exempt)


class OriginKind(StrEnum):
    EXEMPT = "exempt"  # seed `rank` of the event, who did not play the stage
    PLACE = "place"  # number `rank` of `group`; of one of the groups while `group` is ""
    BEST = "best"  # number `rank` by percentage among all others
    ANY = "any"  # number `rank` of all who go on


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the holder of a seed number comes from."""

    kind: OriginKind
    rank: int
    group: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"kind": str(self.kind), "rank": self.rank, "group": self.group}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Origin":
        return cls(OriginKind(stored["kind"]), stored["rank"], stored["group"])


@dataclass(frozen=True, slots=True)
class Qualified:
    """A seed number of the later stage.

    `entry` is None while it is not known, and where nobody is left to take it. `row` is its line
    in the earlier stage: another place than the origin's where somebody was passed over.
    """

    seed: int
    origin: Origin
    entry: EntryId | None = None
    row: StageRow | None = None


def qualified(
    rule: Progression,
    stage: StageSnapshot,
    *,
    exempt: Sequence[EntryId] = (),
    gone: Collection[EntryId] = (),
) -> tuple[Qualified, ...]:
    """The seed numbers of the later stage, from 1 without holes, as far as they are known.

    `exempt` are the entries that do not play the earlier stage, best first; `gone` those who left.
    Places of a group are known when the group is complete; best percentages, and with
    `SeedOrder.RANK` or `STANDING` all seed numbers across groups, when all groups are. A place
    which its group cannot fill goes to the best percentage among the others.

    Which origins there are does not depend on results: only on the rule, the groups and, where
    all go on, their members.
    """
    left = set(gone) if rule.pass_over else set()
    stage = feeding(rule, stage)
    seats = [Qualified(0, Origin(OriginKind.EXEMPT, n), entry) for n, entry in enumerate(exempt, start=1)]
    places, best = _seats(rule, stage, len(exempt), left)
    if stage.complete:
        others = _others(stage, (*places, *best), left)
        places, best = _filled(places, others), _filled(best, others)
    ordered = _in_order(rule, stage, places, best)
    return tuple(
        Qualified(number, seat.origin, seat.entry, seat.row) for number, seat in enumerate([*seats, *ordered], start=1)
    )


def feeding(rule: Progression, stage: StageSnapshot) -> StageSnapshot:
    """The rankings from which a rule takes those who go on; a plate feeds only where it is named."""
    keys = rule.rankings or tuple(ranking.key for ranking in stage.rankings)
    return stage.only(keys if rule.rankings or MAIN not in keys else (MAIN,))


def seeds_of(found: Sequence[Qualified]) -> dict[int, EntryId]:
    """The seed numbers whose entry is known: the snapshot of seeds for the later draw."""
    return {seat.seed: seat.entry for seat in found if seat.entry is not None}


def _seats(
    rule: Progression, stage: StageSnapshot, exempt: int, left: set[EntryId]
) -> tuple[list[Qualified], list[Qualified]]:
    """The places of the groups, all first, all second …, and those by percentage; none filled but by its group."""
    staying: dict[str, list[StageRow]] = {}
    taken = set(left)
    for ranking in stage.rankings:
        # who goes on from the main draw does not go on from the plate as well
        rows = [row for row in _by_place(ranking) if row.entry not in taken]
        staying[ranking.key] = rows
        taken.update(row.entry for row in rows[: rule.first or len(rows)] if ranking.complete)
    count = {key: rule.first or len(rows) for key, rows in staying.items()}
    places: list[Qualified] = []
    for rank in range(1, max(count.values(), default=0) + 1):
        for ranking in stage.rankings:
            if rank > count[ranking.key]:
                continue
            rows = staying[ranking.key]
            row = rows[rank - 1] if ranking.complete and rank <= len(rows) else None
            origin = Origin(OriginKind.PLACE, rank, ranking.key)
            places.append(Qualified(0, origin, None if row is None else row.entry, row))
    more = max(0, rule.total - exempt - len(places)) if rule.total else 0
    return places, [Qualified(0, Origin(OriginKind.BEST, n)) for n in range(1, more + 1)]


def _by_place(ranking: RankingSnapshot) -> list[StageRow]:
    return sorted(ranking.rows, key=lambda row: (row.place, row.seed, row.entry))


def _others(stage: StageSnapshot, seats: Sequence[Qualified], left: set[EntryId]) -> list[StageRow]:
    """Who has no place yet, best percentage first."""
    placed = {seat.entry for seat in seats} | left
    rows = {row.entry: row for row in reversed(stage.rows()) if row.entry not in placed}
    return [found.row for found in across(rows.values())]


def _filled(seats: Sequence[Qualified], others: list[StageRow]) -> list[Qualified]:
    """The seats, empty ones filled with the next of the others, who are used up."""
    return [
        Qualified(0, seat.origin, row.entry, row)
        if seat.entry is None and (row := others.pop(0) if others else None) is not None
        else seat
        for seat in seats
    ]


def _in_order(
    rule: Progression, stage: StageSnapshot, places: list[Qualified], best: list[Qualified]
) -> list[Qualified]:
    if len(stage.rankings) < 2 or rule.order is SeedOrder.GROUP:
        return [*places, *best]
    if rule.order is SeedOrder.STANDING:
        return _across([*places, *best], stage, [Origin(OriginKind.ANY, n + 1) for n in range(len(places) + len(best))])
    ranks = sorted({seat.origin.rank for seat in places})
    ordered: list[Qualified] = []
    for rank in ranks:
        equal = [seat for seat in places if seat.origin.rank == rank]
        ordered += _across(equal, stage, [Origin(OriginKind.PLACE, rank)] * len(equal))
    return [*ordered, *best]


def _across(seats: list[Qualified], stage: StageSnapshot, unknown: Sequence[Origin]) -> list[Qualified]:
    """The seats by percentage once all is played; before that only as many as there will be."""
    if not stage.complete:
        return [Qualified(0, origin) for origin in unknown]
    seat_of = {seat.row: seat for seat in seats if seat.row is not None}
    return [*(seat_of[found.row] for found in across(seat_of)), *(seat for seat in seats if seat.row is None)]
