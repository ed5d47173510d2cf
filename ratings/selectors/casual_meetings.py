"""Casual games of two against one another, counted apart from those of events."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, F, Q, QuerySet

from ratings.models import CasualGame
from ratings.selectors.casual import confirmed_games


@dataclass(frozen=True, slots=True)
class CasualTally:
    """Confirmed games of one against another, unrated ones too; a deadlock is drawn."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: "CasualTally") -> "CasualTally":
        return CasualTally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


NO_CASUAL_GAMES: Final = CasualTally()


def casual_tallies(player: int, *, against: int | None = None) -> dict[int, CasualTally]:
    """Against everybody a player met in casual games of two, or one of them, by player id; two queries."""
    found: dict[int, CasualTally] = {}
    for own, other in (("left", "right"), ("right", "left")):
        mine, theirs = f"points_{own}", f"points_{other}"
        level = Q(deadlock=True) | Q(**{mine: F(theirs)})
        games = _of_two().filter(**{own: player})
        if against is not None:
            games = games.filter(**{other: against})
        rows = games.order_by().values_list(other).annotate(
            won=Count("pk", filter=~level & Q(**{f"{mine}__gt": F(theirs)})),
            drawn=Count("pk", filter=level),
            lost=Count("pk", filter=~level & Q(**{f"{mine}__lt": F(theirs)})),
        )  # fmt: skip
        for opponent, *counts in rows:
            found[opponent] = found.get(opponent, NO_CASUAL_GAMES) + CasualTally(*counts)
    return found


def casual_games_of(player: int, other: int, *, limit: int) -> Sequence[CasualGame]:
    """The latest confirmed casual games of two against one another; one query."""
    both = Q(left=player, right=other) | Q(left=other, right=player)
    return list(_of_two().filter(both)[:limit])


def _of_two() -> QuerySet[CasualGame]:
    return confirmed_games().filter(left_partner=None)
