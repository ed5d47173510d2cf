"""Everything that changes people's data."""

from players.services.action_log import log_action

__all__ = ["log_action"]
