"""Signing API requests with a token: `Authorization: Token ttx_…`."""

import re

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
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
