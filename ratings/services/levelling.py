"""Moving all ratings to the level (`docs/regulations.md` 8.6)."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from ratings.models import Relevelling
from ratings.selectors.lists import first_list
from ratings.services.access import require_administrator, require_reason
from ratings.services.applying import apply_locked, require_seen
from ratings.services.planning import basis
from ratings.services.writing import lock_clock
from tantrix_site.errors import Conflict, InvalidInput


def check_level_day(on: date, *, now: datetime) -> None:
    """Raises InvalidInput `future_day`, or `nobody_rated` for a day before the first event: it would be kept for ever
    and move nothing."""
    if on > now.date():
        raise InvalidInput("future_day", _("That day has not come yet."), field="on")
    first = first_list()
    if first is None or on < first:
        raise InvalidInput("nobody_rated", _("Nobody had a rating on that day."), field="on")


@transaction.atomic
def relevel(*, actor: Actor, now: datetime, on: date, reason: str, digest: str) -> Relevelling:
    """An administrator moves all ratings to the level after the events of a day, having seen the plan.

    The constant is worked out again when an earlier result is corrected. Raises NotPermitted `not_administrator`;
    InvalidInput `reason_needed` and those of `check_level_day`; Conflict `already_levelled`, `plan_changed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    clock = lock_clock()
    check_level_day(on, now=now)
    if Relevelling.objects.filter(on=on).exists():
        raise Conflict("already_levelled", _("Ratings were moved to the level on that day already."))
    require_seen(basis([], on), digest)
    act = Relevelling.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, on=on
    )  # fmt: skip
    apply_locked(clock, actor=actor, now=now, reason=reason)
    log_action(
        actor=actor, now=now, action="ratings.relevelled", target=act,
        data={"on": on.isoformat(), "constant": act.shifts.get(current=True).constant}, reason=reason,
    )  # fmt: skip
    return act
