"""Seeding points on a reference date (`docs/regulations.md` 8.8)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from ratings.maths.elo import Standing
from ratings.maths.seeding import seeding_points
from ratings.selectors.ladders import lobby_ratings_on
from ratings.selectors.standings import standings_on


@dataclass(frozen=True, slots=True)
class Seeding:
    """Seeding points with what they were worked out from; None for a player without a rating or a lobby ranking."""

    points: float
    standing: Standing | None
    lobby: float | None


def seedings_on(day: date, players: Collection[int]) -> dict[int, Seeding]:
    """The points of each of these players at the end of a day and how they come about, in four queries or fewer."""
    standings, rankings = standings_on(day, players), lobby_ratings_on(day, players)
    found = {}
    for player in players:
        standing = standings[player].standing if player in standings else None
        lobby = rankings.get(player)
        found[player] = Seeding(seeding_points(standing, lobby), standing, lobby)
    return found


def seeding_points_on(day: date, players: Collection[int]) -> dict[int, float]:
    """The points of each of these players at the end of a day, by player id."""
    return {player: seeding.points for player, seeding in seedings_on(day, players).items()}
