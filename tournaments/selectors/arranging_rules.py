"""What an event sets about arranging, and what the sides of a match were reminded and warned of."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.formats.warnings import Stage, Times
from tournaments.models import ArrangingRules, DeadlineNotice, Event, Match


@dataclass(frozen=True, slots=True)
class Arranging:
    """The settings. `times` None: nobody is reminded, and a default needs no warning."""

    extension_days: int = 0
    times: Times | None = None


def arranging_of(event: Event) -> Arranging:
    """The settings of an event; one query."""
    row = ArrangingRules.objects.filter(event=event).first()
    return Arranging() if row is None else Arranging(row.extension_days, times_of(row))


def times_of(row: ArrangingRules) -> Times | None:
    """When both sides are reminded and warned; None where nobody is."""
    hours = (row.reminder, row.final_reminder, row.warning, row.final_warning)
    if None in hours:
        return None
    return Times(*(hour or 0 for hour in hours))


def own_limit(event: Event, match: Match) -> datetime | None:
    """Until when the two sides of a match may go by themselves; None without a deadline. One query."""
    planned = match.extended_from or match.deadline
    return None if planned is None else planned + timedelta(days=arranging_of(event).extension_days)


def stages_sent(match: Match) -> dict[Stage, datetime]:
    """What the two who meet in a match were sent for its deadline of now; of a board, the teams in their match."""
    whole = match if match.team_match_id is None else Match.objects.get(pk=match.team_match_id)
    left, right = (slot.occupant_id for slot in whole.slots.all())
    if match.deadline is None:
        return {}
    rows = DeadlineNotice.objects.filter(match=whole, left=left, right=right, deadline=match.deadline)
    return {Stage(kind): at for kind, at in rows.values_list("kind", "at")}
