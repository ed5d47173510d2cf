"""Ready-made situations for tests, all made through the services."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from django.contrib.auth.hashers import make_password

from games.engine.random_games import random_record
from players.actors import Actor, account_actor
from players.models import Player, User
from players.names import latin_key, name_key, slug_base
from players.services import log_action
from tantrix_site.compiled import CompiledObjects, insert
from tests.kept import kept
from tournaments import services
from tournaments.models import Entry, Event, GameResult, Match, OrganiserRole, Report
from tournaments.selectors.stages import cache_faults
from tournaments.services import EventDetails, GameFigures, StagePlan

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
PLAIN = EventDetails(name="Spring Cup", seeding_mode="strict", separation="none")
# 20.0 : 0.0 TP, more than any penalty can turn round
LEFT_WINS = GameFigures(tiles=(50, 10))
RIGHT_WINS = GameFigures(tiles=(10, 50))
LEVEL = GameFigures(tiles=(15, 15))


def make_user(name: str, *, player: bool = True, **fields: object) -> User:
    """An account with the rows that signing up and `create_player` leave, and without their questions about others."""
    values = {"username": User.normalize_username(name), "email": f"{name}@example.org", **fields}
    user = User(password=make_password("x"), **values)
    insert(user)
    if player:
        shown = f"Player {name.upper()}"
        made = Player(
            user=user, slug=slug_base(shown), name=shown, name_key=name_key(shown), latin_key=latin_key(shown),
            created_at=NOW,
        )  # fmt: skip
        insert(made)
        by, data = Actor(via="account", user=user), {"name": shown, "own": True}
        log_action(actor=by, now=NOW, action="player.created", target=made, data=data)
    return user


_match = CompiledObjects(lambda event, number: Match.objects.filter(event=event, number=number))


@dataclass
class Scene:
    """An event with its owner; `players` are accounts in the order of their seeds."""

    event: Event
    owner: Actor
    players: list[Actor] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def match(self, number: int) -> Match:
        found = _match.one(self.event.pk, number)
        assert found is not None
        return found

    def sides(self, number: int) -> tuple[str | None, str | None]:
        """Who stands in a match, by seed: "1", "bye" or None."""
        seed = {entry.pk: str(n) for n, entry in enumerate(self.entries, start=1)}
        found = [
            "bye" if slot.is_bye else seed.get(slot.occupant_id) for slot in self.match(number).slots.order_by("side")
        ]
        return found[0], found[1]

    def winner(self, number: int) -> int | None:
        """The seed of a match's winner."""
        found = self.match(number).winner_id
        return next((n for n, entry in enumerate(self.entries, start=1) if entry.pk == found), None)

    def entry(self, seed: int) -> Entry:
        return Entry.objects.get(pk=self.entries[seed - 1].pk)

    def player(self, seed: int) -> Actor:
        return self.players[seed - 1]

    def enter(self, number: int, figures: GameFigures = LEFT_WINS, *, game: int = 1) -> GameResult:
        return services.enter_result(
            actor=self.owner, now=NOW, match_id=self.match(number).pk, number=game, figures=figures
        )

    def report(self, number: int, seed: int, figures: GameFigures = LEFT_WINS, *, game: int = 1, **more) -> Report:
        more.setdefault("now", NOW)
        return services.report_game(
            actor=self.player(seed), match_id=self.match(number).pk, number=game, figures=figures, **more
        )

    def play_all(self, *, choose=lambda _match: LEFT_WINS) -> None:
        """Play open matches until there are none."""
        while match := Match.objects.filter(event=self.event, state="open").order_by("number").first():
            for game in range(1, match.games + 1):
                if game > 1:
                    match.refresh_from_db()
                if match.state != "open":
                    break
                services.enter_result(actor=self.owner, now=NOW, match_id=match.pk, number=game, figures=choose(match))

    def pair(self, *, stage: int = 1) -> int:
        """Propose and publish the next Swiss round; its number."""
        act = {"actor": self.owner, "now": NOW, "event_id": self.event.pk, "stage_number": stage}
        services.propose_pairing(**act)
        return services.publish_pairing(**act).round

    def reload(self) -> Event:
        self.event.refresh_from_db()
        return self.event

    def check_cache(self) -> None:
        assert cache_faults([self.reload()]) == []


def make_owner(name: str = "owner") -> Actor:
    return account_actor(make_user(name, player=False))


def make_event(owner: Actor | None = None, **details: object) -> Event:
    return services.create_event(
        actor=owner or make_owner(),
        now=NOW,
        details=replace(PLAIN, **details),  # type: ignore[arg-type]
    )


@kept
def make_scene(
    count: int, *, start: bool = True, stages: Sequence[StagePlan] = (), played: bool = False, **details: object
) -> Scene:
    """An event of `count` accounts, seeded 1 to n, drawn strictly and started.

    Of four, M1 is 1 against 4 and M2 is 3 against 2; of eight, M1 to M4 are 1-8, 5-4, 3-6, 7-2. `played` lets left win
    every match that can be played.
    """
    users = User.objects.bulk_create(
        User(username=f"p{n}", email=f"p{n}@example.org", password="!") for n in range(1, count + 1)
    )
    players = Player.objects.bulk_create(
        Player(
            user=user, slug=f"player-p{n}", name=f"Player P{n}", name_key=f"player p{n}", latin_key=f"player p{n}",
            created_at=NOW,
        )
        for n, user in enumerate(users, start=1)
    )  # fmt: skip
    scene = _entered(players, start=start, stages=stages, played=played, **details)
    scene.players = [
        Actor(via="account", user=user, player=player) for user, player in zip(users, players, strict=True)
    ]
    return scene


@kept
def quick_scene(
    count: int, *, name: str = "quick", stages: Sequence[StagePlan] = (), played: bool = False, **details: object
) -> Scene:
    """As `make_scene`, with players that have no account."""
    players = Player.objects.bulk_create(
        Player(slug=f"{name}-{n}", name=f"{name} {n}", name_key=f"{name} {n}", created_at=NOW)
        for n in range(1, count + 1)
    )
    return _entered(players, owner=f"owner-of-{name}", stages=stages, played=played, **details)


def _entered(
    players: list[Player],
    *,
    start: bool = True,
    owner: str = "owner",
    stages: Sequence[StagePlan] = (),
    played: bool = False,
    **details: object,
) -> Scene:
    organiser = make_owner(owner)
    scene = Scene(make_event(organiser, **details), organiser)
    if stages:
        services.plan_stages(actor=organiser, now=NOW, event_id=scene.event.pk, plans=stages)
    services.publish_event(actor=organiser, now=NOW, event_id=scene.event.pk)
    scene.entries = Entry.objects.bulk_create(
        Entry(event=scene.event, player=p, name=p.name, name_key=p.name_key, seed=n, created_at=NOW)
        for n, p in enumerate(players, start=1)
    )
    if start:
        services.make_draw(actor=organiser, now=NOW, event_id=scene.event.pk)
        services.start_event(actor=organiser, now=NOW, event_id=scene.event.pk)
    if played:
        scene.play_all()
    scene.reload()
    return scene


def add_arbiter(scene: Scene, name: str = "arbiter") -> Actor:
    user = make_user(name, player=False)
    services.add_organiser(actor=scene.owner, now=NOW, event_id=scene.event.pk, user=user, role=OrganiserRole.ARBITER)
    return account_actor(user)


def record_bytes(seed: int = 1, **options: object) -> bytes:
    """A legal complete game as it would be uploaded."""
    return json.dumps(random_record(random.Random(seed), **options)).encode()


def later(**delta: float) -> datetime:
    return NOW + timedelta(**delta)
