"""What is stored about ratings: the results they rest on, a ledger of changes, and a cache of where it leads."""

from ratings.models.event import EventSubmission, RatedEvent, RatedPairing, RatedState
from ratings.models.ledger import LevelShift, Rating, RatingBatch, RatingChange, RatingClock, Relevelling
from ratings.models.titles import (
    TOURNAMENT_TITLES,
    ApplicationState,
    EndKind,
    MasterApplication,
    Title,
    TitleEnd,
    TitleNorm,
    TitleTerm,
)

__all__ = [
    "TOURNAMENT_TITLES",
    "ApplicationState",
    "EndKind",
    "EventSubmission",
    "LevelShift",
    "MasterApplication",
    "RatedEvent",
    "RatedPairing",
    "RatedState",
    "Rating",
    "RatingBatch",
    "RatingChange",
    "RatingClock",
    "Relevelling",
    "Title",
    "TitleEnd",
    "TitleNorm",
    "TitleTerm",
]
