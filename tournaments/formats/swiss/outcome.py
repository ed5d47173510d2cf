"""A paired round: rows, bye, who is left over, what had to be relaxed, and the reasons."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.graph import EntryId

from .values import Pair


class Method(StrEnum):
    """How the pairs were found."""

    HALVES = "halves"  # round 1: upper half by seeding against the lower half
    LOT = "lot"  # round 1: drawn
    MATCHING = "matching"  # least sum of squared differences
    TABLES = "tables"  # Berger tables


class Reason(StrEnum):
    """Why a nearer opponent was not available, a lower entry has no bye, an entry no opponent."""

    MET = "met"  # they met in `round`
    FORBIDDEN = "forbidden"  # they never meet in this event
    FIXED = "fixed"  # an organiser paired one of the two (`with_entry`: the other entry's opponent)
    BYE = "bye"  # the other has the bye
    TAKEN = "taken"  # the other meets `with_entry`; bringing the two together costs at least as much in total
    AHEAD = "ahead"  # bringing them together would have left a later round unpaired, as far as tried
    METHOD = "method"  # the round is paired by halves, by lot or by tables, not by totals
    HAD_BYE = "had_bye"  # has had a bye, a walkover or a default win
    NO_PARTNER = "no_partner"  # the rest of this round could not all be paired
    MET_ALL = "met_all"  # has met everybody present, or must not


@dataclass(frozen=True, slots=True)
class Nearer:
    """An opponent nearer in TP than the one `entry` got, and why it was not available."""

    entry: EntryId
    other: EntryId
    difference: int
    reason: Reason
    round: int | None = None
    with_entry: EntryId | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Two entries that meet, their totals before the round, the difference, and `nearer` ones."""

    left: EntryId
    right: EntryId
    left_tp: int
    right_tp: int
    is_fixed: bool = False
    nearer: tuple[Nearer, ...] = ()

    @property
    def difference(self) -> int:
        return abs(self.left_tp - self.right_tp)


@dataclass(frozen=True, slots=True)
class Passed:
    """An entry below the one with the bye, or one left over, and the reason."""

    entry: EntryId
    reason: Reason


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has the bye, and why all those below do not."""

    entry: EntryId
    is_second: bool = False
    is_fixed: bool = False
    passed: tuple[Passed, ...] = ()


class Relaxed(StrEnum):
    """What a round does not keep to; the values named stand in the relaxation."""

    AHEAD = "ahead"  # not the least total: `optimum` would have left a later round unpaired
    SECOND_BYE = "second_bye"  # `entry` has a second bye: nobody without one could have it
    BYES_AHEAD = "byes_ahead"  # a later round will need a second bye
    ROUNDS = "rounds"  # only `possible` of the `remaining` rounds can be paired, this one included
    UNPROVED = "unproved"  # the search for the remaining rounds found neither a way nor that there is none
    UNPAIRED = "unpaired"  # `entries` have no opponent without meeting again
    REMATCH = "rematch"  # an organiser fixed `entries` who have met


@dataclass(frozen=True, slots=True)
class Relaxation:
    code: Relaxed
    values: tuple[tuple[str, int | tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A paired round, with all that is needed to pair it again and to explain it.

    Rows are in the order of their better place. `total` is Σ (TP difference)² over all rows in
    hundredths. `digest` names the input, `engine` the procedure: the same two give the same pairing.
    `tables` is to be kept and given back in the following rounds.
    """

    round: int
    method: Method
    rows: tuple[Row, ...]
    bye: Bye | None
    unpaired: tuple[Passed, ...]
    relaxations: tuple[Relaxation, ...]
    total: int
    digest: str
    engine: str
    tables: tuple[EntryId, ...] | None = None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((row.left, row.right) for row in self.rows)

    def as_dict(self) -> dict[str, object]:
        """The pairing as JSON values; fields that do not apply are left out of the reasons."""
        return {
            "round": self.round,
            "method": self.method.value,
            "rows": [_row(row) for row in self.rows],
            "bye": None
            if self.bye is None
            else {
                "entry": self.bye.entry,
                "is_second": self.bye.is_second,
                "is_fixed": self.bye.is_fixed,
                "passed": [_passed(passed) for passed in self.bye.passed],
            },
            "unpaired": [_passed(passed) for passed in self.unpaired],
            "relaxations": [
                {"code": r.code.value, **{key: list(v) if isinstance(v, tuple) else v for key, v in r.values}}
                for r in self.relaxations
            ],
            "total": self.total,
            "digest": self.digest,
            "engine": self.engine,
            "tables": None if self.tables is None else list(self.tables),
        }


def _row(row: Row) -> dict[str, object]:
    return {
        "left": row.left,
        "right": row.right,
        "left_tp": row.left_tp,
        "right_tp": row.right_tp,
        "difference": row.difference,
        "is_fixed": row.is_fixed,
        "nearer": [
            {
                "entry": n.entry,
                "other": n.other,
                "difference": n.difference,
                "reason": n.reason.value,
                **({} if n.round is None else {"round": n.round}),
                **({} if n.with_entry is None else {"with_entry": n.with_entry}),
            }
            for n in row.nearer
        ],
    }


def _passed(passed: Passed) -> dict[str, object]:
    return {"entry": passed.entry, "reason": passed.reason.value}
