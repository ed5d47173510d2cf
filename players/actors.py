"""Who acts: passed to every service as `actor`."""

from dataclasses import dataclass
from typing import Literal

from players.models import Player, User

Via = Literal["account", "token", "link", "system"]


@dataclass(frozen=True)
class Actor:
    """The one who asks for a change: an account (page or API token), a private entry link, or the site itself.

    `player` is the profile that acts, if there is one. `entry_id` is set only for a private entry link and limits
    the actor to that entry.
    """

    via: Via
    user: User | None = None
    player: Player | None = None
    entry_id: int | None = None

    @property
    def is_system(self) -> bool:
        return self.via == "system"


SYSTEM = Actor(via="system")


def account_actor(user: User, *, via: Via = "account") -> Actor:
    """The actor of a signed-in user; the profile is read once."""
    return Actor(via=via, user=user, player=Player.objects.filter(user=user).first())
