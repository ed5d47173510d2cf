"""What casual games say about a player: the best ranking, how many opponents, how many Master games (9.1, 9.3)."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Max

from ratings.models import CasualGame, CasualState, Ladder, LadderChange


def highest_lobby_rating(player: int) -> float | None:
    """The best lobby ranking a player ever had after a game; None without one."""
    rows = LadderChange.objects.filter(ladder=Ladder.LOBBY, player=player, current=True)
    best: float | None = rows.aggregate(best=Max("after_rating"))["best"]
    return best


def lobby_opponents(player: int) -> int:
    """How many different people a player met in rated lobby games; robots are none."""
    games = CasualGame.objects.filter(state=CasualState.CONFIRMED, rated=True, left_partner=None, robot="")
    met = set(games.filter(left=player).values_list("right", flat=True))
    return len(met.union(games.filter(right=player).values_list("left", flat=True)))


def master_games(players: Collection[int], *, after: date, until: date) -> dict[int, int]:
    """How many Master games each of these players has after one day and until the end of another, by player id."""
    rows = LadderChange.objects.filter(
        ladder=Ladder.MASTER, current=True, player__in=players, at__gte=_end(after), at__lt=_end(until)
    )
    found = dict.fromkeys(players, 0)
    found.update(rows.values_list("player").annotate(count=Count("pk")).values_list("player", "count"))
    return found


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(1), time(), UTC)
