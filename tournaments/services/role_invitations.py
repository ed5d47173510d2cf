"""Inviting others by a link to help run an event. As with entry links the token is shown once, when it is made."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ActionLog, User
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments.models import Event, EventOrganiser, OrganiserRole, RoleInvitation
from tournaments.models.role_invitation import INVITED_ROLES
from tournaments.services.access import lock_event, raise_version, require_owner
from tournaments.services.links import hash_link

MOST_USES: Final = 50
MOST_DAYS: Final = 60
MOST_OPEN: Final = 20
USUAL_DAYS: Final = 7
_ACCEPTED: Final = "event.invitation.accepted"
#: a role is never lowered by a link
_RANK: Final = (OrganiserRole.CHECK_IN, OrganiserRole.ARBITER, OrganiserRole.ORGANISER, OrganiserRole.OWNER)


@transaction.atomic
def invite_official(
    *, actor: Actor, now: datetime, event_id: int, role: str, uses: int = 1, days: int = USUAL_DAYS
) -> tuple[RoleInvitation, str]:
    """A link with which so many accounts may take a role within so many days, and its token, which is not kept.

    Nobody becomes an owner by a link. Raises NotPermitted `not_owner`; InvalidInput `bad_role`, `bad_uses`, `bad_days`;
    Conflict `too_many_invitations`.
    """
    event = lock_event(event_id)
    require_owner(actor, event)
    if role not in INVITED_ROLES:
        raise InvalidInput("bad_role", _("One may be invited as organiser, arbiter or for check-in."), field="role")
    if not 1 <= uses <= MOST_USES:
        raise InvalidInput(
            "bad_uses", _("A link is good for 1 to %(most)d accounts.") % {"most": MOST_USES}, field="uses"
        )
    if not 1 <= days <= MOST_DAYS:
        raise InvalidInput("bad_days", _("A link is good for 1 to %(most)d days.") % {"most": MOST_DAYS}, field="days")
    known = RoleInvitation.objects.filter(event=event, revoked_at=None, expires_at__gt=now)
    if sum(row.is_open(now) for row in known) >= MOST_OPEN:
        raise Conflict("too_many_invitations", _("There are too many open invitations. Revoke some first."))
    token = secrets.token_urlsafe(24)
    made = RoleInvitation.objects.create(
        event=event, role=role, token_hash=hash_link(token), uses=uses, expires_at=now + timedelta(days=days),
        at=now, user=actor.user, player=actor.player, via=actor.via,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="event.invitation.made", target=event, scope=event,
        data={"role": role, "uses": uses, "days": days},
    )  # fmt: skip
    return made, token


@transaction.atomic
def revoke_invitation(*, actor: Actor, now: datetime, event_id: int, invitation_id: int) -> None:
    """The link stops working; who came by it keeps the role. Twice changes nothing. Raises NotPermitted `not_owner`;
    NotFound `invitation_unknown`."""
    event = lock_event(event_id)
    require_owner(actor, event)
    found = RoleInvitation.objects.filter(event=event, pk=invitation_id).first()
    if found is None:
        raise _unknown()
    if found.revoked_at is not None:
        return
    found.revoked_at = now
    found.save(update_fields=["revoked_at"])
    log_action(
        actor=actor, now=now, action="event.invitation.revoked", target=event, scope=event, data={"role": found.role}
    )


def find_invitation(token: str) -> RoleInvitation:
    """The invitation of a link, be it good still or not. Raises NotFound `invitation_unknown`."""
    found = RoleInvitation.objects.select_related("event", "user__player").filter(token_hash=hash_link(token)).first()
    if found is None:
        raise _unknown()
    return found


@transaction.atomic
def accept_invitation(*, actor: Actor, now: datetime, token: str) -> EventOrganiser:
    """The signed-in account takes the role. One that has it, or a higher one, keeps what it has, and uses up nothing.

    An account takes a role by a link once: whose role was taken away does not come back by the same link. Raises
    NotFound `invitation_unknown`; NotPermitted `not_signed_in`; Conflict `has_role`, `invitation_over` once it was
    revoked, used up, has expired or was taken by the same account.
    """
    event = lock_event(find_invitation(token).event_id)
    if actor.user is None or actor.via == "link":
        raise NotPermitted("not_signed_in", _("Sign in first."))
    found = find_invitation(token)
    held = EventOrganiser.objects.filter(event=event, user=actor.user).first()
    if held is not None and _RANK.index(OrganiserRole(held.role)) >= _RANK.index(OrganiserRole(found.role)):
        raise Conflict("has_role", _("You help to run this event already."), {"role": held.role})
    if not found.is_open(now) or _was_taken(event, actor.user, found):
        raise Conflict("invitation_over", _("This invitation is not valid any more. Ask the owner for a new one."))
    found.used += 1
    found.save(update_fields=["used"])
    row, _created = EventOrganiser.objects.update_or_create(event=event, user=actor.user, defaults={"role": found.role})
    log_action(
        actor=actor, now=now, action=_ACCEPTED, target=event, scope=event,
        data={"user": actor.user.get_username(), "role": found.role, "invitation": found.pk},
    )  # fmt: skip
    raise_version(event)
    return row


def _was_taken(event: Event, user: User, invitation: RoleInvitation) -> bool:
    acts = ActionLog.objects.filter(scope_type=event._meta.label_lower, scope_id=event.pk, action=_ACCEPTED, user=user)
    return acts.filter(data__invitation=invitation.pk).exists()


def _unknown() -> NotFound:
    return NotFound("invitation_unknown", _("There is no such invitation. Ask the owner of the event for a new one."))
