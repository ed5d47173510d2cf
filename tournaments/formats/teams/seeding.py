"""How strong a team is (`docs/regulations.md` 6.3), and by which letter a country's teams are told apart."""

from collections.abc import Collection, Mapping, Sequence
from string import ascii_uppercase

from tournaments.formats.errors import SeedingError
from tournaments.formats.graph import EntryId


def team_points(points: Sequence[float], boards: int) -> float:
    """The mean of the seeding points of a team's players, the best first; 0 for a team without any.

    As many count as there are boards; a team with fewer players is measured by those it has.
    """
    counted = sorted(points, reverse=True)[:boards]
    return sum(counted) / len(counted) if counted else 0.0


def seed_order(teams: Mapping[EntryId, Sequence[float]], boards: int) -> tuple[EntryId, ...]:
    """The teams by falling mean; level ones by their best players one after the other, then in the given order."""

    def key(entry: EntryId) -> tuple[float, list[float]]:
        best = sorted(teams[entry], reverse=True)
        return team_points(best, boards), best

    return tuple(sorted(teams, key=key, reverse=True))


def next_letter(taken: Collection[str]) -> str:
    """The first letter no team of the country has. Raises `SeedingError("no_letter")` after Z."""
    for letter in ascii_uppercase:
        if letter not in taken:
            return letter
    raise SeedingError("no_letter", "A country has at most 26 teams.")
