"""Clients that are signed in without the way there."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from players.models import User


def signed_in(user: User) -> Client:
    """A client with a session of this account; `force_login` takes ten queries for it, and notes the sign-in."""
    told = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    key = get_random_string(32, "0123456789abcdefghijklmnopqrstuvwxyz")
    expires = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.create(session_key=key, session_data=SessionStore().encode(told), expire_date=expires)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client
