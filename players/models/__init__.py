"""What is stored about people."""

from players.models.action_log import ActionLog
from players.models.api_token import ApiToken
from players.models.notice import NOTICE_TRANSITIONS, DropReason, Notice, NoticeChoice, NoticeState
from players.models.player import ColourChoice, Player, PlayerSlug, printed_name
from players.models.profile_claim import CLAIM_TRANSITIONS, ClaimState, ProfileClaim
from players.models.user import User

__all__ = [
    "CLAIM_TRANSITIONS",
    "NOTICE_TRANSITIONS",
    "ActionLog",
    "ApiToken",
    "ClaimState",
    "ColourChoice",
    "DropReason",
    "Notice",
    "NoticeChoice",
    "NoticeState",
    "Player",
    "PlayerSlug",
    "ProfileClaim",
    "User",
    "printed_name",
]
