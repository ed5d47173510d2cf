"""Sessions and their accounts as Django keeps them, read with queries that are put together once.

`SESSION_ENGINE` names this module, and `AUTHENTICATION_BACKENDS` its backend. All but the reading is Django's and
allauth's.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import BACKEND_SESSION_KEY, get_user_model
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from tantrix_site.compiled import CompiledObjects

BACKEND = "players.sessions.AccountBackend"
BACKEND_BEFORE = "allauth.account.auth_backends.AuthenticationBackend"
"""What sessions name that were begun before the site had a backend of its own; nobody has to sign in anew."""

_sessions = CompiledObjects(lambda key: db.SessionStore.get_model_class().objects.filter(session_key=key))
_accounts = CompiledObjects(lambda number: get_user_model()._default_manager.filter(pk=number))


class SessionStore(db.SessionStore):
    """A session in the database; one that has run out is none."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = _sessions.one(self.session_key or "")
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

    def load(self) -> dict[str, Any]:
        told: dict[str, Any] = super().load()
        if told.get(BACKEND_SESSION_KEY) == BACKEND_BEFORE:
            told[BACKEND_SESSION_KEY] = BACKEND
        return told


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]
    """Allauth's; an account that is not active is nobody."""

    def get_user(self, user_id: int) -> Any:
        user = _accounts.one(int(user_id))
        return user if user is not None and self.user_can_authenticate(user) else None
