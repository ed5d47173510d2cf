"""What the replay of a record comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .board import Placement
from .errors import Code, Fault, MalformedRecord, Values, gettext_noop

#: Rises with every change that may alter a verdict; stored with each verdict so that records can be replayed.
ENGINE_VERSION = "1.0"

LEGAL = gettext_noop("The game is legal from the first move to the last.")
LEGAL_AS_FAR_AS_WRITTEN = gettext_noop("Everything that was written down is legal; the draws were not written down.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a record.

    ``index`` is the first place where the record leaves the legal path: the move from 0, -1 for the set-up, the
    number of moves for the end. ``codes`` holds every code that applies there, the main one first. ``message`` is
    ``template`` with ``values`` filled in. ``scores`` are those of the last legal position; ``outcome`` and ``winner``
    those of a game that reached its end. ``complete`` is False for a record without draws, whose ``unchecked`` lists
    what could not be looked at; such a record is never to be shown as fully verified. ``moves`` counts the moves
    replayed without objection.
    """

    ok: bool
    code: str | None = None
    codes: tuple[str, ...] = ()
    index: int | None = None
    rule: int | None = None
    template: str = LEGAL
    values: Values = field(default_factory=dict)
    legal: tuple[Placement, ...] = ()
    legal_draws: tuple[int, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    outcome: str | None = None
    winner: str | None = None
    complete: bool = True
    unchecked: tuple[str, ...] = ()
    moves: int = 0

    @property
    def message(self) -> str:
        return self.template % self.values

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON data; placements are ``[tile, q, r, rotation]``."""
        return {
            "ok": self.ok,
            "code": self.code,
            "codes": list(self.codes),
            "index": self.index,
            "rule": self.rule,
            "message": self.message,
            "template": self.template,
            "values": dict(self.values),
            "legal": [[tile, space.q, space.r, rotation] for tile, space, rotation in self.legal],
            "legal_draws": list(self.legal_draws),
            "scores": dict(self.scores),
            "outcome": self.outcome,
            "winner": self.winner,
            "complete": self.complete,
            "unchecked": list(self.unchecked),
            "moves": self.moves,
        }


def refusal(found: Fault, index: int, **details: Any) -> Verdict:
    """The verdict that a fault at a place leads to."""
    return Verdict(
        ok=False,
        code=found.code.value,
        codes=tuple(code.value for code in found.codes),
        index=index,
        rule=found.rule,
        template=found.template,
        values=found.values,
        legal=found.legal,
        legal_draws=found.legal_draws,
        **details,
    )


def unreadable(error: MalformedRecord) -> Verdict:
    """The verdict on a text that is not a record at all."""
    template, values = error.template, dict(error.values)
    if error.place:
        template, values = "%(place)s: " + template, {**values, "place": error.place}
    return refusal(Fault((Code.MALFORMED,), template, values), -1)
