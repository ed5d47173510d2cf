"""The tables of casual games: all-time and of one month, by ranking and country (`docs/regulations.md` 9.1, 9.2)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.core.cache import cache
from django.db.models import Count, Min, Q
from redis.exceptions import RedisError

from players.models import Player
from ratings.models import Ladder, LadderChange
from ratings.selectors.ladders import GamePosition, LadderHeld, ladder_before, ladder_version, start_of
from ratings.selectors.lists import KEEP_SECONDS, shared_ranks


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A player of a table. Equal rankings share a rank.

    `games`, `won` and `lost` are those of the table's time; `moved` is what the month made of the ranking, None in the
    table of all time.
    """

    rank: int
    player: Player
    rating: float
    games: int
    won: int
    lost: int
    last_played: date
    moved: float | None

    @property
    def drawn(self) -> int:
        return self.games - self.won - self.lost


@dataclass(frozen=True, slots=True)
class LadderTable:
    """A table of a ranking: of all time, or of the month that begins on `month`."""

    ladder: Ladder
    month: date | None
    rows: tuple[LadderRow, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    rank: int
    rating: float
    games: int
    won: int
    lost: int
    at: datetime
    moved: float | None


def ladder_table(ladder: Ladder, month: date | None = None, country: str = "") -> LadderTable:
    """Who has played, ever or in a month, by ranking; of a country (two letters). Ranks are those among all.

    In four queries or fewer.
    """
    lines = _lines(ladder, month)
    players = Player.objects.filter(pk__in=lines).defer("latin_key")
    if country:
        players = players.filter(country=country)
    rows = []
    for player in players:
        line = lines[player.pk]
        rows.append(
            LadderRow(
                line.rank, player, line.rating, line.games, line.won, line.lost, line.at.astimezone(UTC).date(),
                line.moved,
            )
        )  # fmt: skip
    rows.sort(key=lambda row: (row.rank, row.player.name_key, row.player.pk))
    return LadderTable(ladder, month, tuple(rows))


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """Where a player stands in a ranking of all time."""

    ladder: Ladder
    rank: int
    rating: float
    games: int


def ladder_places(player: int) -> tuple[LadderPlace, ...]:
    """The rankings a player has a place in; one query for who has none."""
    played = set(LadderChange.objects.filter(player=player, current=True).values_list("ladder", flat=True).distinct())
    found = []
    for ladder in Ladder:
        line = _lines(ladder, None).get(player) if ladder in played else None
        if line is not None:
            found.append(LadderPlace(ladder, line.rank, line.rating, line.games))
    return tuple(found)


def first_month(ladder: Ladder) -> date | None:
    """The first day of the month of the first game; None while there is none."""
    first = LadderChange.objects.filter(ladder=ladder, current=True).aggregate(first=Min("at"))["first"]
    return None if first is None else first.astimezone(UTC).date().replace(day=1)


def month_after(month: date) -> date:
    """The first day of the next month."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _lines(ladder: Ladder, month: date | None) -> Mapping[int, _Line]:
    """The table by player id; kept until the ledger changes."""
    key = f"ladder:{ladder_version()}:{ladder}:{month}"
    with suppress(RedisError):
        kept: Mapping[int, _Line] | None = cache.get(key)
        if kept is not None:
            return kept
    rows = LadderChange.objects.filter(ladder=ladder, current=True)
    if month is None:
        held = ladder_before(GamePosition(datetime.max.replace(tzinfo=UTC)), ladder)
        before: Mapping[int, LadderHeld] = {}
    else:
        begin, end = _midnight(month), _midnight(month_after(month))
        rows = rows.filter(at__gte=begin, at__lt=end)
        held = ladder_before(GamePosition(end), ladder, set(rows.values_list("player", flat=True)))
        before = ladder_before(GamePosition(begin), ladder, held)
    counts = {
        player: (games, won, lost)
        for player, games, won, lost in rows.values_list("player").annotate(
            games=Count("pk"), won=Count("pk", filter=Q(margin__gt=0)), lost=Count("pk", filter=Q(margin__lt=0))
        )
    }
    ranks = shared_ranks(held[player].standing.rating for player in counts)
    found = {}
    for player, (games, won, lost) in counts.items():
        rating, at = held[player].standing.rating, held[player].at
        was = start_of(ladder).rating if player not in before else before[player].standing.rating
        found[player] = _Line(
            ranks[rating], rating, games, won, lost, at, None if month is None else rating - was
        )  # fmt: skip
    with suppress(RedisError):
        cache.set(key, found, KEEP_SECONDS)
    return found


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
