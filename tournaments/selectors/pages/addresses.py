"""Where a match is shown among the others of its round."""

from django.urls import reverse

from tournaments.models import Match


def round_url(slug: str, match: Match) -> str:
    """The pairings of its round for a match of a table, else the bracket from its round on. The stage is loaded."""
    name = "events:pairings" if match.table else "events:bracket"
    return f"{reverse(name, args=[slug])}?stage={match.stage.number}&round={match.round}"
