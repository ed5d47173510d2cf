"""The rated games of an event, as ratings takes them (`docs/regulations.md` 8.1 and section 3)."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from ratings.maths.elo import GAME_TP, Change, Pairing, merged
from ratings.models import RatedState
from ratings.selectors import (
    EventRow,
    calculation,
    event_rows,
    provisional_changes,
    rated_event,
    sent_closing_date,
)
from tournaments.models import Decision, DecisionKind, Event, EventState, GameResult

# of these no game counts, whatever was played before
_UNRATED: Final = {DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT}
# their points are those of the decision
_STATED: Final = {DecisionKind.ADJUDICATED, DecisionKind.IMPORTED}


def source_of(event: Event) -> str:
    """The name under which ratings knows an event."""
    return f"event:{event.pk}"


def rated_pairings(event: Event) -> tuple[Pairing, ...]:
    """All rated games that count now, of every stage, one pairing for each match; in two queries.

    Deciders are left out. Where no decision speaks, because a match still goes on, its side left, or a group lost it
    (3.5), the games played count. A ruling counts as many games as its points share out; where they are no whole number
    of games, those that were played count instead.
    """
    ruled: dict[int, Pairing | None] = {}
    decisions = Decision.objects.filter(match__event=event, current=True, kind__in=_UNRATED | _STATED)
    columns = ("match", "left__player", "right__player", "tp_left", "tp_right")
    for kind, match, left, right, *tp in decisions.values_list("kind", *columns):
        if kind in _UNRATED:
            ruled[match] = None
        elif None not in tp and sum(tp) and sum(tp) % GAME_TP == 0:
            ruled[match] = Pairing(left, right, sum(tp) // GAME_TP, (tp[0], tp[1]))
    played: dict[tuple[int, int, int], Pairing] = {}
    games = GameResult.objects.filter(match__event=event, current=True, decider=False)
    for match, left, right, ours, theirs in games.exclude(match__in=ruled).values_list(*columns):
        before = played.get((match, left, right), Pairing(left, right, 0, (0, 0)))
        tp_so_far = (before.tp[0] + ours, before.tp[1] + theirs)
        played[match, left, right] = Pairing(left, right, before.games + 1, tp_so_far)
    return (*filter(None, ruled.values()), *played.values())


def closing_date(event: Event) -> date:
    """The day that puts an event in its place among the others (8.1).

    Its last day as announced, or the day it was finished if that is earlier or nothing was announced. Opening it again
    years later does not move it.
    """
    if event.finished_at is None:
        raise ValueError("An event has a closing date once it is finished.")
    finished = event.finished_at.astimezone(event.zone).date()
    if event.ends_on is not None:
        return min(event.ends_on, finished)
    return sent_closing_date(source_of(event)) or finished


class RatingsState(StrEnum):
    """Whether what an event makes of ratings may still change by itself."""

    UNRATED = "unrated"
    PROVISIONAL = "provisional"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class EventRatings:
    """What an event makes of its players' ratings: provisional while it runs, from the ledger once it is closed."""

    state: RatingsState
    rows: tuple[EventRow, ...]


def event_ratings(event: Event) -> EventRatings:
    """Each player with the games the change was worked out from; no rows for an event that is not rated."""
    if not event.rated or event.state not in (EventState.RUNNING, EventState.FINISHED):
        return EventRatings(RatingsState.UNRATED, ())
    stored = rated_event(source_of(event)) if event.state == EventState.FINISHED else None
    if stored is not None and stored.state == RatedState.FINAL:
        return EventRatings(RatingsState.FINAL, event_rows(stored))
    pairings = merged(rated_pairings(event))
    changes = provisional_changes(pairings, source=source_of(event))
    return EventRatings(RatingsState.PROVISIONAL, calculation(changes, pairings))


def rating_changes(event: Event) -> dict[int, Change]:
    """The changes of `event_ratings` alone, by player id."""
    return {row.player.pk: row.change for row in event_ratings(event).rows}
