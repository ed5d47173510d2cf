"""The rule by which the games of a match decide it, from the event and the kind of its stage."""

from tournaments.formats.match import MatchRule
from tournaments.models import Event, Match


def rule_of(event: Event, match: Match) -> MatchRule:
    """In a table all planned games count and the match may end level; in a tree the event says what lead is needed."""
    if match.table:
        return MatchRule(games=match.games, table=True)
    return MatchRule(games=match.games, lead=event.lead_threshold, extra=event.extra_games)
