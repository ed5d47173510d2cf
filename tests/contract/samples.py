"""Real things for generated requests to meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils import timezone

from games.engine.random_games import random_record
from games.services import submit_record
from players.actors import SYSTEM, account_actor
from players.services import create_player, create_token
from tantrix_site.demo.records import as_bytes
from tests.tournaments.scene import LEFT_WINS, make_scene


@dataclass(frozen=True)
class Samples:
    """Values for path parameters by the beginning of their address, and the headers of somebody who may do a lot."""

    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def for_path(self, path: str) -> dict[str, Any] | None:
        found = [values for prefix, values in self.parameters.items() if path.startswith(prefix)]
        return {name: value for values in found for name, value in values.items() if f"{{{name}}}" in path} or None


def make() -> Samples:
    """A running event of four: M1 is open, M2 reported by a player and to be confirmed; the owner has a profile."""
    now = timezone.now()
    scene = make_scene(4)
    user = scene.owner.user
    assert user is not None
    user.is_superuser = user.is_staff = True
    user.save()
    create_player(actor=SYSTEM, now=now, user=user, details={"name": "Contract Tester"})
    actor = account_actor(user)
    _token, secret = create_token(actor=actor, now=now, name="contract")
    revocable, _secret = create_token(actor=actor, now=now, name="to be revoked")
    submission = submit_record(actor=actor, now=now, data=as_bytes(random_record(Random(1))))
    scene.report(2, 3, LEFT_WINS)
    player = scene.player(1).player
    assert player is not None
    return Samples(
        parameters={
            "/api/v1/auth/tokens/": {"public_id": revocable.public_id},
            "/api/v1/records/": {"public_id": submission.public_id},
            "/api/v1/events/": {"slug": scene.event.slug},
            "/api/v1/entries/": {"id": scene.entries[0].pk},
            "/api/v1/players/": {"slug": player.slug},
            "/api/v1/matches/": {"id": scene.match(2).pk, "number": 1},
        },
        headers={"Authorization": f"Token {secret}"},
    )
