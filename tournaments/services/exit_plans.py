"""What a withdrawal, a disqualification or a return would change, before anybody agrees to it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import Conflict
from tournaments.formats.impact import impact
from tournaments.models import PRESENT_STATES, EntryState, ExitKind
from tournaments.models import Exit as ExitRow
from tournaments.selectors.stages import load_current
from tournaments.services.access import lock_entry, require_organiser
from tournaments.services.applying import Planned
from tournaments.services.exits import (
    facts_after_exit,
    facts_after_return,
    require_may_withdraw,
    require_no_own_walkover,
)


def plan_exit(*, actor: Actor, now: datetime, entry_id: int, kind: ExitKind = ExitKind.WITHDRAWN) -> Planned | None:
    """What a withdrawal or disqualification would change; None before the draw. Nothing is stored.

    Raises NotPermitted `not_your_entry`, `own_match`; Conflict `entry_left`.
    """
    with transaction.atomic():
        event, entry = lock_entry(entry_id)
        require_may_withdraw(actor, event, entry)
        loaded = load_current(event, history=True)
        if loaded is None:
            return None
        if entry.state not in PRESENT_STATES:
            raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name})
        if entry.state == EntryState.WAITING:
            return None
        after = facts_after_exit(loaded, entry, now, kind)
        return Planned(impact(loaded.structure, loaded.facts, after), loaded, after)


def plan_return(*, actor: Actor, now: datetime, entry_id: int) -> Planned | None:
    """What taking an exit back would change; None before the draw. Nothing is stored.

    Raises NotPermitted `not_organiser`, `own_match`; Conflict `not_left`.
    """
    with transaction.atomic():
        event, entry = lock_entry(entry_id)
        require_organiser(actor, event)
        require_no_own_walkover(actor, event, entry)
        loaded = load_current(event, history=True)
        if not ExitRow.objects.filter(entry=entry, revoked_at=None).exists():
            raise Conflict("not_left", _("%(name)s has not left.") % {"name": entry.name})
        if loaded is None:
            return None
        after = facts_after_return(loaded, entry, now)
        return Planned(impact(loaded.structure, loaded.facts, after), loaded, after)
