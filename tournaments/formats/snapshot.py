"""A stage's rankings as they stood when a later stage was made from them.

A stage that fed another is frozen: what the later one rests upon is this value, stored as plain
JSON, and not what a fresh fold would say. The two can be compared at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from .folded import Folded
from .graph import EntryId, Seed, Table
from .places import is_ranking_complete, rankings
from .scoring import GAME_TP
from .standings import standings


@dataclass(frozen=True, slots=True)
class StageRow:
    """An entry's line in a ranking of a stage.

    `ranking` is a group, a Swiss table or a list of a tree; `place` may be shared in a tree.
    `seed` is the entry's number in this stage. `tp` in tenths and `games` are those counted in a
    table, both 0 in a tree.
    """

    ranking: str
    place: int
    entry: EntryId
    seed: int
    tp: int = 0
    games: int = 0

    @property
    def percentage(self) -> Fraction | None:
        """TP of the TP at stake, 0 to 1 (`docs/regulations.md` 5.1); None without games."""
        return Fraction(self.tp, GAME_TP * self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class RankingSnapshot:
    """One ranking, best first; `complete` once nothing in it can change by play."""

    key: str
    complete: bool
    rows: tuple[StageRow, ...]


@dataclass(frozen=True, slots=True)
class StageSnapshot:
    """All rankings of a stage, in its order. A tree's has the settled places only."""

    rankings: tuple[RankingSnapshot, ...]

    @property
    def complete(self) -> bool:
        return all(ranking.complete for ranking in self.rankings)

    def rows(self) -> tuple[StageRow, ...]:
        return tuple(row for ranking in self.rankings for row in ranking.rows)

    def only(self, keys: Sequence[str]) -> "StageSnapshot":
        """The rankings of these names, in the stage's order."""
        return StageSnapshot(tuple(ranking for ranking in self.rankings if ranking.key in keys))

    def as_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` makes an equal snapshot."""
        return {
            "rankings": [
                {
                    "key": ranking.key,
                    "complete": ranking.complete,
                    "rows": [{name: v for name, v in asdict(row).items() if name != "ranking"} for row in ranking.rows],
                }
                for ranking in self.rankings
            ]
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StageSnapshot":
        return cls(
            tuple(
                RankingSnapshot(
                    ranking["key"],
                    ranking["complete"],
                    tuple(StageRow(ranking=ranking["key"], **row) for row in ranking["rows"]),
                )
                for ranking in stored["rankings"]
            )
        )


@dataclass(frozen=True, slots=True)
class RowChange:
    """An entry whose line in a ranking differs; None where it has none."""

    ranking: str
    entry: EntryId
    before: StageRow | None
    after: StageRow | None


def snapshot(folded: Folded) -> StageSnapshot:
    """The rankings of a stage as the fold has them now."""
    seed_of = {entry: seed for seed, entry in folded.facts.seeds.items()}
    tables = {table.key: table for table in folded.structure.tables}
    found: list[RankingSnapshot] = []
    for key in rankings(folded.structure):
        if key in tables:
            rows = _table_rows(folded, tables[key])
        else:
            rows = [
                StageRow(key, rank.place, entry, seed_of.get(entry, 0))
                for rank in folded.ranking(key)
                for entry in rank.entries
            ]
        found.append(RankingSnapshot(key, is_ranking_complete(folded, key), tuple(rows)))
    return StageSnapshot(tuple(found))


def _table_rows(folded: Folded, table: Table) -> list[StageRow]:
    seeds = {
        entry: source.n if isinstance(source, Seed) else position
        for position, source in enumerate(table.members, start=1)
        if (entry := folded.facts.occupant(source)) is not None
    }
    return [
        StageRow(table.key, row.place, row.entry, seeds[row.entry], row.totals.tp, row.totals.games)
        for row in standings(folded, table)
    ]


def changed_rows(before: StageSnapshot, after: StageSnapshot) -> tuple[RowChange, ...]:
    """The lines in which two snapshots of a stage differ, by ranking and entry."""
    old = {(row.ranking, row.entry): row for row in before.rows()}
    new = {(row.ranking, row.entry): row for row in after.rows()}
    return tuple(
        RowChange(*key, old.get(key), new.get(key))
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    )  # fmt: skip
