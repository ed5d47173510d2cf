"""Everything that changes ratings: sending results, applying them, moving the level."""

from ratings.maths.elo import Pairing
from ratings.services.applying import apply_change, apply_waiting, recompute_ratings
from ratings.services.checking import Check, check_ratings
from ratings.services.demotion import DemotionPlan, demote_masters, plan_demotion
from ratings.services.levelling import relevel
from ratings.services.masters import (
    apply_for_master,
    approve_application,
    refuse_application,
    withdraw_application,
)
from ratings.services.planning import ChangePlan, Move, TouchedEvent, plan_change, plan_relevelling
from ratings.services.results import EventResults
from ratings.services.submitting import mark_provisional, submit_event, withdraw_event
from ratings.services.titles import award_title, record_norm, withdraw_norm, withdraw_title

__all__ = [
    "ChangePlan",
    "Check",
    "DemotionPlan",
    "EventResults",
    "Move",
    "Pairing",
    "TouchedEvent",
    "apply_change",
    "apply_for_master",
    "apply_waiting",
    "approve_application",
    "award_title",
    "check_ratings",
    "demote_masters",
    "mark_provisional",
    "plan_change",
    "plan_demotion",
    "plan_relevelling",
    "recompute_ratings",
    "record_norm",
    "refuse_application",
    "relevel",
    "submit_event",
    "withdraw_application",
    "withdraw_event",
    "withdraw_norm",
    "withdraw_title",
]
