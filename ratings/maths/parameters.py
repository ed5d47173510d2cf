"""All numbers of the rating regulations in one versioned set (`docs/regulations.md` 8 and 9).

A stored rating names the version it was made with. A change of any number is a new version.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

VERSION: Final = "2026-1"


@dataclass(frozen=True, slots=True)
class EloParameters:
    """Tournament Elo (8.2–8.7); ratings in points, times in months."""

    deviation: float = 400.0
    """Standard deviation of a player's performance; of the difference of two it is √2 times this."""
    least_share: float = 0.01
    """A share of TP is kept within this and 1 minus this (8.2)."""
    start: float = 1850.0
    """Where newcomers begin to be iterated, and the level (8.3, 8.6)."""
    tolerance: float = 0.001
    """Newcomers are iterated until none moves by more (8.3)."""
    memory: int = 72
    """Games before the event count for no more than this (8.4)."""
    listed_from: int = 12
    established_from: int = 36
    hidden_after_months: int = 24

    @property
    def difference_deviation(self) -> float:
        return self.deviation * sqrt(2)


PUBLISHED_DIFFERENCE_DEVIATION: Final = 565.7
"""The rounded deviation the published whole-percent table was made with (8.2)."""


@dataclass(frozen=True, slots=True)
class SeedingParameters:
    """Seeding points (8.8)."""

    full_from: int = 36
    without_lobby: float = 1400.0
    """Stands for twice the lobby ranking of a player who has none."""


@dataclass(frozen=True, slots=True)
class LobbyParameters:
    """Lobby ranking (9.1)."""

    start: float = 500.0
    least: float = 10.0
    most: float = 1000.0
    k: float = 3.0
    drag_from: float = 500.0
    """Gains are full up to most − drag_from and fall to nothing at `most`."""
    games_a_day: int = 6
    robot_factor: float = 0.5
    robot_lead: float = 300.0
    """Nothing is won against a robot that stands so far below."""


@dataclass(frozen=True, slots=True)
class MarginParameters:
    """Master and doubles rankings (9.2)."""

    start: float = 1500.0
    k_new: float = 40.0
    k: float = 20.0
    new_games: int = 20
    deviation: float = 400.0


@dataclass(frozen=True, slots=True)
class MasterParameters:
    """The title of Lobby Master (9.3)."""

    lobby: float = 950.0
    opponents: int = 20
    rated_events: int = 1
    cap: int = 120
    active_games: int = 5
    active_months: int = 3


@dataclass(frozen=True, slots=True)
class Parameters:
    """One version of all of them."""

    version: str = VERSION
    elo: EloParameters = EloParameters()
    seeding: SeedingParameters = SeedingParameters()
    lobby: LobbyParameters = LobbyParameters()
    margin: MarginParameters = MarginParameters()
    master: MasterParameters = MasterParameters()


CURRENT: Final = Parameters()
