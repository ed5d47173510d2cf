"""Loading the demo from beginning to end, or from where an earlier run was stopped."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from players.actors import SYSTEM, Actor
from players.models import ActionLog, User
from players.services import log_action
from tantrix_site.demo import history, lobby, series, sixteen, teams, world
from tantrix_site.demo.accounts import make_accounts
from tantrix_site.demo.events import championship, city_cup, table_open
from tantrix_site.demo.fates import Fate
from tantrix_site.demo.logins import LOGINS, ONE, ORGANISER, TWO
from tantrix_site.demo.playing import Players, play_round
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.records import as_bytes, illegal_record, legal_record
from tantrix_site.demo.setting_up import Plan, draw_and_start, lot_for_a_meeting, make_event
from tournaments.formats.rounds import games_by_round
from tournaments.models import Event, EventState, Match, Slot
from tournaments.services import finish_event

# the row of the action log that says that the demo is complete
LOADED = "demo.loaded"
GAMES_OF_THE_OPEN = 15


class NotEmpty(Exception):
    """The database belongs to somebody: it has accounts or events that are not the demo's."""


def is_loaded() -> bool:
    return ActionLog.objects.filter(action=LOADED).exists()


def require_empty() -> None:
    """Raises `NotEmpty` unless all that is there was made by the demo."""
    names = [login.username for login in LOGINS]
    if (
        User.objects.exclude(username__in=names).exists()
        or Event.objects.exclude(created_by__username=ORGANISER.username).exists()
    ):
        raise NotEmpty("The database already has accounts or events of its own.")


@dataclass(frozen=True)
class Size:
    """How many play the knockout with records (a power of two), how many games a match has, and how large the rest is.

    From 32 players on, everything happens that can happen to a match.
    """

    players: int = 128
    # three games a match, five in the final
    games: tuple[int, ...] = (3, 5)
    championship: world.Size = field(default_factory=world.Size)
    rounds: sixteen.Size = field(default_factory=sixteen.Size)
    past: history.Size = field(default_factory=history.Size)
    casual: lobby.Size = field(default_factory=lobby.Size)
    in_teams: teams.Size = field(default_factory=teams.Size)


def load_demo(*, now: datetime, style: str, size: Size | None = None) -> Event:
    """Everything, once; returns the championship. A worker must run. Raises `DemoStalled`."""
    size = size or Size()
    actors = make_accounts(now)
    organiser = actors[ORGANISER]
    accounts = {login.name: actor.player.pk for login, actor in actors.items() if actor.player is not None}
    players = Players({actor.player.pk: actor for actor in actors.values() if actor.player is not None})
    plans = [championship(now.date(), accounts, size.players, size.games)]
    plans += [plan(now.date(), accounts) for plan in (table_open, city_cup)]
    qualified = world.world_championship(now.date(), accounts, size.championship)
    swiss = sixteen.open_of_rounds(now.date(), accounts, size.rounds)
    by_round = games_by_round(size.players.bit_length() - 1, size.games)
    games = sum(by_round[number - 1] * (size.players >> number) for number in (1, 2, 3)) + GAMES_OF_THE_OPEN
    games += world.matches_of(size.championship) + sixteen.matches_of(size.rounds)
    steps = sum(len(plan.people) for plan in (*plans, qualified, swiss)) + games
    steps += size.past.steps + size.casual.steps + size.in_teams.steps
    progress = Progress(steps, style)  # type: ignore[arg-type]
    event = _load_championship(plans[0], organiser, players, now, progress)
    progress.task(f"{plans[2].details.name}: entering players")
    make_event(plans[2], organiser=organiser, now=now - timedelta(days=9), progress=progress)
    write_sample_records(event)
    # the past before the events that closed lately, so that these are rated once
    history.load_history(organiser, accounts, now, size.past, progress)
    lobby.load_lobby(actors, history.profiles_of(organiser) | accounts, now, size.casual, progress)
    _load_table_open(plans[1], organiser, players, now, progress)
    # in the order in which they closed
    worlds = world.load_world(qualified, organiser, now, progress)
    rounds = sixteen.load_open(swiss, organiser, now, progress)
    worlds_of_teams = teams.load_teams(
        organiser, history.profiles_of(organiser) | accounts, now, size.in_teams, progress
    )
    editions = {"WTC": worlds, "WTO": rounds, "WTTC": worlds_of_teams}
    series.load_series(organiser, editions, now, progress)
    if not is_loaded():
        log_action(actor=SYSTEM, now=now, action=LOADED, target=event)
    progress.finish("The demo is complete.")
    return event


def _load_championship(plan: Plan, organiser: Actor, players: Players, now: datetime, progress: Progress) -> Event:
    name = plan.details.name
    progress.task(f"{name}: entering {len(plan.people)} players")
    event = make_event(plan, organiser=organiser, now=now - timedelta(days=12), progress=progress)
    if event.state == EventState.PUBLISHED:
        event = draw_and_start(event, organiser=organiser, now=now - timedelta(days=4), lot=lot_for_a_meeting(event))
    for number, began in (
        (1, now - timedelta(hours=72)),
        (2, now - timedelta(hours=30)),
        (3, now - timedelta(hours=6)),
    ):
        progress.task(f"{name}: round {number}, records on their way through the worker")
        play_round(event, number, players=players, organiser=organiser, began=began, progress=progress)
    return event


def _load_table_open(plan: Plan, organiser: Actor, players: Players, now: datetime, progress: Progress) -> None:
    progress.task(f"{plan.details.name}: playing it to the end")
    event = make_event(plan, organiser=organiser, now=now - timedelta(days=40), progress=progress)
    if event.state == EventState.PUBLISHED:
        event = draw_and_start(event, organiser=organiser, now=now - timedelta(days=30), lot=1)
    if event.state != EventState.RUNNING:
        return
    rounds = sorted(set(Match.objects.filter(event=event).values_list("round", flat=True)))
    for number in rounds:
        began = now - timedelta(days=30) + timedelta(hours=2 + 2 * number)
        play_round(event, number, players=players, organiser=organiser, began=began, progress=progress, choose=_played)
    finish_event(actor=organiser, now=now - timedelta(days=29), event_id=event.pk)


def _played(match: Match, names: tuple[str, str]) -> Fate:
    return Fate.CONFIRMED


def open_match_of_the_logins(event: Event) -> Match | None:
    """Where the two players with logins meet, if they do."""
    names = (ONE.name, TWO.name)
    slots = Slot.objects.filter(match__event=event, occupant__name__in=names).order_by("match__round")
    met: dict[int, int] = {}
    for slot in slots:
        met[slot.match_id] = met.get(slot.match_id, 0) + 1
    found = [match for match, sides in met.items() if sides == 2]
    return Match.objects.get(pk=found[0]) if found else None


def write_sample_records(event: Event, folder: Path | None = None) -> None:
    """Records for the newcomer's match: one that is legal, one that is not."""
    match = open_match_of_the_logins(event)
    if match is None:
        return
    # seats by the colours these two prefer
    record = legal_record("for the newcomer", (ONE.name, TWO.name), event=event.name)
    folder = folder or settings.VAR_DIR / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "legal.json").write_bytes(as_bytes(record))
    (folder / "illegal.json").write_bytes(as_bytes(illegal_record(record)))
