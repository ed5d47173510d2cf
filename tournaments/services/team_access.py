"""Who may act for a team: its captain and deputy, the overall captain of its country, and who runs the event."""

from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import Conflict, NotFound, NotPermitted
from tournaments.models import Entry, Event, Team
from tournaments.selectors.team_officers import leads_team, looks_after
from tournaments.services.access import lock_entry, may_organise


def require_team_event(event: Event) -> None:
    """Raises Conflict `not_for_teams`."""
    if not event.is_for_teams:
        raise Conflict("not_for_teams", _("This event is for single players."))


def lock_team(team_id: int) -> tuple[Event, Entry, Team]:
    """The event locked and the team as it is now. Raises NotFound `team_not_found`."""
    event, entry = lock_entry(team_id)
    team = Team.objects.filter(entry=entry).first()
    if team is None:
        raise NotFound("team_not_found", _("There is no such team."))
    return event, entry, team


def may_look_after(actor: Actor, event: Event, country: str, region: str = "") -> bool:
    """Whether the actor enters the teams of that country or region and names their captains."""
    return may_organise(actor, event) or looks_after(actor, event, country, region)


def require_look_after(actor: Actor, event: Event, country: str, region: str = "") -> None:
    """Raises NotPermitted `not_overall_captain`."""
    if not may_look_after(actor, event, country, region):
        raise NotPermitted(
            "not_overall_captain", _("Only the overall captain of the country or an organiser may do this.")
        )


def may_lead(actor: Actor, event: Event, entry: Entry) -> bool:
    """Whether the actor acts for that team; False for an entry that is none."""
    return leads_team(actor, event, entry) or (entry.player_id is None and may_organise(actor, event))


def require_lead(actor: Actor, event: Event, entry: Entry) -> None:
    """Raises NotPermitted `not_team_officer`."""
    if not may_lead(actor, event, entry):
        raise NotPermitted("not_team_officer", _("Only the captain, the deputy or an organiser may do this."))
