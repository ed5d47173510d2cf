"""Rated events and what they made of their players."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import QuerySet

from ratings.maths.elo import Change, Pairing, Standing, rate_event
from ratings.models import EventSubmission, RatedEvent, RatedState, Rating
from ratings.selectors.standings import Position, standings_before
from ratings.selectors.steps import stored_changes
from tantrix_site.compiled import Compiled, CompiledObjects

_of_source = CompiledObjects(lambda source: RatedEvent.objects.filter(source=source))


@Compiled
def _standings(players: Sequence[int]) -> QuerySet[Rating, tuple[int, float, int]]:
    return Rating.objects.filter(player__in=players).values_list("player_id", "rating", "games")


def rated_event(source: str) -> RatedEvent | None:
    """The event of a source as it counts; None before its results were applied."""
    return _of_source.one(source)


def event_changes(source: str) -> dict[int, Change]:
    """What the ledger says about the event of a source, by player id."""
    event = rated_event(source)
    return {} if event is None else stored_changes(event.pk)


def sent_closing_date(source: str) -> date | None:
    """The closing date with which an event was sent last."""
    last = EventSubmission.objects.filter(source=source).order_by("-pk").first()
    return None if last is None else date.fromisoformat(last.payload["closes_on"])


def current_standings(players: Iterable[int]) -> dict[int, Standing]:
    """Today's standings of those of these players who have one."""
    return {player: Standing(rating, games) for player, rating, games in _standings(sorted(set(players)))}


def provisional_changes(pairings: Iterable[Pairing], *, source: str = "", weight: float = 1.0) -> dict[int, Change]:
    """What these games would make of ratings, by player id (`docs/regulations.md` 8.9).

    They start from today's standings; those of an event that is in its place already, and open again, from the
    standings before it.
    """
    games = list(pairings)
    players = {player for pairing in games for player in (pairing.left, pairing.right)}
    event = rated_event(source)
    if event is None or event.state == RatedState.WITHDRAWN:
        before = current_standings(players)
    else:
        held = standings_before(Position(event.closes_on, number=event.number), players)
        before = {player: found.standing for player, found in held.items()}
    return {change.player: change for change in rate_event(before, games, weight=weight)}
