"""Whose own matter a match is."""

from collections.abc import Iterable

from django.db.models import Q

from players.actors import Actor
from tournaments.models import Entry, Event, OverallCaptain, Team


def is_party(actor: Actor, event: Event, entries: Iterable[int]) -> bool:
    """Whether the actor's player is one of these entries, plays in one of them or in the same team, or leads it.

    A board is the matter of the whole team, so that the entry of a player stands for the team too.
    """
    player = actor.player
    keys = set(entries)
    if player is None or not keys:
        return False
    if not (event.is_for_teams or event.is_for_pairs):
        return Entry.every.filter(pk__in=keys, player=player).exists()
    keys.update(Entry.every.filter(pk__in=keys, team__isnull=False).values_list("team", flat=True))  # type: ignore[arg-type]
    if Entry.every.filter(Q(pk__in=keys) | Q(team__in=keys), player=player).exists():
        return True
    teams = Team.objects.filter(entry__in=keys)
    if teams.filter(Q(captain=player) | Q(deputy=player)).exists():
        return True
    led = list(OverallCaptain.objects.filter(event=event, player=player).values_list("country", "region"))
    return bool(led) and any(
        ("" if team.region else team.entry.country.code or "", team.region) in led
        for team in teams.select_related("entry")
    )
