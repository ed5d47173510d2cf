"""Open matches as rows for entering results from score sheets."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.match import match_outcome
from tournaments.models import Event, GameResult, Match, Slot, StageKind
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import match_round


@dataclass(frozen=True, slots=True)
class QuickRow:
    """An open match and its next game. `left` stays left as on the sheet; `table` is that of a Swiss in the hall.

    A board has the number of the match of the two teams as `whole`, and its own as `board`.
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


@dataclass(frozen=True, slots=True)
class QuickFilter:
    """Which matches are wanted: of a stage, of a round, of a part of it. Nothing given lets all through."""

    stage: int | None = None
    round: int | None = None
    part: str = ""


def load_quick_rows(event: Event, wanted: QuickFilter | None = None) -> tuple[QuickRow, ...]:
    """Open matches by stage and round, those of a Swiss by table, each with the next game to enter; of team matches
    their open boards. Three queries."""
    wanted = wanted or QuickFilter()
    slots = Prefetch("slots", Slot.objects.select_related("occupant").order_by("side"))
    results = Prefetch("results", GameResult.objects.filter(current=True).order_by("number"), to_attr="counting")
    matches = played(event).filter(state="open").select_related("stage", "team_match").prefetch_related(slots, results)
    if wanted.stage is not None:
        matches = matches.filter(stage__number=wanted.stage)
    if wanted.round is not None:
        matches = matches.filter(round=wanted.round)
    if wanted.part:
        matches = matches.filter(bracket=wanted.part)
    rows = []
    for match in matches.order_by("stage__number", "round", "table", "team_match__position", "position", "number"):
        left, right = match.slots.all()
        games = [_core(row) for row in match.counting]
        outcome = match_outcome(games, rule_of(event, match))
        if not outcome.remaining or left.occupant is None or right.occupant is None:
            continue
        score = f"{words.tp_text(outcome.tp[0])}–{words.tp_text(outcome.tp[1])}" if games else ""
        is_swiss = match.stage.kind == StageKind.SWISS and match.board is None
        rows.append(
            QuickRow(
                match.number, match_round(match).title, match.position + 1 if is_swiss else None, left.occupant.name,
                right.occupant.name, outcome.remaining[0], match.games, score, match.version,
                None if match.team_match is None else match.team_match.number, match.board,
            )
        )  # fmt: skip
    return tuple(rows)


def played(event: Event) -> QuerySet[Match]:
    """The matches whose games are entered: in an event of teams the boards, else all."""
    return Match.every.filter(event=event, board__isnull=not event.is_for_teams)


def _core(row: GameResult) -> CoreResult:
    tiles = None if row.tiles_left is None or row.tiles_right is None else (row.tiles_left, row.tiles_right)
    return CoreResult(row.match_id, row.number, (row.tp_left, row.tp_right), tiles, row.decider)
