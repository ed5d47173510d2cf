"""Where a match is shown among the others of its round."""

from django.urls import reverse

from tournaments.formats.knockout import PRELIMINARY
from tournaments.models import Match
from tournaments.selectors.pages.bracket import part_of
from tournaments.selectors.pages.round_names import MAIN


def round_url(slug: str, match: Match) -> str:
    """The pairings of its round for a match of a table, else its part of the bracket from its round on. The stage is
    loaded."""
    if match.table:
        return f"{reverse('events:pairings', args=[slug])}?stage={match.stage.number}&round={match.round}"
    part = part_of(match.bracket)
    named = "" if part == MAIN else f"&part={part}"
    round_ = 0 if match.bracket == PRELIMINARY else match.round
    return f"{reverse('events:bracket', args=[slug])}?stage={match.stage.number}{named}&round={round_}"
