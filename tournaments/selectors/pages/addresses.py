"""Where a match is shown among the others of its round, and an entrant among the others of the event."""

from django.urls import reverse

from tournaments.formats.knockout import PRELIMINARY
from tournaments.models import Event, Match
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


def entrant_url(event: Event, player: str, *, results: bool = True) -> str:
    """The latest drawn stage with the player of that slug in view; the event before any draw. One query.

    Without `results`, while they are held back from whom the address is for, a stage with a table gives the event.
    """
    stage = event.stages.filter(draws__current=True, opened_at__isnull=False).order_by("-number").first()
    if stage is None or (stage.is_table and not results):
        return reverse("events:detail", args=[event.slug])
    if stage.is_table:
        return f"{reverse('events:standings', args=[event.slug])}?around={player}"
    return f"{reverse('events:bracket', args=[event.slug])}?follow={player}"
