"""What rests upon a stage: a stage that fed another is frozen, and reopening it lists what it fed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .graph import EntryId
from .snapshot import RowChange, StageSnapshot, changed_rows


@dataclass(frozen=True, slots=True)
class Feed:
    """One stage feeds another. `snapshot` and `seeds` are None and empty until it has done so."""

    source: str
    target: str
    snapshot: StageSnapshot | None = None
    seeds: Mapping[int, EntryId] | None = None

    @property
    def is_used(self) -> bool:
        """The later stage was made from the earlier one."""
        return self.snapshot is not None


@dataclass(frozen=True, slots=True)
class SeedChange:
    """Another holder of a seed number of the later stage; None where there is none."""

    seed: int
    before: EntryId | None
    after: EntryId | None


@dataclass(frozen=True, slots=True)
class Fed:
    """A stage that rests upon the one in question, directly or through `through`."""

    stage: str
    through: str
    direct: bool


def is_frozen(stage: str, feeds: Sequence[Feed]) -> bool:
    """Another stage was made from this one, so that its results stand until it is reopened."""
    return any(feed.source == stage and feed.is_used for feed in feeds)


def fed_by(stage: str, feeds: Sequence[Feed]) -> tuple[Fed, ...]:
    """All stages that rest upon this one, nearest first, each once."""
    found: dict[str, Fed] = {}
    waiting = [stage]
    for source in waiting:  # grows while it is read
        for feed in feeds:
            if feed.source == source and feed.is_used and feed.target not in found and feed.target != stage:
                found[feed.target] = Fed(feed.target, source, source == stage)
                waiting.append(feed.target)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Difference:
    """What a later stage would rest upon if it were made now, against what it does rest upon."""

    feed: Feed
    rows: tuple[RowChange, ...]
    seeds: tuple[SeedChange, ...]

    @property
    def is_empty(self) -> bool:
        return not self.rows and not self.seeds


def difference(feed: Feed, now: StageSnapshot, seeds_now: Mapping[int, EntryId]) -> Difference:
    """Compare a used feed with a fresh snapshot and the seed numbers that would follow from it."""
    before = feed.seeds or {}
    return Difference(
        feed,
        changed_rows(feed.snapshot or StageSnapshot(()), now),
        tuple(
            SeedChange(seed, before.get(seed), seeds_now.get(seed))
            for seed in sorted({*before, *seeds_now})
            if before.get(seed) != seeds_now.get(seed)
        ),
    )
