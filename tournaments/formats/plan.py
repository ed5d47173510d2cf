"""An impact plan as plain values: what changes, what falls, what may come back, and its digest."""

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from .facts import Cause, Decision
from .graph import Bye, EntryId, MatchId, Occupant


@dataclass(frozen=True, slots=True)
class SlotChange:
    """Another occupant in a slot."""

    match: MatchId
    slot: int
    before: Occupant
    after: Occupant

    @property
    def is_fill(self) -> bool:
        """The slot was merely waiting for its occupant: the ordinary way forward."""
        return self.before is None


@dataclass(frozen=True, slots=True)
class WinnerChange:
    """Another winner of a match; None is "not settled", `BYE` "nobody moves on"."""

    match: MatchId
    before: Occupant
    after: Occupant


@dataclass(frozen=True, slots=True)
class WalkoverChange:
    """A walkover the fold makes, or no longer makes (`made` False), because an occupant left."""

    match: MatchId
    absent: tuple[EntryId, ...]
    made: bool


@dataclass(frozen=True, slots=True)
class Voided:
    """A stored decision that loses its ground, and the fact that takes it away.

    `occupants` are those who will stand in the match instead.
    """

    decision: Decision
    occupants: tuple[Occupant, Occupant]
    by: Cause


@dataclass(frozen=True, slots=True)
class Reinstatable:
    """A voided decision whose ground has come back.

    `needs` are the matches whose own reinstatement, in the same plan, it rests upon.
    """

    decision: Decision
    needs: tuple[MatchId, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """Another place of an entry in a ranking; None is "not settled"."""

    ranking: str
    entry: EntryId
    before: int | None
    after: int | None


@dataclass(frozen=True)
class ImpactPlan:
    """The difference between two states of the facts, in the structure's order.

    `changes` are the new facts themselves, all else is their consequence. Equal changes with
    equal consequences have equal digests, whatever else went on in the event meanwhile.
    """

    changes: tuple[Cause, ...]
    slots: tuple[SlotChange, ...]
    winners: tuple[WinnerChange, ...]
    walkovers: tuple[WalkoverChange, ...]
    voided: tuple[Voided, ...]
    reinstatable: tuple[Reinstatable, ...]
    places: tuple[PlaceChange, ...]

    @property
    def is_empty(self) -> bool:
        """Nothing anybody relied upon changes: the facts may be applied at once.

        Filling slots that waited, be it with an opponent who has left already, settling places
        that were open and deciding the matches the new facts speak of are no such changes; a
        corrected score with the same winner is none. The ordinary result of an open match is
        therefore always an empty plan, unless something may be reinstated.
        """
        refilled = {change.match for change in self.slots}
        return not (
            self.voided
            or self.reinstatable
            or any(change.match not in refilled for change in self.walkovers)
            or any(not change.is_fill for change in self.slots)
            or any(change.before is not None for change in self.winners)
            or any(change.before is not None for change in self.places)
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, over the canonical JSON of `as_dict`."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(text.encode("ascii")).hexdigest()

    def as_dict(self) -> dict[str, object]:
        """Plain values for JSON: bye as "bye", unknown as null, TP in tenths."""
        return {
            "changes": [_cause(cause) for cause in self.changes],
            "slots": [
                {"match": c.match, "slot": c.slot, "before": _plain(c.before), "after": _plain(c.after)}
                for c in self.slots
            ],
            "winners": [{"match": c.match, "before": _plain(c.before), "after": _plain(c.after)} for c in self.winners],
            "walkovers": [{"match": c.match, "absent": list(c.absent), "made": c.made} for c in self.walkovers],
            "voided": [
                {**_decision(v.decision), "by": _cause(v.by), "now": [_plain(o) for o in v.occupants]}
                for v in self.voided
            ],
            "reinstatable": [{**_decision(r.decision), "needs": list(r.needs)} for r in self.reinstatable],
            "places": [
                {"ranking": c.ranking, "entry": c.entry, "before": c.before, "after": c.after} for c in self.places
            ],
        }


def _plain(occupant: Occupant) -> int | str | None:
    return "bye" if isinstance(occupant, Bye) else occupant


def _cause(cause: Cause) -> dict[str, object]:
    return {"kind": str(cause.kind), "match": cause.match, "version": cause.version, "entry": cause.entry}


def _decision(decision: Decision) -> dict[str, object]:
    return {
        "match": decision.match,
        "version": decision.version,
        "kind": str(decision.kind),
        "occupants": list(decision.occupants),
        "winner": decision.winner,
        "tp": None if decision.tp is None else list(decision.tp),
    }
