"""What waits for those who lead teams: the orders of their matches to come."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q

from players.models import Player
from tournaments.formats.graph import EntryId
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventState,
    LineUp,
    LineUpKind,
    Match,
    MatchState,
    OverallCaptain,
    Slot,
)
from tournaments.selectors.pages.round_names import match_round


@dataclass(frozen=True, slots=True)
class TeamOrder:
    """An open match of a team: `is_fixed` once both orders stand, before that `is_sent` where this team gave one."""

    event: Event
    match: Match
    round: str
    team: Entry
    opponent: Entry
    is_sent: bool
    is_fixed: bool


def teams_led_by(player: Player, *, event: Event | None = None) -> list[Entry]:
    """The teams for which this player acts, as captain, deputy or overall captain, in public events that are not over;
    two queries."""
    own = Q(as_team__captain=player) | Q(as_team__deputy=player)
    for overall in OverallCaptain.objects.filter(player=player):
        same = Q(event=overall.event_id, as_team__region=overall.region)
        own |= same if overall.region else same & Q(country=overall.country)
    over = (EventState.DRAFT, EventState.FINISHED)
    rows = Entry.objects.filter(own, state=EntryState.ACCEPTED).exclude(event__state__in=over)
    if event is not None:
        rows = rows.filter(event=event)
    return list(rows.select_related("event", "as_team").order_by("event__starts_on", "event", "name"))


def orders_of(teams: Iterable[EntryId]) -> tuple[TeamOrder, ...]:
    """The open matches of these teams in running events: orders to send first, then by their deadline; four queries."""
    slots = (
        Slot.objects.filter(
            occupant__in=list(teams), match__state=MatchState.OPEN, match__event__state=EventState.RUNNING,
            match__team_match=None, match__event__draw_released=True,
        )
        .select_related("match__event", "match__stage", "occupant")
        .prefetch_related("match__slots__occupant")
    )  # fmt: skip
    found = list(slots)
    line_ups = {
        (row.match_id, row.team_id, row.opponent_id): row
        for row in LineUp.objects.filter(match__in=[slot.match_id for slot in found], current=True)
    }
    orders = []
    for slot in found:
        opponent = next(other.occupant for other in slot.match.slots.all() if other.side != slot.side)
        if slot.occupant is None or opponent is None:
            continue
        own = line_ups.get((slot.match_id, slot.occupant.pk, opponent.pk))
        orders.append(
            TeamOrder(
                event=slot.match.event,
                match=slot.match,
                round=match_round(slot.match).title,
                team=slot.occupant,
                opponent=opponent,
                is_sent=own is not None and own.kind != LineUpKind.DEFAULT,
                is_fixed=own is not None and own.fixed_at is not None,
            )
        )
    far = datetime.max.replace(tzinfo=UTC)
    return tuple(
        sorted(orders, key=lambda o: (o.is_fixed, o.is_sent, o.match.line_ups_by or far, o.match.number, o.team.pk))
    )


def orders_for(player: Player | None) -> tuple[TeamOrder, ...]:
    """The matches to come of all teams that this player leads."""
    return () if player is None else orders_of(team.pk for team in teams_led_by(player))
