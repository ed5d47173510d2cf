"""What is stored about ratings: the results they rest on, a ledger of changes, and a cache of where it leads."""

from ratings.models.event import EventSubmission, RatedEvent, RatedPairing, RatedState
from ratings.models.ledger import LevelShift, Rating, RatingBatch, RatingChange, RatingClock, Relevelling

__all__ = [
    "EventSubmission",
    "LevelShift",
    "RatedEvent",
    "RatedPairing",
    "RatedState",
    "Rating",
    "RatingBatch",
    "RatingChange",
    "RatingClock",
    "Relevelling",
]
