"""Who may see a game that belongs to a match: both players at once, everybody once it counts."""

from games.models import Visibility
from games.services import set_visibility
from tournaments.models import Event, GameResult, Report


def publish_game(event: Event, result: GameResult) -> None:
    """A counting game of a public event may be seen by everybody."""
    if result.submission_id is not None and event.is_public:
        set_visibility(submission_pks=[result.submission_id], visibility=Visibility.PUBLIC)


def show_to_opponent(report: Report) -> None:
    """A record attached to a match can be seen by whoever has its address; the match page gives it to both players."""
    submission = report.submission
    if submission is not None and submission.visibility == Visibility.PRIVATE:
        set_visibility(submission_pks=[submission.pk], visibility=Visibility.LINK)
