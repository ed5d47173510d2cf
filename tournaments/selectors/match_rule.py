"""The rule by which the games of a match decide it, from the event and the kind of its stage."""

from tournaments.formats.match import MatchRule
from tournaments.formats.teams.outcome import TeamRule
from tournaments.models import Event, Match


def rule_of(event: Event, match: Match) -> MatchRule:
    """In a table and at a board all planned games count and the match may end level.

    In a tree the event says what lead is needed.
    """
    if match.table or match.team_match_id is not None:
        return MatchRule(games=match.games, table=True)
    return MatchRule(games=match.games, lead=event.lead_threshold, extra=event.extra_games)


def team_rule_of(event: Event, team_match: Match) -> TeamRule:
    """The rule by which the boards of a team match decide it (`docs/regulations.md` 6.2)."""
    boards = event.team_size
    return TeamRule(boards=boards, games=team_match.games // boards, table=bool(team_match.table))
