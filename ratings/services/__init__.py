"""Everything that changes ratings: sending results, applying them, moving the level."""

from ratings.maths.elo import Pairing
from ratings.services.applying import (
    apply_change,
    apply_changes,
    apply_waiting,
    recompute_ratings,
    require_results_seen,
)
from ratings.services.casual_answers import confirm_offer, refuse_offer, void_game
from ratings.services.casual_offers import CasualResult, lapse_offers, offer_game, withdraw_offer
from ratings.services.checking import Check, check_ratings
from ratings.services.demotion import DemotionPlan, demote_masters, plan_demotion
from ratings.services.finality import moves_final_ratings
from ratings.services.ladder_applying import LadderCheck, apply_casual_games, check_ladders, recompute_ladders
from ratings.services.levelling import check_level_day, relevel
from ratings.services.masters import (
    apply_for_master,
    approve_application,
    refuse_application,
    withdraw_application,
)
from ratings.services.past_games import PastGame, enter_past_games
from ratings.services.planning import ChangePlan, Move, TouchedEvent, plan_change, plan_changes, plan_relevelling
from ratings.services.results import EventResults, weighted_anew
from ratings.services.robots import mark_robot, unmark_robot
from ratings.services.submitting import provisional_again, submit_event, withdrawn
from ratings.services.titles import (
    award_title,
    recompute_titles,
    record_norm,
    withdraw_norm,
    withdraw_title,
    wrong_titles,
)

__all__ = [
    "CasualResult",
    "ChangePlan",
    "Check",
    "DemotionPlan",
    "EventResults",
    "LadderCheck",
    "Move",
    "Pairing",
    "PastGame",
    "TouchedEvent",
    "apply_casual_games",
    "apply_change",
    "apply_changes",
    "apply_for_master",
    "apply_waiting",
    "approve_application",
    "award_title",
    "check_ladders",
    "check_level_day",
    "check_ratings",
    "confirm_offer",
    "demote_masters",
    "enter_past_games",
    "lapse_offers",
    "mark_robot",
    "moves_final_ratings",
    "offer_game",
    "plan_change",
    "plan_changes",
    "plan_demotion",
    "plan_relevelling",
    "provisional_again",
    "recompute_ladders",
    "recompute_ratings",
    "recompute_titles",
    "record_norm",
    "refuse_application",
    "refuse_offer",
    "relevel",
    "require_results_seen",
    "submit_event",
    "unmark_robot",
    "void_game",
    "weighted_anew",
    "withdraw_application",
    "withdraw_norm",
    "withdraw_offer",
    "withdraw_title",
    "withdrawn",
    "wrong_titles",
]
