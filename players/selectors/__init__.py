"""Everything that is read about people."""

from players.selectors.claims import claims_of, find_claim, pending_claims
from players.selectors.profiles import find_player, is_used, own_player, possible_doubles, search_players
from players.selectors.tokens import tokens_of

__all__ = [
    "claims_of",
    "find_claim",
    "find_player",
    "is_used",
    "own_player",
    "pending_claims",
    "possible_doubles",
    "search_players",
    "tokens_of",
]
