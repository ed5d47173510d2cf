"""Who loses the title of Lobby Master: planned and seen before it is applied (`docs/regulations.md` 9.3)."""

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db import transaction

from players.actors import Actor
from ratings.maths.masters import Demoted, Ground, Master, demotion_order, demotions
from ratings.models import EndKind, Title, TitleTerm
from ratings.selectors.masters import master_cap, master_standings
from ratings.services.access import require_administrator, require_reason
from ratings.services.applying import require_seen
from ratings.services.titles import end_terms
from ratings.services.writing import lock_clock

KINDS = {Ground.INACTIVE: EndKind.INACTIVE, Ground.LOWEST: EndKind.LOWEST}


@dataclass(frozen=True, slots=True)
class DemotionPlan:
    """All Masters in the order in which they lose the title, and those who lose it now.

    `room` is how many are to be approved at once.
    """

    cap: int
    room: int
    order: tuple[Master, ...]
    demoted: tuple[Demoted, ...]

    @property
    def remaining(self) -> int:
        """How many Masters there are after it."""
        return len(self.order) - len(self.demoted) + self.room

    @property
    def digest(self) -> str:
        """To be sent back by who has seen the plan; rankings may move, as long as the same people go."""
        told = [self.room, *([found.player, str(found.ground)] for found in self.demoted)]
        return sha256(json.dumps(told).encode()).hexdigest()


def plan_demotion(now: datetime, *, room: int = 0, all_inactive: bool = False) -> DemotionPlan:
    """Who has to go for the cap of today, and with `all_inactive` all who are not active. Stores nothing."""
    on = now.date()
    cap, masters = master_cap(on), master_standings(now)
    gone = demotions(masters, on, cap, room=room, all_inactive=all_inactive)
    return DemotionPlan(cap, room, demotion_order(masters, on), gone)


@transaction.atomic
def demote_masters(
    *, actor: Actor, now: datetime, reason: str, digest: str, all_inactive: bool = False
) -> DemotionPlan:
    """An administrator applies the plan that was seen. A plan without anybody changes nothing.

    Raises NotPermitted `not_administrator`, InvalidInput `reason_needed`, Conflict `plan_changed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    lock_clock()
    plan = plan_demotion(now, all_inactive=all_inactive)
    require_seen(plan, digest)
    apply_plan(plan, actor=actor, now=now, reason=reason)
    return plan


def apply_plan(plan: DemotionPlan, *, actor: Actor, now: datetime, reason: str) -> None:
    """End the titles of a plan, for who holds the clock and has had the plan seen."""
    players = {found.player: found.ground for found in plan.demoted}
    held = TitleTerm.objects.filter(holder__in=players, title=Title.LOBBY_MASTER, end=None).select_related("holder")
    terms = sorted(held, key=lambda term: term.holder_id)
    for ground, kind in KINDS.items():
        end_terms([t for t in terms if players[t.holder_id] is ground], kind, actor=actor, now=now, reason=reason)
