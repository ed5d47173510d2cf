"""Two players against one another: every game of the site, and what ratings let one expect of the rated ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from players.models import Player
from ratings.models import CasualGame
from ratings.selectors import Meeting, meetings
from ratings.selectors.casual_meetings import NO_CASUAL_GAMES, CasualTally, casual_games_of, casual_tallies
from tournaments.models import Event, GameResult, HistoricMatch
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.visibility import told_events

A_PAGE = 50
SHOWN_CASUAL = 10
SHOWN_PAST = 50


@dataclass(frozen=True, slots=True)
class VersusGame:
    """A game as the first player saw it: TP in tenths; `tiles` are unknown where a result came without them."""

    event: Event
    match: int
    round: str
    number: int
    is_decider: bool
    tiles: tuple[int | None, int | None]
    tp: tuple[int, int]
    colours: tuple[str, str]
    record: str


@dataclass(frozen=True)
class Versus:
    """All that two players have played against one another, the first player's figures first.

    Won, lost and level count games without deciders by their points before time penalties; `tp` in tenths. Casual games
    and past results are not among them.
    """

    games: int
    won: int
    lost: int
    level: int
    tp: tuple[int, int]
    tiles: tuple[int, int]
    events: int
    page: Page[GameResult]
    shown: tuple[VersusGame, ...]
    meetings: tuple[Meeting, ...]
    casual: CasualTally
    casual_games: Sequence[CasualGame]
    past: Sequence[HistoricMatch]

    @property
    def rated_games(self) -> int:
        return sum(meeting.games for meeting in self.meetings)

    @property
    def rated_tp(self) -> int:
        """TP of the first player in rated games, in tenths."""
        return sum(meeting.tp for meeting in self.meetings)

    @property
    def expected(self) -> float:
        """The TP the first player could expect of them."""
        return sum(meeting.expected for meeting in self.meetings)

    @property
    def surplus(self) -> float:
        """TP of the first player beyond what was to be expected."""
        return self.rated_tp / 10 - self.expected


def load_versus(player: Player, other: Player, page: str | None) -> Versus:
    """In ten queries, however often they met; a page of games at a time."""
    both = Q(left__player=player, right__player=other) | Q(left__player=other, right__player=player)
    games = _public().filter(both)
    columns = ("left__player", "raw_left", "raw_right", "tp_left", "tp_right", "tiles_left", "tiles_right", "decider")
    tally, tp, tiles = Counter[int](), [0, 0], [0, 0]
    events = set()
    for event, left, *raw_tp_tiles, decider in games.values_list("match__event", *columns):
        events.add(event)
        if decider:
            continue
        pairs = [raw_tp_tiles[n : n + 2] for n in (0, 2, 4)]
        raw, points, laid = pairs if left == player.pk else [pair[::-1] for pair in pairs]
        tally[(raw[0] > raw[1]) - (raw[0] < raw[1])] += 1
        for side in (0, 1):
            tp[side] += points[side]
            tiles[side] += laid[side] or 0
    rows = games.select_related("match__event", "match__stage", "submission", "left").order_by("-at", "-pk")
    found = Paginator(rows, A_PAGE).get_page(page)
    return Versus(
        games=tally.total(), won=tally[1], lost=tally[-1], level=tally[0], tp=(tp[0], tp[1]),
        tiles=(tiles[0], tiles[1]), events=len(events), page=found,
        shown=tuple(_seen_by(player, row) for row in found.object_list),
        meetings=meetings(player.pk, other.pk),
        casual=casual_tallies(player.pk, against=other.pk).get(other.pk, NO_CASUAL_GAMES),
        casual_games=casual_games_of(player.pk, other.pk, limit=SHOWN_CASUAL),
        past=_past(player, other),
    )  # fmt: skip


def _past(player: Player, other: Player) -> Sequence[HistoricMatch]:
    both = Q(player_a=player, player_b=other) | Q(player_a=other, player_b=player)
    rows = HistoricMatch.objects.filter(both, current=True).select_related("event", "player_a", "player_b")
    return list(rows.order_by("-event__year", "pk")[:SHOWN_PAST])


def _public() -> QuerySet[GameResult]:
    return GameResult.objects.filter(current=True, match__event__in=told_events())


def _seen_by(player: Player, row: GameResult) -> VersusGame:
    turn = 1 if row.left.player_id == player.pk else -1
    tiles = (row.tiles_left, row.tiles_right)[::turn]
    tp, colours = (row.tp_left, row.tp_right)[::turn], (row.colour_left, row.colour_right)[::turn]
    return VersusGame(
        row.match.event, row.match.number, match_round(row.match).title, row.number, row.decider,
        (tiles[0], tiles[1]), (tp[0], tp[1]), (colours[0], colours[1]),
        row.submission.public_id if row.submission is not None else "",
    )  # fmt: skip
