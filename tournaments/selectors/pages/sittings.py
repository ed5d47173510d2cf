"""Tables drawn each round as their pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.formats.graph import EntryId
from tournaments.formats.sittings.seating import seats_of_game
from tournaments.formats.sittings.standings import SeatRow
from tournaments.models import Event, ScoreState, SittingRound, SittingScore
from tournaments.models.entry import PAIR_JOINT
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.words import tp_text
from tournaments.selectors.sittings import LoadedRound, LoadedSitting, load_rounds, plays_doubles, standings_of


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at a table: the points of all games that count, and the pair (1 or 2) in doubles, else 0."""

    entry: EntryRow
    tp: str
    pair: int
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of a table: who opens, and the score that counts or waits; `sentence` tells it."""

    number: int
    opener: str
    counting: SittingScore | None
    waiting: SittingScore | None
    sentence: str
    by: str
    at: datetime | None

    @property
    def is_disputed(self) -> bool:
        return self.waiting is not None and self.waiting.state == ScoreState.DISPUTED


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its seats and games."""

    found: LoadedSitting
    number: int
    seats: tuple[SeatView, ...]
    games: tuple[GameView, ...]

    @property
    def is_done(self) -> bool:
        return all(game.counting is not None for game in self.games)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of who scores as one: each seat, or each pair."""
        if not self.seats[0].pair:
            return tuple(seat.entry.name for seat in self.seats)
        return tuple(PAIR_JOINT.join(seat.entry.name for seat in self.seats if seat.pair == pair) for pair in (1, 2))


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its tables, and who sits out."""

    round: SittingRound
    tables: tuple[TableView, ...]
    out: tuple[EntryRow, ...]

    @property
    def done(self) -> int:
        return sum(table.is_done for table in self.tables)


@dataclass(frozen=True, slots=True)
class StandingView:
    """A line of the standings in words."""

    row: SeatRow
    entry: EntryRow
    tp: str
    share: str
    wins: str
    tiles: str


@dataclass(frozen=True)
class SittingsPage:
    """All rounds, newest last, and the standings after them."""

    event: Event
    rounds: tuple[RoundView, ...]
    standings: tuple[StandingView, ...]

    @property
    def is_doubles(self) -> bool:
        return plays_doubles(self.event)

    @property
    def open_tables(self) -> int:
        return sum(len(view.tables) - view.done for view in self.rounds)


def load_sittings(event: Event, *, results: bool = True) -> SittingsPage:
    """The page of all tables of an event. Six queries. Without `results` only who sits where."""
    rounds, entries = load_rounds(event), load_entries(event)
    if not results:
        rounds = tuple(
            replace(loaded, sittings=tuple(replace(found, counting={}, waiting={}) for found in loaded.sittings))
            for loaded in rounds
        )
    standings = standings_of(event, rounds) if results else ()
    return SittingsPage(
        event,
        tuple(_round_view(event, loaded, entries) for loaded in rounds),
        tuple(_standing(row, entries[row.entry]) for row in standings),
    )


def find_table(page: SittingsPage, round_number: int, number: int) -> tuple[RoundView, TableView] | None:
    """A table of a round, None if there is none of that number."""
    for view in page.rounds:
        for table in view.tables:
            if (view.round.number, table.number) == (round_number, number):
                return view, table
    return None


def _round_view(event: Event, loaded: LoadedRound, entries: Mapping[EntryId, EntryRow]) -> RoundView:
    return RoundView(
        loaded.round,
        tuple(_table_view(event, loaded.round, found, entries) for found in loaded.sittings),
        tuple(entries[pk] for pk in loaded.round.out if pk in entries),
    )


def _table_view(
    event: Event, round_: SittingRound, found: LoadedSitting, entries: Mapping[EntryId, EntryRow]
) -> TableView:
    doubles = plays_doubles(event)
    numbers = range(1, round_.games + 1)
    seats = tuple(
        SeatView(
            entries[entry.pk],
            tp_text(sum(score.tp[seat] for score in found.counting.values())) if found.counting else "",
            seat % 2 + 1 if doubles else 0,
            tuple(_cell(found.counting.get(number), seat, doubles=doubles) for number in numbers),
        )
        for seat, entry in enumerate(found.entries)
    )
    return TableView(found, found.sitting.number, seats, tuple(_game(found, number, entries) for number in numbers))


def _cell(score: SittingScore | None, seat: int, *, doubles: bool) -> str:
    """The tiles of a seat in a game, the points where an arbiter set them."""
    if score is None:
        return ""
    if score.tiles is None:
        return f"{tp_text(score.tp[seat])}*"
    return str(score.tiles[seat % 2 if doubles else seat])


def _game(found: LoadedSitting, number: int, entries: Mapping[EntryId, EntryRow]) -> GameView:
    counting, waiting = found.counting.get(number), found.waiting.get(number)
    shown = counting or waiting
    opener = entries[seats_of_game(found.seats, number)[0]].name
    return GameView(
        number, opener, counting, waiting, "" if shown is None else score_sentence(shown), _by(shown, found),
        None if shown is None else shown.at,
    )  # fmt: skip


def score_sentence(score: SittingScore) -> str:
    """The tiles and points of a game in one line."""
    points = " – ".join(tp_text(tp) for tp in score.tp)
    if score.tiles is None:
        return _("points set by an arbiter: {points}").format(points=points)
    tiles = " – ".join(str(tiles) for tiles in score.tiles)
    if score.deadlock:
        return _("deadlock, {tiles} tiles; {points} points").format(tiles=tiles, points=points)
    return _("{tiles} tiles; {points} points").format(tiles=tiles, points=points)


def _by(score: SittingScore | None, found: LoadedSitting) -> str:
    if score is None:
        return ""
    if score.seat is not None and score.seat < len(found.entries):
        return found.entries[score.seat].name
    return _("an arbiter")


def _standing(row: SeatRow, entry: EntryRow) -> StandingView:
    half = row.wins % 2
    return StandingView(
        row,
        entry,
        tp_text(row.tp),
        f"{float(100 * row.share):.1f}" if row.possible else "–",
        f"{row.wins // 2}½" if half else str(row.wins // 2),
        f"{row.tiles:+d}" if row.tiles else "0",
    )
