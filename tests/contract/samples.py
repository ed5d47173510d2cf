"""Real things for generated requests to meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any

from django.utils import timezone

from games.engine.random_games import random_record
from games.services import start_bulk_import, submit_record
from players.actors import SYSTEM, account_actor
from players.models import User
from players.services import create_player, create_token
from tantrix_site.demo.records import as_bytes


@dataclass(frozen=True)
class Samples:
    """Values for path parameters by the beginning of their address, and the headers of somebody who may do a lot."""

    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def for_path(self, path: str) -> dict[str, Any] | None:
        found = [values for prefix, values in self.parameters.items() if path.startswith(prefix)]
        return {name: value for values in found for name, value in values.items() if f"{{{name}}}" in path} or None


def make() -> Samples:
    now = timezone.now()
    user = User.objects.create_user("contract", "contract@example.org", is_superuser=True, is_staff=True)
    create_player(actor=SYSTEM, now=now, user=user, details={"name": "Contract Tester"})
    actor = account_actor(user)
    _token, secret = create_token(actor=actor, now=now, name="contract")
    revocable, _secret = create_token(actor=actor, now=now, name="to be revoked")
    submission = submit_record(actor=actor, now=now, data=as_bytes(random_record(Random(1))))
    upload = start_bulk_import(
        actor=actor, now=now, stream=BytesIO(b"{}\n"), content_type="application/jsonl", filename="season.jsonl"
    )
    return Samples(
        parameters={
            "/api/v1/auth/tokens/": {"public_id": revocable.public_id},
            "/api/v1/records/": {"public_id": submission.public_id},
            "/api/v1/records/bulk/": {"public_id": upload.public_id},
        },
        headers={"Authorization": f"Token {secret}"},
    )
