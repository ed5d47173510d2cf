"""Writing a game down move by move. Pure: a draft is a value, every change gives a new one; the engine judges."""

from .draft import Draft, game_of, go_back, new_draft, put, take_kept, with_setup
from .offer import Offer, Wish, offer

__all__ = ["Draft", "Offer", "Wish", "game_of", "go_back", "new_draft", "offer", "put", "take_kept", "with_setup"]
