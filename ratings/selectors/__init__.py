"""Reading ratings."""

from ratings.selectors.events import (
    current_standings,
    event_changes,
    provisional_changes,
    rated_event,
    sent_closing_date,
)
from ratings.selectors.history import (
    EventLine,
    EventRow,
    LevelLine,
    Opponent,
    Revision,
    calculation,
    event_rows,
    player_history,
    revisions,
)
from ratings.selectors.lists import (
    ListOrder,
    ListRow,
    RatingList,
    day_of_list_before,
    first_list,
    is_established,
    is_listed,
    ledger_version,
    rank_on,
    rating_list,
)
from ratings.selectors.meetings import Meeting, meetings
from ratings.selectors.reworks import Rework, event_reworks, list_reworks, player_reworks, reworks_since
from ratings.selectors.seeding import seeding_points_on
from ratings.selectors.standings import Held, Position, standings_before, standings_on
from ratings.selectors.titles import MasterTerm, is_master_on, master_terms

__all__ = [
    "EventLine",
    "EventRow",
    "Held",
    "LevelLine",
    "ListOrder",
    "ListRow",
    "MasterTerm",
    "Meeting",
    "Opponent",
    "Position",
    "RatingList",
    "Revision",
    "Rework",
    "calculation",
    "current_standings",
    "day_of_list_before",
    "event_changes",
    "event_reworks",
    "event_rows",
    "first_list",
    "is_established",
    "is_listed",
    "is_master_on",
    "ledger_version",
    "list_reworks",
    "master_terms",
    "meetings",
    "player_history",
    "player_reworks",
    "provisional_changes",
    "rank_on",
    "rated_event",
    "rating_list",
    "revisions",
    "reworks_since",
    "seeding_points_on",
    "sent_closing_date",
    "standings_before",
    "standings_on",
]
