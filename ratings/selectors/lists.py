"""The rating list of any day (`docs/regulations.md` 8.7)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from django.core.cache import cache
from django.db.models import Min
from redis.exceptions import RedisError

from players.models import Player
from ratings.maths.dates import months_before
from ratings.maths.parameters import CURRENT, EloParameters
from ratings.models import RatedEvent, RatedState, RatingClock
from ratings.selectors.standings import Held, standings_on

KEEP_SECONDS = 3600


class ListOrder(StrEnum):
    """What a list may be ordered by."""

    RANK = "rank"
    NAME = "name"
    GAMES = "games"
    LAST_PLAYED = "last_played"


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player of a list. Ranks are those among all who are listed; equal ratings share one.

    `rank_before` and `moved` compare with the list before, None for who was not on it.
    """

    rank: int
    player: Player
    rating: float
    games: int
    last_played: date
    is_established: bool
    rank_before: int | None
    moved: float | None

    @property
    def places_up(self) -> int:
        """How many places better than on the list before; negative for worse, 0 for who was not on it."""
        return 0 if self.rank_before is None else self.rank_before - self.rank

    @property
    def places_down(self) -> int:
        return -self.places_up


@dataclass(frozen=True, slots=True)
class RatingList:
    """The list at the end of a day, and the day of the list it is compared with."""

    on: date
    before: date
    rows: tuple[ListRow, ...]


def ledger_version() -> int:
    """Goes up with everything that changes a rating."""
    return RatingClock.objects.values_list("version", flat=True).first() or 0


def day_of_list_before(on: date) -> date:
    """Lists come out monthly: the last day of the month before."""
    return on.replace(day=1) - timedelta(days=1)


def rating_list(on: date, *, country: str = "", order: ListOrder = ListOrder.RANK) -> RatingList:
    """All who are listed on a day, or those of a country (two letters), in three queries or fewer."""
    version, earlier = ledger_version(), day_of_list_before(on)
    now, before = _ranked(on, version), _ranked(earlier, version)
    players = Player.objects.filter(pk__in=now)
    if country:
        players = players.filter(country=country)
    rows = []
    for player in players.defer("latin_key"):
        rank, held = now[player.pk]
        was = before.get(player.pk)
        rows.append(
            ListRow(
                rank=rank, player=player, rating=held.standing.rating, games=held.standing.games,
                last_played=held.closed_on, is_established=is_established(held.standing.games),
                rank_before=None if was is None else was[0],
                moved=None if was is None else held.standing.rating - was[1].standing.rating,
            )
        )  # fmt: skip
    rows.sort(key=lambda row: (row.rank, row.player.name_key, row.player.pk))
    if order is ListOrder.NAME:
        rows.sort(key=lambda row: row.player.name_key)
    elif order is ListOrder.GAMES:
        rows.sort(key=lambda row: -row.games)
    elif order is ListOrder.LAST_PLAYED:
        rows.sort(key=lambda row: row.last_played, reverse=True)
    return RatingList(on, earlier, tuple(rows))


def is_established(games: int, parameters: EloParameters = CURRENT.elo) -> bool:
    """Whether a rating rests on enough games (8.7)."""
    return games >= parameters.established_from


def is_listed(held: Held, on: date, parameters: EloParameters = CURRENT.elo) -> bool:
    """Whether somebody stands on the list of a day: enough games, and one not too long ago (8.7)."""
    return held.standing.games >= parameters.listed_from and held.closed_on >= months_before(
        on, parameters.hidden_after_months
    )


def first_list() -> date | None:
    """The day of the first event; None while there is none."""
    found: date | None = RatedEvent.objects.exclude(state=RatedState.WITHDRAWN).aggregate(first=Min("closes_on"))[
        "first"
    ]
    return found


def months_of_lists(first: date | None, last: date) -> list[date]:
    """The days of all monthly lists from the month of the first event on, newest first."""
    found = []
    day = day_of_list_before(last)
    while first is not None and day >= first:
        found.append(day)
        day = day_of_list_before(day)
    return found


def rank_on(on: date, player: int) -> int | None:
    """The rank of somebody on the list of a day; None for who is not on it."""
    found = _ranked(on, ledger_version()).get(player)
    return None if found is None else found[0]


def _ranked(on: date, version: int) -> Mapping[int, tuple[int, Held]]:
    """Rank and standing of all who are listed, by player id; kept until the ledger changes."""
    key = f"ratings:{version}:{on.isoformat()}"
    with suppress(RedisError):
        kept: Mapping[int, tuple[int, Held]] | None = cache.get(key)
        if kept is not None:
            return kept
    found = {player: held for player, held in standings_on(on).items() if is_listed(held, on)}
    ranks = shared_ranks(held.standing.rating for held in found.values())
    ranked = {player: (ranks[held.standing.rating], held) for player, held in found.items()}
    with suppress(RedisError):
        cache.set(key, ranked, KEEP_SECONDS)
    return ranked


def shared_ranks(ratings: Iterable[float]) -> dict[float, int]:
    """The rank of each rating, best first; equal ones share it."""
    ranks: dict[float, int] = {}
    for place, rating in enumerate(sorted(ratings, reverse=True), start=1):
        ranks.setdefault(rating, place)
    return ranks
