"""Clients of people in a scene."""

from collections.abc import Callable

import pytest
from django.test import Client

from players.actors import Actor

As = Callable[[Actor | None], Client]


@pytest.fixture
def as_actor() -> As:
    """A client signed in as the actor's account; None for a visitor."""

    def make(actor: Actor | None) -> Client:
        client = Client()
        if actor is not None:
            client.force_login(actor.user)
        return client

    return make
