"""Reading ratings."""

from ratings.selectors.standings import Held, Position, standings_before, standings_on

__all__ = ["Held", "Position", "standings_before", "standings_on"]
