"""The private address of an account's calendar."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.services import log_action
from tantrix_site.errors import NotPermitted
from tournaments.models import CalendarLink
from tournaments.services.links import hash_link


@transaction.atomic
def make_calendar_link(*, actor: Actor, now: datetime) -> str:
    """A new secret for the address of the own calendar; the one before stops working. It is told this once.

    Raises NotPermitted `not_signed_in`.
    """
    user = _own_account(actor)
    token = secrets.token_urlsafe(24)
    CalendarLink.objects.update_or_create(user=user, defaults={"token_hash": hash_link(token), "made_at": now})
    log_action(actor=actor, now=now, action="calendar.link_made", target=user)
    return token


@transaction.atomic
def revoke_calendar_link(*, actor: Actor, now: datetime) -> bool:
    """The address stops working; False if there was none. Raises NotPermitted `not_signed_in`."""
    user = _own_account(actor)
    count, _rows = CalendarLink.objects.filter(user=user).delete()
    if count:
        log_action(actor=actor, now=now, action="calendar.link_revoked", target=user)
    return bool(count)


def _own_account(actor: Actor) -> User:
    if actor.user is None or actor.via == "link":
        raise NotPermitted("not_signed_in", _("Sign in first."))
    return actor.user
