"""What the boards of team matches that go on amount to so far."""

from tournaments.formats.graph import MatchId
from tournaments.formats.teams.boards import Pair, total
from tournaments.models import Match, MatchState, Stage
from tournaments.selectors.boards import boards_in, scores_of
from tournaments.selectors.stages import board_points


def running_totals(stage: Stage) -> dict[MatchId, Pair]:
    """The totals so far, in tenths, of the open team matches of a stage in which anything counts; five queries, in an
    event of players none. The stage has its event loaded."""
    if not stage.event.is_for_teams:
        return {}
    matches = Match.objects.filter(stage=stage, state=MatchState.OPEN)
    scores = scores_of(boards_in(matches), board_points(stage, stage.event))
    return {match: total(boards).tp for match, boards in scores.items() if any(board.games for board in boards)}
