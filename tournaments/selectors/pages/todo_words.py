"""One thing that needs somebody, and the words of what it is: for the dashboard and for programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.selectors.pages.words import Text

# what an organiser has to decide, what is late, what the players are behind with, what settles itself
DECIDE, LATE, BEHIND, SOON = range(4)

# of each kind: how much it presses, to which group it belongs, whether only organisers can help
CODES: Final[dict[str, tuple[int, str, bool]]] = {
    "dispute": (DECIDE, "results", False),
    "record_conflict": (DECIDE, "results", False),
    "table_disputed": (DECIDE, "results", False),
    "typed_rejected": (DECIDE, "results", False),
    "time_objection": (DECIDE, "results", False),
    "level": (DECIDE, "results", False),
    "extension_asked": (DECIDE, "play", True),
    "profile_claim": (DECIDE, "entries", True),
    "places_free": (DECIDE, "entries", True),
    "ties_to_break": (DECIDE, "event", True),
    "stage_to_close": (DECIDE, "event", True),
    "round_to_pair": (DECIDE, "event", True),
    "round_to_publish": (DECIDE, "event", True),
    "stage_to_draw": (DECIDE, "event", True),
    "overdue": (LATE, "play", False),
    "not_drawn": (LATE, "event", True),
    "no_offer": (BEHIND, "play", False),
    "offer_unanswered": (BEHIND, "play", False),
    "nothing_reported": (BEHIND, "play", False),
    "line_ups_missing": (BEHIND, "play", False),
    "check_in_missing": (BEHIND, "entries", True),
    "counts_soon": (SOON, "results", False),
}

GROUPS: Final[dict[str, Text]] = {
    "results": gettext_lazy("Results"),
    "play": gettext_lazy("Arranging and playing"),
    "entries": gettext_lazy("Entries"),
    "event": gettext_lazy("Stages and rounds"),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that needs somebody. `path` is the page where it is solved, `action` what one does there.

    `moment` is when it presses: a deadline, the end of a time. `match` is a number of the event, `round` the key of a
    round (`RoundProgress.key`), empty for what is about none; `who` are the people it waits for.
    """

    code: str
    text: str
    action: str
    path: str
    moment: datetime | None = None
    match: int | None = None
    round: str = ""
    who: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """What presses most has the smallest."""
        return CODES[self.code][0]

    @property
    def group(self) -> str:
        return CODES[self.code][1]

    @property
    def for_organisers(self) -> bool:
        """An arbiter cannot help."""
        return CODES[self.code][2]


def in_order(problems: list[Problem], now: datetime) -> tuple[Problem, ...]:
    """What needs a decision first, then by the moment at which it presses."""
    return tuple(sorted(problems, key=lambda p: (p.rank, p.moment or now, p.match or 0, p.code, p.text)))
