"""Everything that changes people's data."""

from players.services.action_log import log_action
from players.services.claims import (
    approve_claim,
    claim_player_by_link,
    refuse_claim,
    request_claim,
    withdraw_claim,
)
from players.services.preferences import set_language, set_time_zone
from players.services.profiles import ProfileChanges, create_player, update_profile
from players.services.tokens import create_token, note_token_use, revoke_token

__all__ = [
    "ProfileChanges",
    "approve_claim",
    "claim_player_by_link",
    "create_player",
    "create_token",
    "log_action",
    "note_token_use",
    "refuse_claim",
    "request_claim",
    "revoke_token",
    "set_language",
    "set_time_zone",
    "update_profile",
    "withdraw_claim",
]
