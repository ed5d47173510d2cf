"""Games to enter from score sheets as rows by table, those typed last, and those a second person has to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.models import Player, User
from tantrix_site.compiled import CompiledObjects
from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.match import match_outcome
from tournaments.models import Event, GameResult, Match, Report, Signature
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.pages.sittings import SittingsPage
from tournaments.selectors.slots import give_slots, occupied_slots

SHOWN_LAST: Final = 8


@dataclass(frozen=True, slots=True)
class QuickRow:
    """An open match and its next game. `left` stays left as on the sheet; `table` is that in the hall.

    A board has the number of the match of the two teams as `whole`, and its own as `board`. `sides` are the keys of
    the two entries.
    """

    number: int
    round: str
    table: int | None
    left: str
    right: str
    game: int
    games: int
    score: str
    version: int
    whole: int | None = None
    board: int | None = None
    sides: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of three and four, or of doubles, and its next game; `sides` score as one each."""

    sitting: int
    round: int
    table: int
    sides: tuple[str, ...]
    game: int
    games: int
    version: int
    entries: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A game that somebody typed, as it counts. `accepted` is what a second person said, None before.

    `round` says where it is played, with the table in the hall, as its sheet does.
    """

    result: int
    match: int
    round: str
    game: int
    left: str
    right: str
    tiles: tuple[int | None, int | None]
    tp: str
    who: str
    initials: str
    user: int | None
    at: datetime
    accepted: bool | None
    reason: str
    checked_by: str


@dataclass(frozen=True, slots=True)
class QuickFilter:
    """Which matches are wanted: of a stage, of a round, of a part of it. Nothing given lets all through."""

    stage: int | None = None
    round: int | None = None
    part: str = ""


def _to_enter(matches: QuerySet[Match]) -> QuerySet[Match]:
    """In the order of the draw."""
    found = matches.filter(state="open").select_related("stage", "team_match")
    return found.order_by("stage__number", "round", "table", "team_match__position", "position", "number")


_open_matches = CompiledObjects(lambda event: _to_enter(Match.every.filter(event=event, board__isnull=True)))
_open_boards = CompiledObjects(lambda event: _to_enter(Match.every.filter(event=event, board__isnull=False)))


@CompiledObjects
def _counting(matches: Sequence[int]) -> QuerySet[GameResult]:
    return GameResult.objects.filter(match__in=matches, current=True).order_by("number")


def load_quick_rows(event: Event, wanted: QuickFilter | None = None) -> tuple[QuickRow, ...]:
    """Open matches by stage and round, those with a table in the hall by table, each with the next game to enter; of
    team matches their open boards. Three queries."""
    wanted = wanted or QuickFilter()
    matches = [
        match
        for match in (_open_boards if event.is_for_teams else _open_matches)(event.pk)
        if wanted.stage in (None, match.stage.number)
        and wanted.round in (None, match.round)
        and wanted.part in ("", match.bracket)
    ]
    give_slots(matches, occupied_slots([match.pk for match in matches]))
    counting: dict[int, list[CoreResult]] = {}
    for row in _counting([match.pk for match in matches]):
        counting.setdefault(row.match_id, []).append(_core(row))
    found = []
    for match in matches:
        left, right = match.slots.all()
        games = counting.get(match.pk, [])
        outcome = match_outcome(games, rule_of(event, match))
        if not outcome.remaining or left.occupant is None or right.occupant is None:
            continue
        score = f"{words.tp_text(outcome.tp[0])}–{words.tp_text(outcome.tp[1])}" if games else ""
        whole = match.team_match
        if whole is not None:
            whole.stage = match.stage
        table = (match if whole is None else whole).hall or None
        found.append(
            (
                (match.stage.number, match.round, table or 0),
                QuickRow(
                    match.number, match_round(match).title, table, left.occupant.name, right.occupant.name,
                    outcome.remaining[0], match.games, score, match.version,
                    None if whole is None else whole.number, match.board, (left.occupant.pk, right.occupant.pk),
                ),
            )
        )  # fmt: skip
    # stable: without tables the order of the draw stays
    return tuple(row for _key, row in sorted(found, key=lambda pair: pair[0]))


def load_table_rows(page: SittingsPage) -> tuple[TableRow, ...]:
    """The tables of the last round with a game to enter, by number."""
    if not page.rounds:
        return ()
    view = page.rounds[-1]
    return tuple(
        TableRow(
            table.found.sitting.pk, view.round.number, table.number, table.sides,
            next(game.number for game in table.games if game.counting is None), len(table.games),
            table.found.sitting.version, frozenset(entry.pk for entry in table.found.entries),
        )
        for table in view.tables
        if not table.is_done
    )  # fmt: skip


def played(event: Event) -> QuerySet[Match]:
    """The matches whose games are entered: in an event of teams the boards, else all."""
    return Match.every.filter(event=event, board__isnull=not event.is_for_teams)


def load_typed(event: Event, *, limit: int | None = SHOWN_LAST) -> tuple[TypedRow, ...]:
    """The games typed last that count, the newest first; one query."""
    return tuple(typed_row(row) for row in (_typed_last if limit == SHOWN_LAST else _all_typed)(event.pk)[:limit])


def load_unchecked(event: Event) -> tuple[TypedRow, ...]:
    """Typed games that nobody else has looked at, in the order of their typing; one query."""
    return tuple(typed_row(row) for row in _unchecked(event.pk))


def count_unchecked(event: Event) -> int:
    """How many rows `load_unchecked` has; one query."""
    return _typed(event.pk).filter(check_row=None).count()


def load_rejected(event: Event) -> tuple[TypedRow, ...]:
    """Typed games that a second person found wrong and nobody has corrected yet; one query."""
    return tuple(typed_row(row) for row in _found_wrong(event.pk))


def _typed(event: int) -> QuerySet[GameResult]:
    rows = GameResult.objects.filter(match__event=event, current=True, signature=Signature.ORGANISER)
    return rows.select_related(
        "match__stage", "left", "right", "user", "player", "check_row__user", "check_row__player"
    )  # fmt: skip


_all_typed = CompiledObjects(lambda event: _typed(event).order_by("-at", "-pk"))
_typed_last = CompiledObjects(lambda event: _typed(event).order_by("-at", "-pk")[:SHOWN_LAST])
_unchecked = CompiledObjects(lambda event: _typed(event).filter(check_row=None).order_by("at", "pk"))
_found_wrong = CompiledObjects(lambda event: _typed(event).filter(check_row__accepted=False).order_by("at", "pk"))


def find_typed(match: Match, game: int) -> TypedRow | None:
    """The game as it counts by now, however it came in; one query."""
    rows = GameResult.objects.filter(match=match, number=game, current=True)
    row = rows.select_related("match__stage", "left", "right", "user", "player").first()
    return None if row is None else typed_row(row, with_check=False)


def reported_tiles(match: Match, game: int) -> tuple[tuple[int, int], ...]:
    """What players say of a game that waits for an answer; one query."""
    rows: Iterable[tuple[int | None, int | None]] = Report.objects.filter(
        match=match, number=game, state__in=LIVE_STATES
    ).values_list("tiles_left", "tiles_right")
    return tuple((left, right) for left, right in rows if left is not None and right is not None)


def typed_row(row: GameResult, *, with_check: bool = True) -> TypedRow:
    """A game that counts, with its match, its sides and who entered it at hand."""
    check = getattr(row, "check_row", None) if with_check else None
    who = name_of(row.player, row.user)
    return TypedRow(
        row.pk, row.match.number, match_round(row.match).title, row.number, row.left.name, row.right.name,
        (row.tiles_left, row.tiles_right),
        f"{words.tp_text(row.tp_left)}–{words.tp_text(row.tp_right)}", who, initials(who), row.user_id, row.at,
        None if check is None else check.accepted, "" if check is None else check.reason,
        "" if check is None else name_of(check.player, check.user),
    )  # fmt: skip


def name_of(player: Player | None, user: User | None) -> str:
    """Who did something, as the log names them."""
    if player is not None:
        return player.name
    return user.get_username() if user is not None else _("the site")


def initials(name: str) -> str:
    """The first letters of the first and the last word: "AK" for Anna Kiss."""
    parts = name.split()
    return "".join(part[0] for part in (parts if len(parts) < 2 else (parts[0], parts[-1]))).upper()


def _core(row: GameResult) -> CoreResult:
    tiles = None if row.tiles_left is None or row.tiles_right is None else (row.tiles_left, row.tiles_right)
    return CoreResult(row.match_id, row.number, (row.tp_left, row.tp_right), tiles, row.decider)
