"""Who may do what concerns the ratings of everybody, and must say why."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from tantrix_site.errors import InvalidInput, NotPermitted


def is_administrator(user: AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether an account is an administrator's; for pages that show what only these may do."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def require_administrator(actor: Actor) -> None:
    """Raises NotPermitted `not_administrator` for everybody but an administrator and the site itself."""
    if not (actor.is_system or (actor.via != "link" and is_administrator(actor.user))):
        raise NotPermitted("not_administrator", _("Only an administrator may do this."))


def require_reason(reason: str) -> str:
    """The reason without space around it. Raises InvalidInput `reason_needed` where there is none."""
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    return reason.strip()


def is_staff(user: AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether an account works for the site, as administrators do; for pages that show what only these may do."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def require_staff(actor: Actor) -> None:
    """Raises NotPermitted `not_staff` for everybody but the staff and the site itself."""
    if not (actor.is_system or (actor.via != "link" and is_staff(actor.user))):
        raise NotPermitted("not_staff", _("Only the staff of the site may do this."))
