"""Everything that changes people's data."""

from players.services.action_log import log_action
from players.services.claims import (
    approve_claim,
    claim_player_by_link,
    refuse_claim,
    request_claim,
    withdraw_claim,
)
from players.services.notice_choices import choose_notices, read_stop_token, resend_notice, stop_notices
from players.services.notices import Told, notify, notify_many
from players.services.password_tokens import TooManyAttempts, token_for_password
from players.services.preferences import check_language, set_language, set_time_zone
from players.services.profiles import ProfileChanges, create_player, update_profile
from players.services.tokens import MOST_TOKENS, create_token, note_token_use, revoke_token

__all__ = [
    "MOST_TOKENS",
    "ProfileChanges",
    "Told",
    "TooManyAttempts",
    "approve_claim",
    "check_language",
    "choose_notices",
    "claim_player_by_link",
    "create_player",
    "create_token",
    "log_action",
    "note_token_use",
    "notify",
    "notify_many",
    "read_stop_token",
    "refuse_claim",
    "request_claim",
    "resend_notice",
    "revoke_token",
    "set_language",
    "set_time_zone",
    "stop_notices",
    "token_for_password",
    "update_profile",
    "withdraw_claim",
]
