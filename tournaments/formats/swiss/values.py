"""What a round of a Swiss is paired from: plain values, checked, with a digest."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

from tournaments.formats.errors import PairingError
from tournaments.formats.graph import EntryId

Pair: TypeAlias = tuple[EntryId, EntryId]


@dataclass(frozen=True, slots=True)
class SwissEntry:
    """One entry that is present in the round.

    `seed` orders the first round and names the entry in the lot; it is unique and never changes.
    `tp` is the total in tenths with byes. `rank` is the place in the stage's table, unique, 1 the
    best. `opponents` says for everybody met, present or not, in which round. `had_bye` holds after
    a bye, a walkover or a default win (regulation 3, last column).
    """

    entry: EntryId
    seed: int
    tp: int
    rank: int
    opponents: Mapping[EntryId, int] = field(default_factory=dict)
    had_bye: bool = False


@dataclass(frozen=True)
class SwissRound:
    """A round to be paired. Who is absent, or has left, is not among the `entries`.

    `lot` is the published whole number that breaks ties. `fixed` pairs and `fixed_bye` are set by
    an organiser and stay; `forbidden` pairs never meet in this event. `drawn` draws round 1 by lot
    instead of half against half. `tables` are the entries in the order of their Berger numbers if
    round 1 chose Berger tables (`RoundPairing.tables` of round 1), None if it did not.

    The order of entries and pairs means nothing. Raises `PairingError` for an entry, a seed or a
    place twice, a pair of strangers, a fixed entry twice and a round below 1.
    """

    entries: tuple[SwissEntry, ...]
    round: int
    planned_rounds: int
    lot: int
    fixed: tuple[Pair, ...] = ()
    fixed_bye: EntryId | None = None
    forbidden: tuple[Pair, ...] = ()
    drawn: bool = False
    tables: tuple[EntryId, ...] | None = None

    def __post_init__(self) -> None:
        if self.round < 1:
            raise PairingError("bad_round", f"There is no round {self.round}.", round=self.round)
        for name in ("entry", "seed", "rank"):
            _once((getattr(entry, name) for entry in self.entries), f"{name}_twice")
        fixed = [entry for pair in self.fixed for entry in pair]
        if self.fixed_bye is not None:
            fixed.append(self.fixed_bye)
        _once(fixed, "fixed_twice")
        for number in fixed:
            if number not in self.by_id:
                raise PairingError("unknown_entry", f"Entry {number} is not in this round.", entry=number)
        if self.fixed_bye is not None and len(self.entries) % 2 == 0:
            raise PairingError("needless_bye", "With an even number of entries nobody has a bye.", entry=self.fixed_bye)
        for entry in self.entries:
            if entry.entry in entry.opponents:
                raise PairingError("met_itself", f"Entry {entry.entry} has met itself.", entry=entry.entry)

    @cached_property
    def by_id(self) -> dict[EntryId, SwissEntry]:
        return {entry.entry: entry for entry in self.entries}

    @property
    def remaining(self) -> int:
        """The planned rounds still to be paired, this one included; never below 1."""
        return max(1, self.planned_rounds - self.round + 1)

    def met(self, a: EntryId, b: EntryId) -> int | None:
        """The round in which two entries met, as either of them knows."""
        return self.by_id[a].opponents.get(b, self.by_id[b].opponents.get(a))

    @cached_property
    def forbidden_pairs(self) -> frozenset[frozenset[EntryId]]:
        return frozenset(frozenset(pair) for pair in self.forbidden)

    def as_dict(self) -> dict[str, object]:
        """The round as JSON values in one order, whatever the order it was given in."""
        return {
            "entries": [
                {
                    "entry": e.entry,
                    "seed": e.seed,
                    "tp": e.tp,
                    "rank": e.rank,
                    "opponents": [list(item) for item in sorted(e.opponents.items())],
                    "had_bye": e.had_bye,
                }
                for e in sorted(self.entries, key=lambda e: e.entry)
            ],
            "round": self.round,
            "planned_rounds": self.planned_rounds,
            "lot": self.lot,
            "fixed": sorted(sorted(pair) for pair in self.fixed),
            "fixed_bye": self.fixed_bye,
            "forbidden": sorted(sorted(pair) for pair in self.forbidden_pairs),
            "drawn": self.drawn,
            "tables": None if self.tables is None else list(self.tables),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "SwissRound":
        """The round from its `as_dict`: with the same digest, and so with the same pairing."""
        return cls(
            entries=tuple(
                SwissEntry(e["entry"], e["seed"], e["tp"], e["rank"], dict(e["opponents"]), e["had_bye"])
                for e in stored["entries"]
            ),
            round=stored["round"],
            planned_rounds=stored["planned_rounds"],
            lot=stored["lot"],
            fixed=tuple((a, b) for a, b in stored["fixed"]),
            fixed_bye=stored["fixed_bye"],
            forbidden=tuple((a, b) for a, b in stored["forbidden"]),
            drawn=stored["drawn"],
            tables=None if stored["tables"] is None else tuple(stored["tables"]),
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over `as_dict` as JSON with sorted keys and no blanks."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode("ascii")).hexdigest()


def _once(values: Iterable[int], code: str) -> None:
    seen: set[int] = set()
    for value in values:
        if value in seen:
            raise PairingError(code, f"{value} stands for two.", value=value)
        seen.add(value)
