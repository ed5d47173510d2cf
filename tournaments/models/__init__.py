"""What is stored about tournaments: structure, facts, claims, and a cache of the fold."""

from tournaments.models.draw import Draw
from tournaments.models.entry import Entry, EntryState, Exit, ExitKind
from tournaments.models.event import (
    Event,
    EventOrganiser,
    EventState,
    OrganiserRole,
    SeedingMode,
    Separation,
)
from tournaments.models.facts import Decision, DecisionKind, Ended, GameResult, Signature, VoidCause
from tournaments.models.report import PenaltyState, Report, ReportState, TimePenalty
from tournaments.models.request_key import RequestKey
from tournaments.models.structure import Match, MatchState, Slot, SourceKind, Stage

__all__ = [
    "Decision",
    "DecisionKind",
    "Draw",
    "Ended",
    "Entry",
    "EntryState",
    "Event",
    "EventOrganiser",
    "EventState",
    "Exit",
    "ExitKind",
    "GameResult",
    "Match",
    "MatchState",
    "OrganiserRole",
    "PenaltyState",
    "Report",
    "ReportState",
    "RequestKey",
    "SeedingMode",
    "Separation",
    "Signature",
    "Slot",
    "SourceKind",
    "Stage",
    "TimePenalty",
    "VoidCause",
]
