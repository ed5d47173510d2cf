"""Roles, invitations and switches in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Event, OrganiserRole, RoleInvitation


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: whether it is on, what holds now, and who sees what from the moment it is turned."""

    name: str
    title: str
    is_on: bool
    now: str
    then: str
    button: str


def role_text(role: str) -> str:
    """What somebody in that role may do, in sentences."""
    return {
        OrganiserRole.OWNER: _("Everything, and says who helps to run the event."),
        OrganiserRole.ORGANISER: _("Everything but appointing others: entries, draw, results, settings."),
        OrganiserRole.ARBITER: _("Enters and corrects results and rules on them, but never in a match of their own."),
        OrganiserRole.CHECK_IN: _("Says who is there, and sees who is missing. Nothing else."),
    }[OrganiserRole(role)]


def open_invitations(event: Event, now: datetime) -> Sequence[RoleInvitation]:
    """Those that are good still, the latest first. One query."""
    rows = RoleInvitation.objects.filter(event=event, revoked_at=None, expires_at__gt=now).select_related("user")
    return [row for row in rows.order_by("-pk") if row.is_open(now)]


def audience_switches(event: Event) -> tuple[Switch, ...]:
    """The three switches of an event, each with both of its states in a sentence."""
    everybody = _("everybody") if event.listed else _("whoever has the address")
    return (
        _switch(
            "listed", _("In lists and searches"), event.listed,
            _("The event stands in lists, searches and on the pages of players, teams and countries."),
            _("Only who has the address finds the event. Lists, searches and the pages of players do not tell of it."),
            _("Put it in the lists"), _("Take it out of the lists"),
        ),
        _switch(
            "draw_released", _("Draw"), event.draw_released,
            _("The draw is released: {everybody} sees pairings, matches, places and deadlines.").format(
                everybody=everybody
            ),
            _("The draw is held back: only owner, organisers and arbiters see pairings, matches, places and results."),
            _("Release the draw"), _("Hold the draw back"),
        ),
        _switch(
            "results_released", _("Results"), event.results_released,
            _("Results are released: {everybody} sees scores, standings and who goes on.").format(
                everybody=everybody
            ),
            _(
                "Results are held back: only owner, organisers and arbiters see scores, standings and who goes on."
                " Players see the matches they play themselves."
            ),
            _("Release the results"), _("Hold the results back"),
        ),
    )  # fmt: skip


def _switch(name: str, title: str, is_on: bool, on: str, off: str, turn_on: str, turn_off: str) -> Switch:
    if is_on:
        return Switch(name, title, True, on, off, turn_off)
    return Switch(name, title, False, off, on, turn_on)
