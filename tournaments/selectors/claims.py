"""What events have made of a game that somebody wants to count as a casual one (decision 100)."""

from tournaments.models import GameResult, Report, ReportState

#: a report in one of these states claims its game
CLAIMING = (ReportState.OPEN, ReportState.DISPUTED, ReportState.CONFLICT)


def claim_of_events(game_key: str) -> str:
    """`game_counted` for a game that counts in an event, `game_claimed` for one reported there, else nothing."""
    if GameResult.objects.filter(game_key=game_key, current=True).exists():
        return "game_counted"
    return "game_claimed" if Report.objects.filter(game_key=game_key, state__in=CLAIMING).exists() else ""
