"""Players with accounts, casual games, and an oracle: all rankings in a few lines, from plain values alone."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random

from games.engine.random_games import random_record
from games.models import Submission
from games.services import submit_record, verify_record
from players.actors import Actor, account_actor
from players.models import Player, User
from ratings.maths.casual import GameChange, PlayedGame, rate_lobby_game, rate_margin_game
from ratings.maths.elo import Standing
from ratings.models import CasualGame, CasualState, Ladder, LadderChange, Title, TitleTerm
from ratings.services import CasualResult, apply_casual_games, confirm_offer, offer_game

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def make_people(*names: str) -> list[Actor]:
    """Accounts with a profile each."""
    actors = []
    for name in names:
        user = User.objects.create(username=name, email=f"{name}@example.org")
        Player.objects.create(user=user, slug=name, name=name.title(), created_at=NOW)
        actors.append(account_actor(user))
    return actors


def make_administrator() -> Actor:
    return account_actor(User.objects.create(username="admin", email="admin@example.org", is_superuser=True))


def make_master(actor: Actor, since: datetime = NOW - timedelta(100)) -> None:
    TitleTerm.objects.create(holder=actor.player, title=Title.LOBBY_MASTER, since=since, at=since, via="system")


def offer(left: Actor, right: Actor, points: tuple[int, int] = (20, 11), *, now: datetime = NOW, **more) -> CasualGame:
    more.setdefault("result", CasualResult(points))
    return offer_game(actor=left, now=now, opponent=right.player, **more)


def play(left: Actor, right: Actor, points: tuple[int, int] = (20, 11), *, now: datetime = NOW, **more) -> CasualGame:
    """An offer that is confirmed, but waits to be counted."""
    return confirm_offer(actor=right, now=now, game_id=offer(left, right, points, now=now, **more).pk)


def count(now: datetime = NOW) -> None:
    apply_casual_games(now=now)


def record_of(actor: Actor, seed: int = 1, *, verify: bool = True) -> Submission:
    """A legal game of two that somebody has sent."""
    data = json.dumps(random_record(Random(seed))).encode()
    submission = submit_record(actor=actor, data=data, now=NOW)
    if verify:
        verify_record(record_pk=submission.record_id, now=NOW)
    return Submission.objects.select_related("record").get(pk=submission.pk)


def expected(games: Iterable[CasualGame]) -> dict[tuple[str, int, int], GameChange]:
    """All changes by ranking, game and player."""
    standings: dict[str, dict[int, Standing]] = {ladder: {} for ladder in Ladder.values}
    found = {}
    counting = [game for game in games if game.rated and game.state == CasualState.CONFIRMED]
    for game in sorted(counting, key=lambda game: (game.counted_at, game.pk)):
        played = PlayedGame(game.left_side, game.right_side, game.margin, game.robot, game.robot_ranking or 0.0)
        ladders = ["doubles"] if game.is_doubles else ["lobby", "master"][: 1 + game.between_masters]
        for ladder in ladders:
            rate = rate_lobby_game if ladder == "lobby" else rate_margin_game
            for change in rate(played, standings[ladder]):
                standings[ladder][change.player] = change.after
                found[ladder, game.pk, change.player] = change
    return found


def stored() -> dict[tuple[str, int, int], GameChange]:
    """The same from the database."""
    return {
        (row.ladder, row.game_id, row.player_id): GameChange(
            row.player_id, Standing(row.before_rating, row.before_games), row.own, row.opponent, row.margin, row.tp,
            Standing(row.after_rating, row.after_games),
        )
        for row in LadderChange.objects.filter(current=True)
    }  # fmt: skip
