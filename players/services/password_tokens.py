"""A token for a user name and a password: how a program gets one without a browser."""

from datetime import datetime

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.app_settings import LoginMethod
from allauth.account.internal.flows.login import derive_login_method
from allauth.account.utils import has_verified_email
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ApiToken, User
from players.services.tokens import create_token
from tantrix_site.errors import DomainError, NotPermitted

DEFAULT_NAME = "API"


class TooManyAttempts(DomainError):
    """The limit of wrong passwords for this account or address is reached."""

    status = 429


def token_for_password(
    *, request: HttpRequest, login: str, password: str, name: str | None, now: datetime
) -> tuple[ApiToken, str]:
    """A new token and its secret.

    Raises NotPermitted `invalid_credentials` (also for an account that does not exist or is closed), and only after the
    right password `second_factor_required` or `email_not_verified`; TooManyAttempts `too_many_attempts`; what
    `create_token` raises.
    """
    user = _authenticated(request, login, password)
    if user is None:
        raise NotPermitted("invalid_credentials", _("The user name or the password is wrong."))
    if is_mfa_enabled(user):
        raise NotPermitted(
            "second_factor_required", _("This account has a second factor: make the token on the page for API tokens.")
        )
    mandatory = app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY
    if mandatory and not has_verified_email(user):
        raise NotPermitted("email_not_verified", _("Confirm your e-mail address first."))
    actor = Actor(via="account", user=user)
    return create_token(actor=actor, now=now, name=name if name is not None else _free_name(user))


def require_password(*, request: HttpRequest, actor: Actor, password: str) -> None:
    """Raises NotPermitted `invalid_credentials` unless it is that of the account; TooManyAttempts."""
    user = None if actor.user is None else _authenticated(request, actor.user.username, password)
    if user is None or user != actor.user:
        raise NotPermitted("invalid_credentials", _("The user name or the password is wrong."))


def _authenticated(request: HttpRequest, login: str, password: str) -> User | None:
    credentials = {derive_login_method(login).value: login, LoginMethod.USERNAME.value: login, "password": password}
    try:
        user: User | None = get_adapter(request).authenticate(request, **credentials)
    except ValidationError:
        raise TooManyAttempts("too_many_attempts", _("Too many wrong passwords. Try again in a few minutes.")) from None
    return user if user is not None and user.is_active else None


def _free_name(user: User) -> str:
    taken = set(ApiToken.objects.filter(user=user).values_list("name", flat=True))
    numbered = (f"{DEFAULT_NAME} {n}" for n in range(2, len(taken) + 3))
    return next(name for name in (DEFAULT_NAME, *numbered) if name not in taken)
