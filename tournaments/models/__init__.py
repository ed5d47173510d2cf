"""What is stored about tournaments: structure, facts, claims, and a cache of the fold."""

from tournaments.models.age_evidence import AgeEvidence
from tournaments.models.announcement import Announcement, Audience
from tournaments.models.arranging import (
    ArrangingRules,
    CalendarLink,
    DeadlineNotice,
    Extension,
    ExtensionState,
    MatchLot,
    MatchRoom,
    NoticeKind,
    OfferEnd,
    OfferEnding,
    ReadyMark,
    TimeOffer,
)
from tournaments.models.category import Category
from tournaments.models.check_in import CheckIn
from tournaments.models.draw import Draw
from tournaments.models.entry import PRESENT_STATES, Entry, EntryState, Exit, ExitKind
from tournaments.models.entry_answers import EntryAnswers
from tournaments.models.entry_import import EntryImport
from tournaments.models.entry_rules import Asked, EntryRules
from tournaments.models.event import (
    Event,
    EventOrganiser,
    EventState,
    OrganiserRole,
    Play,
    SeedingMode,
    Separation,
)
from tournaments.models.event_template import SavedTemplate
from tournaments.models.facts import Decision, DecisionKind, Ended, GameResult, Signature, VoidCause
from tournaments.models.hall import ResultCheck, RoundClock
from tournaments.models.historic import (
    HistoricAccount,
    HistoricEvent,
    HistoricFigures,
    HistoricImport,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    HistoricRow,
    MatchKnown,
)
from tournaments.models.invitation import Invitation
from tournaments.models.message import MatchMessage
from tournaments.models.pair_proposal import PROPOSAL_TRANSITIONS, PairProposal, ProposalState
from tournaments.models.pairing import Attendance, AttendanceKind, PairingRun, RunState, TieRuling
from tournaments.models.prize import PrizeKind, PrizeList, PrizeMember
from tournaments.models.report import PenaltyState, Report, ReportState, TimePenalty
from tournaments.models.request_key import RequestKey
from tournaments.models.role_invitation import RoleInvitation
from tournaments.models.seeding import PointsOrigin, SeedingPoints
from tournaments.models.series import (
    Continent,
    Discipline,
    Edition,
    Medium,
    Series,
    SeriesKind,
    SeriesScope,
)
from tournaments.models.sitting import (
    SCORE_TRANSITIONS,
    ScoreState,
    Seat,
    Sitting,
    SittingRound,
    SittingScore,
)
from tournaments.models.structure import (
    STAGE_TRANSITIONS,
    TABLE_KINDS,
    Match,
    MatchState,
    Slot,
    SourceKind,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.team import LineUp, LineUpKind, OverallCaptain, Team
from tournaments.models.waiting import WaitingEnd, WaitingPlace

__all__ = [
    "PRESENT_STATES",
    "PROPOSAL_TRANSITIONS",
    "SCORE_TRANSITIONS",
    "STAGE_TRANSITIONS",
    "TABLE_KINDS",
    "AgeEvidence",
    "Announcement",
    "ArrangingRules",
    "Asked",
    "Attendance",
    "AttendanceKind",
    "Audience",
    "CalendarLink",
    "Category",
    "CheckIn",
    "Continent",
    "DeadlineNotice",
    "Decision",
    "DecisionKind",
    "Discipline",
    "Draw",
    "Edition",
    "Ended",
    "Entry",
    "EntryAnswers",
    "EntryImport",
    "EntryRules",
    "EntryState",
    "Event",
    "EventOrganiser",
    "EventState",
    "Exit",
    "ExitKind",
    "Extension",
    "ExtensionState",
    "GameResult",
    "HistoricAccount",
    "HistoricEvent",
    "HistoricFigures",
    "HistoricImport",
    "HistoricMatch",
    "HistoricMedal",
    "HistoricPlace",
    "HistoricRow",
    "Invitation",
    "LineUp",
    "LineUpKind",
    "Match",
    "MatchKnown",
    "MatchLot",
    "MatchMessage",
    "MatchRoom",
    "MatchState",
    "Medium",
    "NoticeKind",
    "OfferEnd",
    "OfferEnding",
    "OrganiserRole",
    "OverallCaptain",
    "PairProposal",
    "PairingRun",
    "PenaltyState",
    "Play",
    "PointsOrigin",
    "PrizeKind",
    "PrizeList",
    "PrizeMember",
    "ProposalState",
    "ReadyMark",
    "Report",
    "ReportState",
    "RequestKey",
    "ResultCheck",
    "RoleInvitation",
    "RoundClock",
    "RunState",
    "SavedTemplate",
    "ScoreState",
    "Seat",
    "SeedingMode",
    "SeedingPoints",
    "Separation",
    "Series",
    "SeriesKind",
    "SeriesScope",
    "Signature",
    "Sitting",
    "SittingRound",
    "SittingScore",
    "Slot",
    "SourceKind",
    "Stage",
    "StageKind",
    "StageState",
    "Team",
    "TieRuling",
    "TimeOffer",
    "TimePenalty",
    "VoidCause",
    "WaitingEnd",
    "WaitingPlace",
]
