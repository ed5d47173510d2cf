"""Who runs an event."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.services import log_action
from tantrix_site.errors import Conflict
from tournaments.models import (
    Event,
    EventOrganiser,
    OrganiserRole,
)
from tournaments.services.access import lock_event, raise_version, require_owner


@transaction.atomic
def add_organiser(*, actor: Actor, now: datetime, event_id: int, user: User, role: OrganiserRole) -> EventOrganiser:
    """Appoint an account, or change its role. Raises NotPermitted `not_owner`; Conflict `last_owner`."""
    event = lock_event(event_id)
    require_owner(actor, event)
    _keep_an_owner(event, user, role)
    before = role_of(event, user)
    row, _created = EventOrganiser.objects.update_or_create(event=event, user=user, defaults={"role": role})
    log_action(
        actor=actor, now=now, action="event.organiser.added", target=event, scope=event,
        data={"user": user.get_username(), "role": role, "changes": {"role": [before, role]}},
    )  # fmt: skip
    raise_version(event)
    return row


@transaction.atomic
def remove_organiser(*, actor: Actor, now: datetime, event_id: int, user: User) -> None:
    """Take the role away. Raises NotPermitted `not_owner`; Conflict `last_owner`."""
    event = lock_event(event_id)
    require_owner(actor, event)
    _keep_an_owner(event, user, None)
    before = role_of(event, user)
    EventOrganiser.objects.filter(event=event, user=user).delete()
    log_action(
        actor=actor, now=now, action="event.organiser.removed", target=event, scope=event,
        data={"user": user.get_username(), "changes": {"role": [before, None]}},
    )  # fmt: skip
    raise_version(event)


def role_of(event: Event, user: User) -> str | None:
    """The role the account has in the event, if any."""
    return EventOrganiser.objects.filter(event=event, user=user).values_list("role", flat=True).first()


def _keep_an_owner(event: Event, user: User, role: OrganiserRole | None) -> None:
    others = EventOrganiser.objects.filter(event=event, role=OrganiserRole.OWNER).exclude(user=user)
    if role != OrganiserRole.OWNER and not others.exists():
        raise Conflict("last_owner", _("An event needs an owner. Appoint another one first."))
