"""Where everybody stands in the rankings of casual games, now or earlier (`docs/regulations.md` 9.1, 9.2)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from ratings.maths.elo import Standing
from ratings.maths.margin import newcomer
from ratings.maths.parameters import CURRENT, Parameters
from ratings.models import Ladder, LadderChange, LadderClock


class GamePosition(NamedTuple):
    """A place in the sequence of casual games: when a game came to count, then its id."""

    at: datetime
    game: int = 0


@dataclass(frozen=True, slots=True)
class LadderHeld:
    """A player's standing in a ranking and when the game it comes from came to count."""

    standing: Standing
    at: datetime


def start_of(ladder: Ladder, parameters: Parameters = CURRENT) -> Standing:
    """Where everybody starts in a ranking."""
    return Standing(parameters.lobby.start, 0) if ladder is Ladder.LOBBY else newcomer(parameters.margin)


def ladder_version() -> int:
    """Goes up with everything that changes a ranking of casual games."""
    return LadderClock.objects.values_list("version", flat=True).first() or 0


def ladder_before(
    position: GamePosition, ladder: Ladder, players: Collection[int] | None = None
) -> dict[int, LadderHeld]:
    """The standing of each player (or only of these) who had one just before a place, by player id, in one query."""
    earlier = Q(at__lt=position.at) | Q(at=position.at, game__lt=position.game)
    changes = LadderChange.objects.filter(earlier, ladder=ladder, current=True)
    if players is not None:
        changes = changes.filter(player__in=set(players))
    recent = Window(RowNumber(), partition_by=F("player_id"), order_by=[F("at").desc(), F("game_id").desc()])
    rows = changes.annotate(recent=recent).filter(recent=1)
    return {
        player: LadderHeld(Standing(rating, games), at)
        for player, rating, games, at in rows.values_list("player_id", "after_rating", "after_games", "at")
    }


def ladder_on(day: date, ladder: Ladder, players: Collection[int] | None = None) -> dict[int, LadderHeld]:
    """The standing of each player (or only of these) at the end of a day (UTC), by player id."""
    return ladder_before(GamePosition(datetime.combine(day + timedelta(1), time(), UTC)), ladder, players)


def lobby_ratings_on(day: date, players: Collection[int]) -> dict[int, float]:
    """The lobby ranking of those of these players who have one, at the end of a day, by player id."""
    return {player: held.standing.rating for player, held in ladder_on(day, Ladder.LOBBY, players).items()}
