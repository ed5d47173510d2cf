"""Writing the action log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model

from players.actors import Actor
from players.models import ActionLog
from tantrix_site.compiled import insert


def log_action(
    *,
    actor: Actor,
    now: datetime,
    action: str,
    target: Model,
    scope: Model | None = None,
    data: Mapping[str, Any] | None = None,
    reason: str = "",
) -> ActionLog:
    """Append one act. Call it inside the transaction that makes the change."""
    row = ActionLog(
        at=now,
        user=actor.user,
        player=actor.player,
        via=actor.via,
        action=action,
        target_type=target._meta.label_lower,
        target_id=target.pk,
        scope_type=scope._meta.label_lower if scope is not None else "",
        scope_id=scope.pk if scope is not None else None,
        data=dict(data or {}),
        reason=reason,
    )
    insert(row)
    return row
