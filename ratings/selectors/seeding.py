"""Seeding points on a reference date (`docs/regulations.md` 8.8)."""

from collections.abc import Collection
from datetime import date

from ratings.maths.seeding import seeding_points
from ratings.selectors.ladders import lobby_ratings_on
from ratings.selectors.standings import standings_on


def seeding_points_on(day: date, players: Collection[int]) -> dict[int, float]:
    """The points of each of these players at the end of a day, by player id, in four queries or fewer."""
    found = standings_on(day, players)
    lobby = lobby_ratings_on(day, players)
    return {
        player: seeding_points(found[player].standing if player in found else None, lobby.get(player))
        for player in players
    }
