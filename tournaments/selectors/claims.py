"""Where a game counts, and where it is claimed: one game counts once in all the site (decisions 42, 100)."""

from collections.abc import Collection

from ratings.selectors.casual import counts_casually
from tournaments.models import GameResult, Report, ReportState, ScoreState, SittingScore
from tournaments.models.sitting import ANSWERABLE

#: a report in one of these states claims its game
CLAIMING = (ReportState.OPEN, ReportState.DISPUTED, ReportState.CONFLICT)


def counts_outside_matches(game_keys: Collection[str]) -> bool:
    """Whether one of these games counts at a table of some event, or as a casual game."""
    return _counts_at_table(game_keys) or counts_casually(game_keys)


def counts_outside_tables(game_keys: Collection[str]) -> bool:
    """Whether one of these games counts in a match of some event, or as a casual game."""
    return _counts_in_match(game_keys) or counts_casually(game_keys)


def claim_of_events(game_key: str) -> str:
    """`game_counted` for a game that counts in an event, `game_claimed` for one reported there, else nothing."""
    if _counts_in_match([game_key]) or _counts_at_table([game_key]):
        return "game_counted"
    reports = Report.objects.filter(game_key=game_key, state__in=CLAIMING)
    scores = SittingScore.objects.filter(game_key=game_key, state__in=ANSWERABLE)
    return "game_claimed" if reports.exists() or scores.exists() else ""


def _counts_in_match(game_keys: Collection[str]) -> bool:
    return GameResult.objects.filter(game_key__in=game_keys, current=True).exists()


def _counts_at_table(game_keys: Collection[str]) -> bool:
    return SittingScore.objects.filter(game_key__in=game_keys, state=ScoreState.COUNTS).exists()
