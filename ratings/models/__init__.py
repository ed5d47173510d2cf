"""What is stored about ratings: the results they rest on, a ledger of changes, and a cache of where it leads."""

from ratings.models.casual import CASUAL_TRANSITIONS, HOLDING_STATES, CasualAct, CasualGame, CasualState, Robot
from ratings.models.event import EventSubmission, RatedEvent, RatedPairing, RatedState
from ratings.models.historic import HistoricImport, HistoricRating, Scale
from ratings.models.ladder import Ladder, LadderBatch, LadderChange, LadderClock
from ratings.models.ledger import LevelShift, Rating, RatingBatch, RatingChange, RatingClock, Relevelling
from ratings.models.titles import (
    APPLICATION_TRANSITIONS,
    NORM_LENGTHS,
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
    "APPLICATION_TRANSITIONS",
    "CASUAL_TRANSITIONS",
    "HOLDING_STATES",
    "NORM_LENGTHS",
    "TOURNAMENT_TITLES",
    "ApplicationState",
    "CasualAct",
    "CasualGame",
    "CasualState",
    "EndKind",
    "EventSubmission",
    "HistoricImport",
    "HistoricRating",
    "Ladder",
    "LadderBatch",
    "LadderChange",
    "LadderClock",
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
    "Robot",
    "Scale",
    "Title",
    "TitleEnd",
    "TitleNorm",
    "TitleTerm",
]
