"""Clients of people in a scene."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from players.actors import Actor
from tests.sign_in import signed_in

As = Callable[[Actor | None], Client]


@pytest.fixture
def as_actor() -> As:
    """A client signed in as the actor's account; None for a visitor.

    Asked for the same account again, it is another window of the same browser: it shares the session and nothing else.
    """
    sessions: dict[int, str] = {}

    def make(actor: Actor | None) -> Client:
        known = sessions.get(actor.user.pk) if actor is not None else None
        if actor is not None and known is None:
            client = signed_in(actor.user)
            sessions[actor.user.pk] = client.cookies[settings.SESSION_COOKIE_NAME].value
            return client
        client = Client()
        if known is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = known
        return client

    return make
