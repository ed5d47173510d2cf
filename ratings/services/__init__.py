"""Everything that changes ratings: sending results, applying them, moving the level."""

from ratings.maths.elo import Pairing
from ratings.services.applying import apply_change, apply_waiting, recompute_ratings
from ratings.services.checking import Check, check_ratings
from ratings.services.levelling import relevel
from ratings.services.planning import ChangePlan, Move, TouchedEvent, plan_change, plan_relevelling
from ratings.services.results import EventResults
from ratings.services.submitting import mark_provisional, submit_event, withdraw_event

__all__ = [
    "ChangePlan",
    "Check",
    "EventResults",
    "Move",
    "Pairing",
    "TouchedEvent",
    "apply_change",
    "apply_waiting",
    "check_ratings",
    "mark_provisional",
    "plan_change",
    "plan_relevelling",
    "recompute_ratings",
    "relevel",
    "submit_event",
    "withdraw_event",
]
