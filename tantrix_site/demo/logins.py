"""The accounts a newcomer may use."""

from dataclasses import dataclass

PASSWORD = "tantrix-demo"  # noqa: S105  (known to everybody; the demo is refused in production)


@dataclass(frozen=True)
class Login:
    username: str
    name: str
    part: str


ORGANISER = Login("organiser", "Olga Organiser", "organiser of the demo events")
ONE = Login("player1", "Petra Playerone", "a player with an open match against player2")
TWO = Login("player2", "Tomas Playertwo", "a player with an open match against player1")
LOGINS = (ORGANISER, ONE, TWO)


def describe(address: str) -> list[str]:
    """What the terminal says once the demo is there."""
    return [
        f"Demo accounts, password {PASSWORD}; sign in at {address}/accounts/login/",
        *(f"  {login.username:10} {login.part}" for login in LOGINS),
    ]
