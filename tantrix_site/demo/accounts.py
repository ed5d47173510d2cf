"""The demo's accounts and profiles."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ImproperlyConfigured

from players.actors import SYSTEM, Actor, account_actor
from players.models import Player, User
from players.services import create_player
from tantrix_site.demo.logins import LOGINS, ONE, ORGANISER, PASSWORD, TWO, Login

_COUNTRY = {ORGANISER: "NL", ONE: "NZ", TWO: "HU"}
_ZONE = {ORGANISER: "Europe/Amsterdam", ONE: "Pacific/Auckland", TWO: "Europe/Budapest"}
_COLOURS = {ORGANISER: ("green", ""), ONE: ("red", "yellow"), TWO: ("blue", "green")}


def make_accounts(now: datetime) -> dict[Login, Actor]:
    """The accounts with known passwords, each with its profile. Those that exist are left as they are."""
    if settings.PRODUCTION:
        raise ImproperlyConfigured("The demo's passwords are public: it is never loaded with PRODUCTION=1.")
    return {login: _account(login, now) for login in LOGINS}


def _account(login: Login, now: datetime) -> Actor:
    user = User.objects.filter(username=login.username).first()
    if user is None:
        user = User.objects.create(
            username=login.username, email=f"{login.username}@example.org", password=make_password(PASSWORD)
        )
    if not Player.objects.filter(user=user).exists():
        first, second = _COLOURS[login]
        create_player(
            actor=SYSTEM,
            now=now,
            user=user,
            details={
                "name": login.name,
                "country": _COUNTRY[login],
                "time_zone": _ZONE[login],
                "first_colour": first,
                "second_colour": second,
            },
        )
    return account_actor(user)
