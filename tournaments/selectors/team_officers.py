"""Who leads a team: its captain, its deputy, and the overall captain of its country or region."""

from players.actors import Actor
from tournaments.models import Entry, Event, OverallCaptain, Team


def looks_after(actor: Actor, event: Event, country: str, region: str = "") -> bool:
    """Whether the actor is the overall captain of all teams of that country or region."""
    if actor.player is None or not _acts_in(actor, event):
        return False
    rows = OverallCaptain.objects.filter(event=event, player=actor.player, region=region)
    return rows.filter(country="" if region else country).exists()


def leads_team(actor: Actor, event: Event, entry: Entry) -> bool:
    """Whether the actor acts for that team; False for an entry that is none."""
    team = None if actor.player is None else Team.objects.filter(entry=entry).first()
    if team is None or actor.player is None or not _acts_in(actor, event):
        return False
    own = actor.player.pk in (team.captain_id, team.deputy_id)
    return own or looks_after(actor, event, entry.country.code or "", team.region)


def _acts_in(actor: Actor, event: Event) -> bool:
    """A private link is good for the event that gave it."""
    return actor.via != "link" or Entry.every.filter(pk=actor.entry_id or 0, event=event).exists()
