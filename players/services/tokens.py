"""API tokens: made once, shown once, revoked at any time."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ApiToken, User
from players.services.action_log import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted

MOST_TOKENS = 20
NAME_LENGTH = 60
USE_NOTED_EVERY = timedelta(hours=1)


@transaction.atomic
def create_token(*, actor: Actor, now: datetime, name: str) -> tuple[ApiToken, str]:
    """A new token and its secret, which is not stored and cannot be shown again.

    Raises InvalidInput for the name, Conflict `token_name_taken` or `too_many_tokens`.
    """
    user = _owner(actor)
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise InvalidInput(
            "token_name_empty", _("Give the token a name, such as the program that uses it."), field="name"
        )
    if len(name) > NAME_LENGTH:
        raise InvalidInput(
            "token_name_too_long", _("At most %(most)s characters are possible.") % {"most": NAME_LENGTH}, field="name"
        )
    User.objects.select_for_update().get(pk=user.pk)
    tokens = ApiToken.objects.filter(user=user)
    if tokens.filter(name=name).exists():
        raise Conflict("token_name_taken", _("You have a token of this name already."), field="name")
    if tokens.count() >= MOST_TOKENS:
        raise Conflict(
            "too_many_tokens",
            _("An account has at most %(most)s tokens. Revoke one you no longer need.") % {"most": MOST_TOKENS},
            {"most": MOST_TOKENS},
        )
    token, secret = ApiToken.objects.create(user=user, name=name)
    log_action(actor=actor, now=now, action="token.created", target=user, data={"token": token.public_id, "name": name})
    return token, secret


@transaction.atomic
def revoke_token(*, actor: Actor, now: datetime, public_id: str) -> None:
    """The token stops working at once. Raises NotFound for one that is not there or belongs to another account."""
    user = _owner(actor)
    token = ApiToken.objects.select_for_update().filter(user=user, public_id=public_id).first()
    if token is None:
        raise NotFound("token_not_found", _("There is no such token."))
    token.delete()
    log_action(actor=actor, now=now, action="token.revoked", target=user, data={"token": public_id, "name": token.name})


def note_token_use(*, token: ApiToken, now: datetime) -> None:
    """Remember that the token is in use; written at most once an hour."""
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _owner(actor: Actor) -> User:
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    return actor.user
