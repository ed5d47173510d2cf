"""Playing the demo's matches: every game takes the way of a real one, through the worker.

What has happened is read from the database, so that a run that was stopped goes on where it was.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from players.actors import Actor
from tantrix_site.demo.fates import Fate, fate_of, fates_of_games
from tantrix_site.demo.logins import ONE, TWO
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.records import COLOURS, as_bytes, legal_record
from tantrix_site.demo.setting_up import withdraw
from tantrix_site.errors import Conflict
from tournaments.models import Entry, Event, Match, MatchState, Report, ReportState
from tournaments.services import (
    GameFigures,
    attach_record,
    confirm_game,
    dispute_game,
    report_game,
)

# a worker that runs gives a verdict within a second
PATIENCE = 60
# messages on their way at a time: enough for two processes, few enough to show progress
IN_FLIGHT = 12


class DemoStalled(Exception):
    """No verdict came: there is no worker, or it fails."""


@dataclass(frozen=True)
class Players:
    """Who acts for an entry: an account, or the private link of one without."""

    accounts: dict[int, Actor]

    def actor(self, entry: Entry) -> Actor:
        own = self.accounts.get(entry.player_id or 0)
        return own or Actor(via="link", player=entry.player, entry_id=entry.pk)


@dataclass
class Game:
    """One game of a match on its way to its fate."""

    match: Match
    number: int
    left: Entry
    right: Entry
    fate: Fate
    at: datetime

    @property
    def place(self) -> tuple[int, int]:
        """The match and the number of the game in it."""
        return self.match.pk, self.number


def play_round(
    event: Event,
    number: int,
    *,
    players: Players,
    organiser: Actor,
    began: datetime,
    progress: Progress,
    choose: Callable[[Match, tuple[str, str]], Fate] = fate_of,
) -> None:
    """Bring the matches of a round to their fates. Raises `DemoStalled`."""
    games: list[Game] = []
    for match in _open_matches(event, number):
        left, right = _sides(match)
        fate = choose(match, (left.name, right.name))
        if fate == Fate.OPEN:
            progress.advance(match.games)
        elif fate == Fate.WALKOVER:
            withdraw(right, organiser, began, "Cannot travel.")
            progress.advance(match.games)
        else:
            at = began + timedelta(minutes=17 * match.position)
            games += [
                Game(match, game, left, right, of_game, at + timedelta(minutes=40 * (game - 1)))
                for game, of_game in enumerate(fates_of_games(fate, match.games), 1)
            ]
            progress.advance(match.games - len(fates_of_games(fate, match.games)))
    _play(games, players, progress)


def _open_matches(event: Event, number: int) -> list[Match]:
    matches = Match.objects.filter(event=event, round=number, state=MatchState.OPEN)
    return list(matches.prefetch_related("slots__occupant__player").order_by("position", "number"))


def _sides(match: Match) -> tuple[Entry, Entry]:
    left, right = sorted(match.slots.all(), key=lambda slot: slot.side)
    assert left.occupant is not None
    assert right.occupant is not None
    return left.occupant, right.occupant


def _play(games: list[Game], players: Players, progress: Progress) -> None:
    waiting = list(games)
    under_way: list[Game] = []
    sent = _latest(games)
    heard = time.monotonic()
    while waiting or under_way:
        while waiting and len(under_way) < IN_FLIGHT:
            game = waiting.pop(0)
            if game.place in sent or _send(game, players):
                under_way.append(game)
            else:
                progress.advance()
        moved = _move_on(under_way, players)
        for game in moved:
            under_way.remove(game)
            progress.advance()
        if moved:
            heard = time.monotonic()
        elif time.monotonic() - heard > PATIENCE:
            raise DemoStalled(f"No verdict came for {PATIENCE} seconds. Does a worker run (bin/up starts one)?")
        else:
            time.sleep(0.05)


def _latest(games: list[Game]) -> dict[tuple[int, int], Report]:
    """The last report of each of these games, by its place; one query, as this is asked over and over."""
    found = Report.objects.filter(match__in={game.match.pk for game in games}).order_by("pk")
    return {(report.match_id, report.number): report for report in found}


def _send(game: Game, players: Players) -> bool:
    """The left player reports, so that the right one has to answer; false if this game is not played any more."""
    try:
        _report(game, players)
    except Conflict as error:
        if error.code == "match_decided":
            return False
        raise
    return True


def _report(game: Game, players: Players) -> None:
    key = f"{game.match.event.slug} {game.match.number} {game.number}"
    names = (game.left.name, game.right.name)
    record = legal_record(key, names, winner=_winner(game, names), event=game.match.event.name)
    if game.fate == Fate.CONFLICT:
        record["players"][1]["name"], record["players"][0]["name"] = names
    if game.fate == Fate.TYPED:
        tiles = [record["result"]["scores"][colour] for colour in COLOURS]
        report_game(
            actor=players.actor(game.left),
            now=game.at,
            match_id=game.match.pk,
            number=game.number,
            figures=GameFigures(tiles=(tiles[0], tiles[1]), colours=COLOURS),
        )
    else:
        attach_record(
            actor=players.actor(game.left),
            now=game.at,
            match_id=game.match.pk,
            number=game.number,
            data=as_bytes(record),
            left_colour=COLOURS[0],
            filename=f"M{game.match.number}-{game.number}.json",
        )


def _winner(game: Game, names: tuple[str, str]) -> int | None:
    """Who is to win: 0 left, 1 right, None by chance.

    The games before the last take turns, so that the last one decides. Both players with logins get as far as their
    match against each other.
    """
    logins = [side for side, name in enumerate(names) if name in (ONE.name, TWO.name)]
    if len(logins) == 1:
        return logins[0]
    return (game.number - 1) % 2 if game.number < game.match.games else None


def _move_on(games: list[Game], players: Players) -> list[Game]:
    """Answer the reports that are ready for it; the games that have reached their fates.

    One of each match at a time: an answer may change what has become of the other games of its match.
    """
    latest = _latest(games)
    moved: dict[int, Game] = {}
    for game in games:
        report = latest[game.place]
        if game.match.pk in moved or report.state == ReportState.CHECKING:
            continue
        if report.state == ReportState.OPEN:
            _answer(game, report, players)
        moved[game.match.pk] = game
    return list(moved.values())


def _answer(game: Game, report: Report, players: Players) -> None:
    answered = min(game.at + timedelta(hours=2), timezone.now())
    if game.fate in (Fate.CONFIRMED, Fate.TYPED):
        confirm_game(actor=players.actor(game.right), now=answered, report_id=report.pk)
    elif game.fate == Fate.DISPUTED:
        assert report.tiles_left is not None
        assert report.tiles_right is not None
        dispute_game(
            actor=players.actor(game.right),
            now=answered,
            report_id=report.pk,
            figures=GameFigures(tiles=(report.tiles_left, report.tiles_right + 3), colours=COLOURS),
            reason="We counted my line again: it is three tiles longer.",
        )
