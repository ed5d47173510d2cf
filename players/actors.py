"""Who acts: passed to every service as `actor`."""

from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from knox.models import AbstractAuthToken
from rest_framework.request import Request

from players.models import Player, User
from tantrix_site.compiled import CompiledObjects
from tantrix_site.errors import NotPermitted

Via = Literal["account", "token", "link", "system"]


@dataclass(frozen=True)
class Actor:
    """The one who asks for a change: an account (page or API token), a private entry link, or the site itself.

    `player` is the profile that acts, if there is one. `entry_id` is set only for a private entry link and limits
    the actor to that entry.
    """

    via: Via
    user: User | None = None
    player: Player | None = None
    entry_id: int | None = None

    @property
    def is_system(self) -> bool:
        return self.via == "system"


SYSTEM = Actor(via="system")


_profile_of = CompiledObjects(lambda user: Player.objects.filter(user=user))


def account_actor(user: User, *, via: Via = "account") -> Actor:
    """The actor of a signed-in user; the profile is read once."""
    return Actor(via=via, user=user, player=_profile_of.one(user.pk))


def request_actor(request: HttpRequest | Request) -> Actor:
    """Who acts in a page's or the API's request; read once per request.

    `via` is "token" when the request came with an API token. Raises NotPermitted `not_signed_in` for nobody;
    pages reached by a private entry link make their own actor.
    """
    user = request.user
    if not isinstance(user, User):
        raise NotPermitted("not_signed_in", _("Sign in first."))
    # the request framework wraps Django's request; both must find the same actor
    plain: HttpRequest = getattr(request, "_request", request)
    known: Actor | None = getattr(plain, "_actor", None)
    via: Via = "token" if isinstance(getattr(request, "auth", None), AbstractAuthToken) else "account"
    if known is None or known.user != user or known.via != via:
        known = account_actor(user, via=via)
        plain._actor = known  # type: ignore[attr-defined]
    return known
