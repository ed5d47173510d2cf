"""Games won, drawn and lost, counted by the database."""

from dataclasses import dataclass
from typing import Final, Literal

from django.db.models import Count, F, Q, QuerySet, Sum

from ratings.models.event import GAME_TP
from tournaments.models import GameResult


@dataclass(frozen=True, slots=True)
class GameTally:
    """Games as one side saw them: by their points before time penalties, `tp` after those and in tenths."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    tp: int = 0

    def __add__(self, other: "GameTally") -> "GameTally":
        return GameTally(
            self.won + other.won, self.drawn + other.drawn, self.lost + other.lost, self.tp + other.tp
        )  # fmt: skip

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float | None:
        """What part of all points was won; None without a game."""
        return self.tp / (GAME_TP * self.games) if self.games else None


NO_GAMES: Final = GameTally()
Side = Literal["left", "right"]


def counting_games() -> QuerySet[GameResult]:
    """The games that are counted one by one: results that stand, without deciders."""
    return GameResult.objects.filter(current=True, decider=False)


def tally_by(games: QuerySet[GameResult], side: Side, key: str) -> dict[int | str, GameTally]:
    """These games as that side saw them, by the value of a column; one query, a row for each value."""
    raw, others = f"raw_{side}", f"raw_{'right' if side == 'left' else 'left'}"
    rows = games.order_by().values_list(key).annotate(
        won=Count("pk", filter=Q(**{f"{raw}__gt": F(others)})),
        drawn=Count("pk", filter=Q(**{raw: F(others)})),
        lost=Count("pk", filter=Q(**{f"{raw}__lt": F(others)})),
        points=Sum(f"tp_{side}"),
    )  # fmt: skip
    return {value: GameTally(won, drawn, lost, points) for value, won, drawn, lost, points in rows}
