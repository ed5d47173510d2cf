"""An import of historic results in values: what the importer says, and what each row of the list would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from players.models import Player
from tournaments.historic.values import Kind
from tournaments.models import Edition, HistoricEvent, HistoricRow, Series


class RowState(StrEnum):
    NEW = "new"
    MATCHED = "matched"  # stored just so
    DOUBTFUL = "doubtful"  # somebody has to choose
    WRONG = "wrong"  # cannot be read


@dataclass(frozen=True)
class HistoryOptions:
    """What the importer says of a list. With `match_people` a name is linked to the one profile that bears it."""

    name: str = ""
    kind: Kind | None = None
    event: str = ""
    year: int | None = None
    title: str = ""
    source: str = ""
    complete: bool = False
    match_people: bool = False


@dataclass(frozen=True)
class HistoryChoices:
    """What the importer answered: doubtful rows to take all the same, rows to leave out, and who is meant by a name
    (None: the name stays a name)."""

    taken: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()
    people: Mapping[str, int | None] = field(default_factory=dict)


@dataclass
class Target:
    """The event that rows are about: one that is stored, or one to be made with its editions."""

    event: HistoricEvent | None
    name: str
    year: int | None
    dates: str
    # series to the number of an edition that is still to be made
    joins: dict[int, int | None] = field(default_factory=dict)
    editions: dict[int, Edition] = field(default_factory=dict)
    series: dict[int, Series] = field(default_factory=dict)


@dataclass
class Fact:
    """One row to be stored. `names` are the fields that hold people; `stored` is what it replaces or repeats."""

    model: type[HistoricRow]
    target: Target
    key: tuple[Any, ...]
    values: dict[str, Any]
    names: tuple[str, ...] = ()
    series: Series | None = None
    stored: HistoricRow | None = None
    is_new: bool = True


@dataclass
class PlannedRow:
    """A row of the list as an importer sees it, and the facts it makes."""

    number: int
    text: str
    state: RowState = RowState.NEW
    column: str = ""
    code: str = ""
    message: str = ""
    facts: list[Fact] = field(default_factory=list)

    def refuse(self, state: RowState, code: str, message: str, column: str = "") -> None:
        """The worst that is found of a row stands."""
        if self.state is not RowState.WRONG:
            self.state, self.code, self.message, self.column = state, code, message, column


@dataclass(frozen=True)
class PlannedPerson:
    """A name of the list where people are matched. `player` is who is meant; several candidates are doubtful."""

    key: str
    name: str
    player: int | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        return self.player is None and bool(self.candidates)


@dataclass
class HistoryPlan:
    """What the import would do."""

    kind: Kind
    rows: list[PlannedRow]
    people: list[PlannedPerson]

    def count(self, state: RowState) -> int:
        return sum(row.state is state for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        return {str(state): self.count(state) for state in RowState}
