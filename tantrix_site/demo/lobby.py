"""The demo's casual games and titles: a season in the lobby, a Master, one who would be, and masters of the board.

Games of the past are entered as from an archive. One is left for the newcomer to confirm, and one application to see.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction

from players.actors import SYSTEM, Actor
from ratings.models import CasualGame, Title
from ratings.selectors.masters import conditions_of
from ratings.services import (
    CasualResult,
    PastGame,
    apply_casual_games,
    apply_for_master,
    approve_application,
    award_title,
    enter_past_games,
    offer_game,
    record_norm,
)
from tantrix_site.demo.logins import ONE, TWO, Login
from tantrix_site.demo.people import everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.seasons import INVENTED, WORLD_CUP, strengths
from tantrix_site.demo.sheets import tiles_of_game
from tournaments.models import Event, EventState

STATEMENT = "I have been playing here every evening for three months and should like to be a Master."
# both players with logins do much better in the lobby than in events: a lead in places
SPECIALISTS = 330
OPPONENTS = 24


@dataclass(frozen=True)
class Size:
    """How many days of games, how many a day, and how many of each player with a login."""

    days: int = 75
    a_day: int = 7
    logins: int = 150

    @property
    def steps(self) -> int:
        """About how much there is to do, for the progress shown."""
        return 40


def load_lobby(
    actors: Mapping[Login, Actor], profiles: Mapping[str, int], now: datetime, size: Size, progress: Progress
) -> None:
    """Everything, once; `profiles` are those of everybody in the demo, by name."""
    progress.task("Casual games of a season")
    progress.advance(size.steps)
    if CasualGame.objects.exists():
        return
    one, two = actors[ONE], actors[TWO]
    assert two.player is not None
    with transaction.atomic():
        _play(profiles, now, size)
        _give_titles(now)
        _apply(one, two, now)
        offer_game(actor=one, now=now - timedelta(hours=5), opponent=two.player, result=CasualResult(points=(23, 19)))


def _play(profiles: Mapping[str, int], now: datetime, size: Size) -> None:
    games = sorted(_games(profiles, now, size), key=lambda game: game.at)
    enter_past_games(actor=SYSTEM, now=now, games=games, reason=INVENTED)
    apply_casual_games(now=now)


def _games(profiles: Mapping[str, int], now: datetime, size: Size) -> Iterator[PastGame]:
    lot = Random("tantrix demo lobby")  # noqa: S311
    places = strengths(0)
    logins = (ONE.name, TWO.name)
    others = [person.name for person in everybody(150) if person.name in profiles and person.name not in logins]
    others = others[:OPPONENTS]

    def game(left: tuple[str, ...], right: tuple[str, ...], lead: float, at: datetime, *, rated: bool) -> PastGame:
        pks = [tuple(profiles[name] for name in side) for side in (left, right)]
        return PastGame(pks[0], pks[1], tiles_of_game(lead, lot), at, rated)

    for day in range(size.days):
        evening = now - timedelta(days=size.days - day, hours=2)
        for number in range(size.a_day):
            left, right = lot.sample(others, 2)
            at = evening + timedelta(minutes=20 * number)
            yield game((left,), (right,), places[right] - places[left], at, rated=(day + number) % 6 < 5)
        if day % 7 == 0:
            four = lot.sample(others, 4)
            lead = sum(places[name] for name in four[2:]) - sum(places[name] for name in four[:2])
            yield game(tuple(four[:2]), tuple(four[2:]), lead / 2, evening + timedelta(hours=3), rated=True)
    for name in logins:
        for number in range(size.logins):
            at = now - timedelta(days=4) - timedelta(days=size.days - 5) * (1 - number / size.logins)
            yield game((name,), (others[number % len(others)],), SPECIALISTS, at, rated=True)


def _apply(one: Actor, two: Actor, now: datetime) -> None:
    """One becomes a Master, the other waits to be one, if there were games enough."""
    for actor, days in ((one, 3), (two, 1)):
        assert actor.player is not None
        if not all(condition.is_met for condition in conditions_of(actor.player.pk)):
            continue
        application = apply_for_master(actor=actor, now=now - timedelta(days=days), statement=STATEMENT)
        if actor is one:
            approve_application(actor=SYSTEM, now=now - timedelta(days=days - 1), application=application)


def _give_titles(now: datetime) -> None:
    """Those on the first places of the last world cup."""
    cup = (
        Event.objects.filter(name__startswith=WORLD_CUP.name, state=EventState.FINISHED).order_by("-starts_on").first()
    )
    if cup is None or cup.ends_on is None:
        return
    titles = (Title.GRAND_MASTER, Title.INTERNATIONAL_MASTER, Title.INTERNATIONAL_MASTER)
    first = (
        cup.entries.filter(place__isnull=False, player__isnull=False).select_related("player").order_by("place", "pk")
    )
    for entry, title in zip(first[: len(titles)], titles, strict=False):
        assert entry.player is not None
        record_norm(
            actor=SYSTEM, now=now, holder=entry.player, title=title, event=cup.name, on=cup.ends_on,
            scored=f"place {entry.place}", source=INVENTED,
        )  # fmt: skip
        award_title(actor=SYSTEM, now=now, holder=entry.player, title=title, on=cup.ends_on, reason=INVENTED)
