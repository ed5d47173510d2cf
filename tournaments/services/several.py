"""One act on several matches or entries: what it would do to each first, then all of it or none (decision 135).

The preview does the act and takes it back, so that it tells exactly what will happen, rows that bear upon each other
included. Doing it is doing it again under the lock of the event, and it stands only if it came out as it was shown.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ActionLog
from players.services import log_action
from tantrix_site.errors import Conflict, DomainError, InvalidInput
from tournaments.models import Event
from tournaments.services.access import lock_event, require_arbiter, require_organiser
from tournaments.services.several_entries import ENTRY_ACTS
from tournaments.services.several_matches import MATCH_ACTS
from tournaments.services.several_values import Passed, SeveralAct, SeveralLine, SeveralOrder

MOST: Final = 200
# what arbiters may do as well
OF_ARBITERS: Final = (SeveralAct.CONFIRM, SeveralAct.WALKOVER, SeveralAct.DEFAULT, SeveralAct.DOUBLE_DEFAULT)
# what everybody will read the reason of
NEED_REASON: Final = (SeveralAct.DEFAULT, SeveralAct.DOUBLE_DEFAULT, SeveralAct.REFUSE)

_ACTS: Final[Mapping[SeveralAct, Callable[[Actor, datetime, Event, SeveralOrder, int], SeveralLine]]] = {
    **MATCH_ACTS,
    **ENTRY_ACTS,
}


@dataclass(frozen=True)
class SeveralPlan:
    """What an act does to each row, or why it passes it over. `digest` names all of it and must be sent back."""

    order: SeveralOrder
    lines: Sequence[SeveralLine] = field(default=())
    digest: str = ""

    @property
    def done(self) -> list[SeveralLine]:
        return [line for line in self.lines if not line.code]

    @property
    def passed_over(self) -> list[SeveralLine]:
        return [line for line in self.lines if line.code]


def plan_several(*, actor: Actor, now: datetime, event_id: int, order: SeveralOrder) -> SeveralPlan:
    """What the act would do to each row. Nothing is stored.

    Raises NotPermitted `not_organiser`, `not_arbiter`; InvalidInput `nothing_chosen`, `too_many`, `reason_needed`,
    `deadline_needed`, `naive_time`.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        plan = _run(actor, now, event, order)
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def do_several(*, actor: Actor, now: datetime, event_id: int, order: SeveralOrder, digest: str) -> ActionLog:
    """Do what was shown, all of it or none; each row is logged as if it had been done alone, and the act as one.

    Raises as `plan_several`; Conflict `plan_changed` where it would come out otherwise by now, `nothing_to_do`.
    """
    event = lock_event(event_id)
    plan = _run(actor, now, event, order)
    if plan.digest != digest:
        raise Conflict(
            "plan_changed",
            _("Meanwhile something else happened, and the consequences are no longer those you saw."),
            {"digest": plan.digest},
        )
    if not plan.done:
        raise Conflict("nothing_to_do", _("Nothing of this can be done."))
    data = {
        "act": str(order.act), "count": len(plan.done), "done": [line.id for line in plan.done],
        "passed_over": {str(line.id): line.code for line in plan.passed_over},
    }  # fmt: skip
    return log_action(
        actor=actor, now=now, action="event.several", target=event, scope=event, data=data, reason=order.reason
    )


def _run(actor: Actor, now: datetime, event: Event, order: SeveralOrder) -> SeveralPlan:
    if order.act in OF_ARBITERS:
        require_arbiter(actor, event, None)
    else:
        require_organiser(actor, event)
    _check(order)
    lines = [_row(actor, now, event, order, pk) for pk in dict.fromkeys(order.ids)]
    return SeveralPlan(order, lines, _digest(order, lines))


def _check(order: SeveralOrder) -> None:
    if not order.ids:
        raise InvalidInput("nothing_chosen", _("Choose at least one row."), field="ids")
    if len(set(order.ids)) > MOST:
        message = _("At most %(most)d at once; these are %(count)d.")
        raise InvalidInput("too_many", message % {"most": MOST, "count": len(set(order.ids))}, field="ids")
    if order.act in NEED_REASON and not order.reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if order.act is SeveralAct.DEADLINE and order.deadline is None:
        raise InvalidInput("deadline_needed", _("Say until when."), field="deadline")
    if order.deadline is not None and order.deadline.tzinfo is None:
        raise InvalidInput("naive_time", _("Give the time with its zone."), field="deadline")


def _row(actor: Actor, now: datetime, event: Event, order: SeveralOrder, pk: int) -> SeveralLine:
    """The act on one row; one that it cannot be done to leaves no trace."""
    try:
        with transaction.atomic():
            return _ACTS[order.act](actor, now, event, order, pk)
    except Passed as passed:
        return passed.line
    except DomainError as error:
        return SeveralLine(pk, str(error.extra.get("name", "")), str(error.message), code=error.code)


def _digest(order: SeveralOrder, lines: Iterable[SeveralLine]) -> str:
    told = [
        str(order.act), order.deadline and order.deadline.isoformat(), sorted(order.sides.items()), order.reason,
        order.without_warnings,
        [(line.id, line.code, line.state, line.before, line.after) for line in lines],
    ]  # fmt: skip
    return sha256(json.dumps(told, default=str).encode()).hexdigest()
