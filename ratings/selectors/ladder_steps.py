"""The sequence of casual games that count, and what the ledger says about each."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from ratings.maths.casual import GameChange, PlayedGame
from ratings.maths.elo import Standing
from ratings.models import CasualGame, CasualState, Ladder, LadderChange
from ratings.selectors.ladders import GamePosition

CHUNK = 1000


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A current row of the ledger."""

    pk: int
    change: GameChange


@dataclass(frozen=True, slots=True)
class GameStep:
    """A game in its place: the rankings it counts in, none if it is void, and what the ledger has of it."""

    position: GamePosition
    played: PlayedGame
    ladders: tuple[Ladder, ...]
    stored: dict[Ladder, dict[int, StoredChange]]


def game_position(game: CasualGame) -> GamePosition:
    """Where a game has its place. It has one from its confirmation on."""
    if game.counted_at is None:
        raise RuntimeError("A game that was never confirmed has no place.")
    return GamePosition(game.counted_at, game.pk)


def played_game(game: CasualGame) -> PlayedGame:
    """The game as the maths takes it."""
    return PlayedGame(
        game.left_side, game.right_side, game.margin,
        game.robot, 0.0 if game.robot_ranking is None else game.robot_ranking,  # type: ignore[arg-type]
    )  # fmt: skip


def ladders_of(game: CasualGame) -> tuple[Ladder, ...]:
    """The rankings a game counts in: lobby and, between Masters, Master; or doubles (9.1, 9.2)."""
    if not game.counts:
        return ()
    if game.is_doubles:
        return (Ladder.DOUBLES,)
    return (Ladder.LOBBY, Ladder.MASTER) if game.between_masters else (Ladder.LOBBY,)


def game_steps(position: GamePosition) -> Iterator[GameStep]:
    """All rated games at or after a place in order, a thousand in memory at a time."""
    while True:
        later = Q(counted_at__gt=position.at) | Q(counted_at=position.at, pk__gte=position.game)
        rated = CasualGame.objects.filter(later, rated=True, state__in=(CasualState.CONFIRMED, CasualState.VOID))
        games = list(rated.order_by("counted_at", "pk")[:CHUNK])
        stored = _stored([game.pk for game in games])
        for game in games:
            yield GameStep(game_position(game), played_game(game), ladders_of(game), stored[game.pk])
        if len(games) < CHUNK:
            return
        last = game_position(games[-1])
        position = GamePosition(last.at, last.game + 1)


def players_from(position: GamePosition, most: int) -> set[int] | None:
    """Who plays at or after a place; None if that is more games than `most`, so that everybody may as well be read."""
    later = Q(counted_at__gt=position.at) | Q(counted_at=position.at, pk__gte=position.game)
    rows = CasualGame.objects.filter(later, rated=True, counted_at__isnull=False)
    found = list(rows.values_list("left", "right", "left_partner", "right_partner")[: most + 1])
    return None if len(found) > most else {player for row in found for player in row if player is not None}


CHANGE_COLUMNS = (
    "player_id", "before_rating", "before_games", "own", "opponent", "margin", "tp", "after_rating", "after_games",
)  # fmt: skip


def game_change(player: int, before: float, games: int, *rest: Any) -> GameChange:
    """A change from the columns of `CHANGE_COLUMNS`."""
    own, opponent, margin, tp, after, after_games = rest
    return GameChange(player, Standing(before, games), own, opponent, margin, tp, Standing(after, after_games))


def _stored(games: list[int]) -> defaultdict[int, dict[Ladder, dict[int, StoredChange]]]:
    found: defaultdict[int, dict[Ladder, dict[int, StoredChange]]] = defaultdict(dict)
    rows = LadderChange.objects.filter(game__in=games, current=True)
    for pk, game, ladder, *columns in rows.values_list("pk", "game_id", "ladder", *CHANGE_COLUMNS):
        change = game_change(*columns)
        found[game].setdefault(Ladder(ladder), {})[change.player] = StoredChange(pk, change)
    return found
