"""Signing API requests with a token: `Authorization: Token ttx_…`."""

import re
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from players.models import ApiToken, User
from players.services import note_token_use

_TOKEN = re.compile(rb"[A-Za-z0-9_]{16,200}")


class ApiTokenAuthentication(TokenAuthentication):
    """Knox's tokens; refuses what cannot be one before asking the database, and notes when a token was last used."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        if not _TOKEN.fullmatch(token):
            raise AuthenticationFailed(_("Invalid token."))
        user, found = super().authenticate_credentials(token)
        note_token_use(token=found, now=timezone.now())
        return user, found

    def _cleanup_token(self, auth_token: ApiToken) -> bool:
        """Whether it has run out. Ours never do; Knox would read all others of the account too, with each request."""
        return auth_token.expiry is not None and super()._cleanup_token(auth_token)


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The same for the API's description of itself."""

    target_class = "players.api.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        scheme: dict[str, Any] = build_bearer_security_scheme_object("Authorization", "Token")
        return scheme
