"""Programs that act for people of a scene."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from players.actors import Actor

Api = Callable[[Actor | None], APIClient]


@pytest.fixture
def api() -> Api:
    """A client signed in as the actor's account; None for anybody."""

    def make(actor: Actor | None = None) -> APIClient:
        client = APIClient()
        if actor is not None:
            client.force_authenticate(actor.user)
        return client

    return make


def code(answer: object) -> str:
    """The stable code of a refusal."""
    return answer.json()["errors"][0]["code"]  # type: ignore[attr-defined]
