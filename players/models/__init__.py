"""What is stored about people."""

from players.models.action_log import ActionLog
from players.models.player import Player
from players.models.user import User

__all__ = ["ActionLog", "Player", "User"]
