"""What happened: decisions of matches, exits of entries, the draw's snapshot of seeds.

Facts are only ever appended. A decision that is corrected or cleared gets a further version; a
later fact that takes its ground away is answered by a stored VOID (`docs/regulations.md` 3.2).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from .errors import FactError
from .graph import EntryId, EntrySource, MatchId, Seed
from .teams.boards import BoardScore


class DecisionKind(StrEnum):
    """How a match was decided; `docs/regulations.md` 3 says what each kind leads to."""

    PLAYED = "played"
    WALKOVER = "walkover"
    DEFAULT = "default"
    DOUBLE_DEFAULT = "double_default"
    RETIRED = "retired"
    ADJUDICATED = "adjudicated"
    IMPORTED = "imported"
    VOID = "void"

    @property
    def was_played(self) -> bool:
        """The sides met over the board: the loser has played its match (regulation 4.5)."""
        return self in _PLAYED_KINDS


_PLAYED_KINDS = frozenset({DecisionKind.PLAYED, DecisionKind.RETIRED, DecisionKind.ADJUDICATED, DecisionKind.IMPORTED})
_NO_WINNER = frozenset({DecisionKind.DOUBLE_DEFAULT, DecisionKind.VOID})
_MAY_BE_LEVEL = frozenset({DecisionKind.PLAYED, DecisionKind.ADJUDICATED, DecisionKind.IMPORTED})


class CauseKind(StrEnum):
    """What took the ground of a decision away."""

    DECISION = "decision"  # another match was decided anew (`match`, `version`)
    EXIT = "exit"  # an entry left (`entry`)
    EXIT_REVOKED = "exit_revoked"  # an entry's exit was taken back (`entry`)
    DRAW = "draw"  # the seeds were set anew
    CLEARED = "cleared"  # an arbiter cleared this very match


@dataclass(frozen=True, slots=True)
class Cause:
    """The fact that voided a decision."""

    kind: CauseKind
    match: MatchId | None = None
    version: int | None = None
    entry: EntryId | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One version of a match's decision.

    `occupants` are the entries, left and right, it was made for: it counts only while exactly
    these stand in the slots. `winner` is the winning side, 0 or 1, or None for DOUBLE_DEFAULT
    and VOID and where a match of a table ended level. `tp` holds both sides' TP in tenths where
    known. `excused` tells whether the games a side did not play count as WALKOVER or as DEFAULT
    (it matters for RETIRED in a table). `version` counts from 1 without holes and `supersedes`
    names the one before. A VOID says in `voided_by` what took the ground away; a decision brought
    back says in `reinstates` which version it repeats.
    Raises `FactError` when these contradict one another.
    """

    match: MatchId
    kind: DecisionKind
    occupants: tuple[EntryId, EntryId]
    winner: int | None = None
    version: int = 1
    supersedes: int | None = None
    tp: tuple[int | None, int | None] | None = None
    voided_by: Cause | None = None
    reinstates: int | None = None
    excused: bool = True

    def __post_init__(self) -> None:
        if self.occupants[0] == self.occupants[1]:
            raise FactError("same_side", "An entry cannot play against itself.", match=self.match)
        level = self.kind in _MAY_BE_LEVEL and self.tp is not None and self.tp[0] == self.tp[1]
        no_winner = self.kind in _NO_WINNER or (level and self.winner is None)
        if (self.winner is None) != no_winner or self.winner not in (0, 1, None):
            raise FactError(
                "bad_winner", f"A decision {self.kind} cannot have winner {self.winner}.",
                match=self.match, kind=self.kind, winner=self.winner,
            )  # fmt: skip
        if (self.voided_by is None) == (self.kind is DecisionKind.VOID):
            raise FactError("bad_void", "A VOID, and only a VOID, names its cause.", match=self.match)
        if self.version < 1 or self.supersedes != (self.version - 1 or None):
            raise FactError(
                "bad_version", f"Version {self.version} cannot supersede {self.supersedes}.",
                match=self.match, version=self.version, supersedes=self.supersedes,
            )  # fmt: skip

    @property
    def winner_entry(self) -> EntryId | None:
        return None if self.winner is None else self.occupants[self.winner]

    @property
    def loser_entry(self) -> EntryId | None:
        return None if self.winner is None else self.occupants[1 - self.winner]

    def same_result(self, other: "Decision") -> bool:
        """Equal in all but version numbers: recording `other` after this would change nothing."""
        return (self.match, self.kind, self.occupants, self.winner, self.tp, self.excused) == (
            other.match, other.kind, other.occupants, other.winner, other.tp, other.excused,
        )  # fmt: skip


class ExitKind(StrEnum):
    """Why an entry left (`docs/regulations.md` 3.4)."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Exit:
    """An entry left at that time; revoked exits are simply not among the facts."""

    entry: EntryId
    at: datetime
    kind: ExitKind = ExitKind.WITHDRAWN


@dataclass(frozen=True, slots=True)
class GameResult:
    """One confirmed game of a match, sides in the order left, right.

    `tp` are the points after any time penalty, in tenths. `tiles` are the final tile scores,
    None where only points are known. Games are numbered from 1 through planned, extra and
    decider games; a decider (`docs/regulations.md` 2.4) adds no points to the match. A `deadlock`
    is a draw, whatever the tiles say.
    """

    match: MatchId
    number: int
    tp: tuple[int, int]
    tiles: tuple[int, int] | None = None
    decider: bool = False
    deadlock: bool = False


@dataclass(frozen=True)
class Facts:
    """All that the fold needs to know besides the structure.

    `seeds` maps seed numbers to entries as they were at the draw. `decisions` holds the current
    version of each decided match, `earlier` every superseded one by (match, version), which only
    reinstating needs. `exits` holds the exits in force. `games` holds the counting games of the
    matches of tables, where each game counts by itself; a tree does not look at them. `rulings`
    holds, by table, the orders in which an arbiter put entries that were level, oldest first. `boards`
    holds what the boards of the team matches of tables count for: those matches have no games of their own.
    """

    seeds: Mapping[int, EntryId]
    decisions: Mapping[MatchId, Decision] = field(default_factory=dict)
    exits: Mapping[EntryId, Exit] = field(default_factory=dict)
    earlier: Mapping[tuple[MatchId, int], Decision] = field(default_factory=dict)
    games: Mapping[MatchId, tuple[GameResult, ...]] = field(default_factory=dict)
    rulings: Mapping[str, tuple[tuple[EntryId, ...], ...]] = field(default_factory=dict)
    boards: Mapping[MatchId, tuple[BoardScore, ...]] = field(default_factory=dict)

    @classmethod
    def from_history(
        cls,
        seeds: Mapping[int, EntryId],
        decisions: Iterable[Decision] = (),
        exits: Iterable[Exit] = (),
        games: Mapping[MatchId, tuple[GameResult, ...]] | None = None,
        rulings: Mapping[str, tuple[tuple[EntryId, ...], ...]] | None = None,
        boards: Mapping[MatchId, tuple[BoardScore, ...]] | None = None,
    ) -> "Facts":
        """Facts from all stored versions, in any order.

        Raises `FactError("version_gap")` if a match's versions are not 1, 2, 3 … and
        `FactError("double_exit")` if an entry has two exits in force.
        """
        versions: dict[MatchId, dict[int, Decision]] = {}
        count = 0
        for decision in decisions:
            versions.setdefault(decision.match, {})[decision.version] = decision
            count += 1
        current: dict[MatchId, Decision] = {}
        earlier: dict[tuple[MatchId, int], Decision] = {}
        for match, found in versions.items():
            last = max(found)
            if len(found) != last:
                raise FactError("version_gap", f"Match {match} lacks a version.", match=match)
            current[match] = found.pop(last)
            earlier.update(((match, version), old) for version, old in found.items())
        if len(current) + len(earlier) != count:
            raise FactError("version_gap", "Two decisions share a match and a version.")
        left: dict[EntryId, Exit] = {}
        for gone in exits:
            if gone.entry in left:
                raise FactError("double_exit", f"Entry {gone.entry} left twice.", entry=gone.entry)
            left[gone.entry] = gone
        return cls(dict(seeds), current, left, earlier, games or {}, rulings or {}, boards or {})

    def occupant(self, source: Seed | EntrySource) -> EntryId | None:
        """The entry that a source of its own right names; None while a seed is not known."""
        return source.entry if isinstance(source, EntrySource) else self.seeds.get(source.n)

    def next_version(self, match: MatchId) -> int:
        """The version number a further decision of this match must carry."""
        current = self.decisions.get(match)
        return 1 if current is None else current.version + 1

    def with_decision(self, decision: Decision) -> "Facts":
        """These facts and one further decision. Raises `FactError("version_gap")`."""
        match = decision.match
        if decision.version != self.next_version(match):
            raise FactError(
                "version_gap", f"Match {match} expects version {self.next_version(match)}.",
                match=match, version=decision.version,
            )  # fmt: skip
        earlier = self.earlier
        if match in self.decisions:
            old = self.decisions[match]
            earlier = {**earlier, (match, old.version): old}
        return replace(self, decisions={**self.decisions, match: decision}, earlier=earlier)

    def with_games(self, match: MatchId, games: Iterable[GameResult]) -> "Facts":
        """These facts with those games as all that count in the match."""
        return replace(self, games={**self.games, match: tuple(games)})

    def with_boards(self, match: MatchId, boards: Iterable[BoardScore]) -> "Facts":
        """These facts with those boards as what a team match counts for."""
        return replace(self, boards={**self.boards, match: tuple(boards)})

    def with_ruling(self, table: str, entries: Sequence[EntryId]) -> "Facts":
        """These facts and one further ruling: who is level in the table is in this order.

        Raises `FactError("bad_ruling")` unless it names at least two entries, each once.
        """
        if len(entries) < 2 or len(set(entries)) < len(entries):
            raise FactError("bad_ruling", "A ruling orders two or more entries.", entries=tuple(entries))
        return replace(self, rulings={**self.rulings, table: (*self.rulings.get(table, ()), tuple(entries))})

    def with_exit(self, gone: Exit) -> "Facts":
        """These facts after an entry left. Raises `FactError("double_exit")`."""
        if gone.entry in self.exits:
            raise FactError("double_exit", f"Entry {gone.entry} left twice.", entry=gone.entry)
        return replace(self, exits={**self.exits, gone.entry: gone})

    def without_exit(self, entry: EntryId) -> "Facts":
        """These facts after an exit was revoked. Raises `FactError("no_exit")`."""
        if entry not in self.exits:
            raise FactError("no_exit", f"Entry {entry} has not left.", entry=entry)
        return replace(self, exits={e: x for e, x in self.exits.items() if e != entry})
