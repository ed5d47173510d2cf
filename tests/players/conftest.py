"""People to test with. Every test has at least two, so that "not yours" can be tried everywhere."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from players.actors import Actor, account_actor
from players.models import Player, User
from players.services import create_player

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
PASSWORD = "tile-after-tile"

MakePerson = Callable[..., User]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def make_person(db: None) -> MakePerson:
    def make(username: str, *, name: str = "", password: str = PASSWORD, email: str | None = None, **details) -> User:
        address = f"{username}@example.org" if email is None else email
        user = User.objects.create_user(username, address, password)
        create_player(
            actor=Actor(via="account", user=user),
            user=user,
            now=NOW,
            details={"name": name or username.title(), **details},
        )
        return user

    return make


@pytest.fixture
def anna(make_person: MakePerson) -> User:
    return make_person("anna", name="Anna Kovács", country="HU", time_zone="Europe/Budapest")


@pytest.fixture
def boris(make_person: MakePerson) -> User:
    return make_person("boris", name="Борис Ильин", country="RU")


@pytest.fixture
def organiser(make_person: MakePerson) -> User:
    return make_person("olga", name="Olga Dahl")


@pytest.fixture
def guest(organiser: User) -> Player:
    """A profile without an account, made by the organiser."""
    return create_player(actor=account_actor(organiser), now=NOW, details={"name": "Guest Player", "country": "NO"})


@pytest.fixture
def as_anna(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def as_boris(boris: User) -> Client:
    client = Client()
    client.force_login(boris)
    return client
