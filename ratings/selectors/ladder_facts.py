"""What casual games say about a player: the best ranking, how many opponents, how many Master games (9.1, 9.3)."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Max

from ratings.models import CasualGame, CasualState, Ladder, LadderChange


def highest_lobby_ratings(players: Collection[int]) -> dict[int, float]:
    """The best lobby ranking each of these players ever had after a game, by player id; nobody without one."""
    rows = LadderChange.objects.filter(ladder=Ladder.LOBBY, player__in=players, current=True)
    return dict(rows.values_list("player").annotate(best=Max("after_rating")).values_list("player", "best"))


def lobby_opponents(players: Collection[int]) -> dict[int, int]:
    """How many different people each of these players met in rated lobby games, by player id; robots are none."""
    games = CasualGame.objects.filter(state=CasualState.CONFIRMED, rated=True, left_partner=None, robot="")
    met: dict[int, set[int]] = {player: set() for player in players}
    for own, other in (("left", "right"), ("right", "left")):
        for player, opponent in games.filter(**{f"{own}__in": met}).values_list(own, other).distinct():
            met[player].add(opponent)
    return {player: len(opponents) for player, opponents in met.items()}


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
