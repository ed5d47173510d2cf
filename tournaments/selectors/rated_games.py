"""The rated games of an event, as ratings takes them (`docs/regulations.md` 8.1 and section 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from django.db.models import QuerySet

from ratings.maths.elo import GAME_TP, Change, Pairing, Standing, merged
from ratings.maths.expectation import Expectation
from ratings.models import RatedEvent, RatedState
from ratings.selectors import (
    EventRow,
    calculation,
    current_standings,
    event_changes,
    event_rows,
    provisional_changes,
    rated_event,
    sent_closing_date,
)
from tantrix_site.compiled import Compiled
from tournaments.models import Category, Decision, DecisionKind, Event, EventState, GameResult, Match

# of these no game counts, whatever was played before
_UNRATED: Final = {DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT}
# their points are those of the decision
_STATED: Final = {DecisionKind.ADJUDICATED, DecisionKind.IMPORTED}
_COLUMNS: Final = ("match", "left__player", "right__player", "tp_left", "tp_right")


def source_of(event: Event) -> str:
    """The name under which ratings knows an event."""
    return f"event:{event.pk}"


def weight_of(event: Event) -> float:
    """The weight of the event's category as it is now, 1 without one (`docs/regulations.md` 8.4)."""
    if event.category_id is None:
        return 1.0
    found = Category.objects.filter(pk=event.category_id).values_list("weight", flat=True).first()
    return 1.0 if found is None else found


def _ruling_rows(found: QuerySet[Decision]) -> QuerySet[Decision, tuple[Any, ...]]:
    """What teams and pairs decide is not between two players; the games of boards stand."""
    rated = found.filter(current=True, kind__in=sorted(_UNRATED | _STATED)).exclude(left__player=None)
    return rated.values_list("kind", *_COLUMNS)


def _game_rows(found: QuerySet[GameResult]) -> QuerySet[GameResult, tuple[Any, ...]]:
    return found.filter(current=True, decider=False).exclude(left__player=None).values_list(*_COLUMNS)


_rulings = Compiled(lambda event: _ruling_rows(Decision.objects.filter(match__event=event)))
_rulings_in = Compiled(lambda match: _ruling_rows(Decision.objects.filter(match=match)))
_games = Compiled(lambda event: _game_rows(GameResult.objects.filter(match__event=event)))
_games_in = Compiled(lambda match: _game_rows(GameResult.objects.filter(match=match)))


def rated_pairings(event: Event, *, match: int | None = None) -> tuple[Pairing, ...]:
    """All rated games that count now, of every stage or of one match, one pairing for each match; in two queries.

    Deciders are left out. Where no decision speaks, because a match still goes on, its side left, or a group lost it
    (3.5), the games played count. A ruling counts as many games as its points share out; where they are no whole number
    of games, those that were played count instead.
    """
    ruled: dict[int, Pairing | None] = {}
    for kind, pk, left, right, *tp in _rulings(event.pk) if match is None else _rulings_in(match):
        if kind in _UNRATED:
            ruled[pk] = None
        elif None not in tp and sum(tp) and sum(tp) % GAME_TP == 0:
            ruled[pk] = Pairing(left, right, sum(tp) // GAME_TP, (tp[0], tp[1]))
    played: dict[tuple[int, int, int], Pairing] = {}
    for pk, left, right, ours, theirs in _games(event.pk) if match is None else _games_in(match):
        if pk in ruled:
            continue
        before = played.get((pk, left, right), Pairing(left, right, 0, (0, 0)))
        tp_so_far = (before.tp[0] + ours, before.tp[1] + theirs)
        played[pk, left, right] = Pairing(left, right, before.games + 1, tp_so_far)
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
    """What an event makes of its players' ratings: provisional while it runs, from the ledger once it is closed.

    `weight` is that of its category, `number` that of the rated event, which has a page of its own; None before it is
    applied.
    """

    state: RatingsState
    rows: tuple[EventRow, ...]
    weight: float = 1.0
    number: int | None = None


def event_ratings(event: Event) -> EventRatings:
    """Each player with the games the change was worked out from; no rows for an event that is not rated."""
    state, stored = _state_of(event)
    if state is RatingsState.UNRATED:
        return EventRatings(state, ())
    if stored is not None and state is RatingsState.FINAL:
        return EventRatings(state, event_rows(stored), stored.weight, stored.number)
    pairings = merged(rated_pairings(event))
    weight = weight_of(event)
    changes = provisional_changes(pairings, source=source_of(event), weight=weight)
    return EventRatings(state, calculation(changes, pairings), weight, None if stored is None else stored.number)


def rating_changes(event: Event) -> dict[int, Change]:
    """The changes of `event_ratings` alone, by player id."""
    return {row.player.pk: row.change for row in event_ratings(event).rows}


@dataclass(frozen=True, slots=True)
class MatchRatings:
    """What ratings say of a match of two.

    `before` are the standings that the event starts from, None for newcomers; `changes` what the event makes of them so
    far or for good. `expected` is None where one of the two has no rating. `tp` are those of the games that count, in
    tenths, None before the first.
    """

    state: RatingsState
    before: tuple[Standing | None, Standing | None]
    changes: tuple[Change | None, Change | None]
    expected: Expectation | None
    tp: tuple[int, int] | None
    number: int | None


def match_ratings(event: Event, match: Match, players: tuple[int, int]) -> MatchRatings | None:
    """Expected result and changes of a match between two players, in ten queries at most.

    None where the match is not rated: the event is not, or the match was decided without a rated game.
    """
    if not event.rated:
        return None
    found = rated_pairings(event, match=match.pk)
    if not found and match.state not in ("waiting", "open"):
        return None
    state, stored = _state_of(event)
    changes: Mapping[int, Change] = {}
    if stored is not None and state is RatingsState.FINAL:
        changes = event_changes(stored.source)
    elif state is RatingsState.PROVISIONAL:
        changes = provisional_changes(rated_pairings(event), source=source_of(event), weight=weight_of(event))
    left, right = (changes.get(player) for player in players)
    now = current_standings(players) if left is None or right is None else {}
    before = tuple(
        now.get(player) if change is None else change.before
        for player, change in zip(players, (left, right), strict=True)
    )
    ours = _as_seen(found, players[0])
    games = sum(pairing.games for pairing in found) if match.state not in ("waiting", "open") else match.games
    expected = None
    if before[0] is not None and before[1] is not None and games:
        expected = Expectation(before[0].rating - before[1].rating, games)
    return MatchRatings(
        state, (before[0], before[1]), (left, right), expected, ours, None if stored is None else stored.number
    )


def _as_seen(pairings: Sequence[Pairing], left: int) -> tuple[int, int] | None:
    """The TP of a match with this player's first; None without a game."""
    if not pairings:
        return None
    turned = [p.tp if p.left == left else (p.tp[1], p.tp[0]) for p in pairings]
    return sum(tp[0] for tp in turned), sum(tp[1] for tp in turned)


def _state_of(event: Event) -> tuple[RatingsState, RatedEvent | None]:
    if not event.rated or event.state not in (EventState.RUNNING, EventState.FINISHED):
        return RatingsState.UNRATED, None
    stored = rated_event(source_of(event))
    is_final = event.state == EventState.FINISHED and stored is not None and stored.state == RatedState.FINAL
    return (RatingsState.FINAL if is_final else RatingsState.PROVISIONAL), stored
