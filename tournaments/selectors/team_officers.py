"""Who leads a team: its captain, its deputy, and the overall captain of its country or region."""

from players.actors import Actor
from tournaments.models import Entry, Event, OverallCaptain, Team


def looks_after(actor: Actor, event: Event, country: str, region: str = "") -> bool:
    """Whether the actor is the overall captain of all teams of that country or region."""
    if actor.player is None:
        return False
    rows = OverallCaptain.objects.filter(event=event, player=actor.player, region=region)
    return rows.filter(country="" if region else country).exists()


def leads_team(actor: Actor, event: Event, entry: Entry) -> bool:
    """Whether the actor acts for that team; False for an entry that is none."""
    team = None if actor.player is None else Team.objects.filter(entry=entry).first()
    if team is None or actor.player is None:
        return False
    own = actor.player.pk in (team.captain_id, team.deputy_id)
    return own or looks_after(actor, event, entry.country.code or "", team.region)
