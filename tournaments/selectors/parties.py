"""Whose own matter a match is."""

from collections.abc import Iterable

from django.db.models import Q

from players.actors import Actor
from tournaments.models import Entry, Event, OverallCaptain, Team


def is_party(actor: Actor, event: Event, entries: Iterable[int]) -> bool:
    """Whether the actor's player is one of these entries, plays in one of them or in the same team, or leads it.

    A board is the matter of the whole team, so that the entry of a player stands for the team too.
    """
    keys = frozenset(entries)
    return bool(keys) and not own_entries(actor, event).isdisjoint(keys)


def own_entries(actor: Actor, event: Event) -> frozenset[int]:
    """The entries of an event whose matches are the actor's own matter, as `is_party` says of some of them; at most
    five queries."""
    player = actor.player
    if player is None:
        return frozenset()
    rows = list(Entry.every.filter(event=event, player=player).values_list("pk", "team"))
    own = {pk for pk, _team in rows}
    if not (event.is_for_teams or event.is_for_pairs):
        return frozenset(own)
    teams = {team for _pk, team in rows if team is not None}
    of_event = Team.objects.filter(entry__event=event)
    teams.update(of_event.filter(Q(captain=player) | Q(deputy=player)).values_list("entry", flat=True))
    led = set(OverallCaptain.objects.filter(event=event, player=player).values_list("country", "region"))
    if led:
        teams.update(
            team.entry_id
            for team in of_event.select_related("entry")
            if ("" if team.region else team.entry.country.code or "", team.region) in led
        )
    return frozenset(own | teams | set(Entry.every.filter(team__in=teams).values_list("pk", flat=True)))
