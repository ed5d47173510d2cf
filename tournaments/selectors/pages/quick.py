"""Open matches as rows for entering results from score sheets."""

from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.match import MatchRule, match_outcome
from tournaments.models import Event, GameResult, Match, Slot
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import match_round


@dataclass(frozen=True, slots=True)
class QuickRow:
    """An open match and its next game. `left` stays left as on the sheet."""

    number: int
    round: str
    round_number: int
    left: str
    right: str
    game: int
    games: int
    score: str
    version: int


def load_quick_rows(event: Event, *, round_: int | None) -> tuple[QuickRow, ...]:
    """Open matches in the order of their numbers, each with the next game to enter. Three queries."""
    slots = Prefetch("slots", Slot.objects.select_related("occupant").order_by("side"))
    results = Prefetch("results", GameResult.objects.filter(current=True).order_by("number"), to_attr="counting")
    matches = Match.objects.filter(event=event, state="open").select_related("stage").prefetch_related(slots, results)
    if round_ is not None:
        matches = matches.filter(round=round_)
    rows = []
    for match in matches.order_by("number"):
        left, right = match.slots.all()
        games = [_core(row) for row in match.counting]
        outcome = match_outcome(games, MatchRule(match.games, event.lead_threshold, event.extra_games))
        if not outcome.remaining or left.occupant is None or right.occupant is None:
            continue
        score = f"{words.tp_text(outcome.tp[0])}–{words.tp_text(outcome.tp[1])}" if games else ""
        rows.append(
            QuickRow(
                match.number, match_round(match).title, match.round,
                left.occupant.name, right.occupant.name, outcome.remaining[0], match.games, score, match.version,
            )
        )  # fmt: skip
    return tuple(rows)


def _core(row: GameResult) -> CoreResult:
    tiles = None if row.tiles_left is None or row.tiles_right is None else (row.tiles_left, row.tiles_right)
    return CoreResult(row.match_id, row.number, (row.tp_left, row.tp_right), tiles, row.decider)
