"""Who may see a game that belongs to a match: both players at once, everybody once it counts and results are out."""

from games.models import Visibility
from games.services import set_visibility
from tournaments.models import Event, GameResult, Report


def publish_game(event: Event, result: GameResult) -> None:
    """A counting game may be seen by everybody, where the event is public and listed and its results are released."""
    if result.submission_id is not None and _is_told(event):
        set_visibility(submission_pks=[result.submission_id], visibility=Visibility.PUBLIC)


def publish_games(event: Event) -> None:
    """Let everybody see the counting games of an event, or whoever has their addresses alone, as its switches say."""
    told = _is_told(event)
    games = GameResult.objects.filter(match__event=event, current=True, submission__isnull=False)
    before = Visibility.LINK if told else Visibility.PUBLIC
    pks = list(games.filter(submission__visibility=before).values_list("submission", flat=True))
    if pks:
        set_visibility(submission_pks=pks, visibility=Visibility.PUBLIC if told else Visibility.LINK)


def _is_told(event: Event) -> bool:
    return event.is_released and event.listed


def show_to_opponent(report: Report) -> None:
    """A record attached to a match can be seen by whoever has its address; the match page gives it to both players."""
    submission = report.submission
    if submission is not None and submission.visibility == Visibility.PRIVATE:
        set_visibility(submission_pks=[submission.pk], visibility=Visibility.LINK)
