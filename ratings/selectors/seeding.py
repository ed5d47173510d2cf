"""Seeding points on a reference date (`docs/regulations.md` 8.8)."""

from collections.abc import Collection
from datetime import date

from ratings.maths.seeding import seeding_points
from ratings.selectors.standings import standings_on


def seeding_points_on(day: date, players: Collection[int]) -> dict[int, float]:
    """The points of each of these players at the end of a day, by player id.

    There are no lobby rankings yet: everybody below the full number of games has the value for none.
    """
    found = standings_on(day, players)
    return {
        player: seeding_points(found[player].standing if player in found else None, None) for player in players
    }  # fmt: skip
