"""Players who meet the conditions of a Master, Masters, and their games; rows as the ledgers would write them."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from players.actors import Actor, account_actor
from players.models import Player, User
from ratings.models import (
    CasualGame,
    Ladder,
    LadderBatch,
    LadderChange,
    RatedEvent,
    RatingBatch,
    RatingChange,
    Title,
    TitleTerm,
)
from ratings.selectors.titles import held_on
from ratings.services.titles import write_titles
from tests.ratings.scene import NOW, make_players


def make_user(name: str, *, player: int | None = None, **more: object) -> User:
    """An account, with this profile."""
    user = User.objects.create(username=name, **more)
    Player.objects.filter(pk=player).update(user=user)
    return user


def make_boss(name: str = "boss") -> Actor:
    return account_actor(make_user(name, is_superuser=True, is_staff=True))


def make_applicant(name: str = "anna", **short: float) -> Actor:
    """Somebody with an account who meets all conditions but those named."""
    (pk,) = make_players(1)
    qualify(pk, **short)
    return account_actor(make_user(name, player=pk))


def qualify(player: int, *, lobby: float = 955.0, opponents: int = 20, events: int = 1) -> None:
    """What the conditions of 9.3 ask for: rated lobby games with so many opponents, the best ranking, rated events."""
    others = make_players(opponents)
    games = _games([(player, other) for other in others], NOW)
    # reached once, and lost again
    _changes(Ladder.LOBBY, [(games[-2], player, lobby), (games[-1], player, 700.0)])
    batch = RatingBatch.objects.create(
        at=NOW, via="system", number=RatingBatch.objects.count() + 1, parameters="x", first_on=NOW.date()
    )
    for number in range(events):
        event = RatedEvent.objects.create(
            source=f"cup:{player}:{number}", number=1000 * player + number, name="Cup", closes_on=NOW.date()
        )
        RatingChange.objects.create(
            event=event, player_id=player, batch=batch, games=2, tp=240, share=0.6, opponents=1850.0,
            performance=1993.3, unbalanced=1900.0, balance=0.0, after_rating=1900.0, after_games=2,
        )  # fmt: skip


def make_masters(*rankings: float, games: int = 5, since: datetime = NOW - timedelta(400)) -> list[int]:
    """Lobby Masters with these Master rankings, who played so many Master games a month ago."""
    players = make_players(len(rankings))
    TitleTerm.objects.bulk_create(
        TitleTerm(at=since, via="system", holder_id=player, title=Title.LOBBY_MASTER, since=since) for player in players
    )
    write_titles(players)
    play_master_games(dict(zip(players, rankings, strict=True)), games)
    return players


def play_master_games(rankings: Mapping[int, float], count: int, *, at: datetime = NOW - timedelta(30)) -> None:
    """So many games of each of these players, all of which end at this ranking."""
    (other,) = make_players(1)
    games = _games([(player, other) for player in rankings for _game in range(count)], at)
    _changes(Ladder.MASTER, [(game, game.left_id, rankings[game.left_id]) for game in games])


def _games(pairs: list[tuple[int, int]], at: datetime) -> list[CasualGame]:
    return CasualGame.objects.bulk_create(
        CasualGame(
            left_id=left, right_id=right, state="confirmed", played_on=at.date(), points_left=30, points_right=20,
            offered_at=at, answer_by=at, closed_at=at, counted_at=at,
        )
        for left, right in pairs
    )  # fmt: skip


def _changes(ladder: Ladder, made: list[tuple[CasualGame, int, float]]) -> None:
    batch = LadderBatch.objects.create(
        at=NOW, via="system", number=LadderBatch.objects.count() + 1, parameters="x", first_at=NOW
    )
    LadderChange.objects.bulk_create(
        LadderChange(
            batch=batch, ladder=ladder, game=game, player_id=player, at=game.counted_at, before_rating=rating,
            before_games=0, own=rating, opponent=500.0, margin=10, tp=150, after_rating=rating, after_games=1,
        )
        for game, player, rating in made
    )  # fmt: skip


def masters_on(instant: datetime) -> frozenset[int]:
    """The ids of all who were Lobby Masters then."""
    rows = TitleTerm.objects.filter(held_on(instant), title=Title.LOBBY_MASTER)
    return frozenset(rows.values_list("holder_id", flat=True))
