"""Seeding points: what a draw is seeded by (`docs/regulations.md` 8.8)."""

from .elo import Standing
from .parameters import CURRENT, SeedingParameters


def seeding_points(
    standing: Standing | None, lobby: float | None, parameters: SeedingParameters = CURRENT.seeding
) -> float:
    """The rating from 36 games on; before that a mixture with twice the lobby ranking."""
    other = parameters.without_lobby if lobby is None else 2.0 * lobby
    if standing is None:
        return other
    if standing.games >= parameters.full_from:
        return standing.rating
    missing = parameters.full_from - standing.games
    return (standing.games * standing.rating + missing * other) / parameters.full_from
