"""Who is there for which round of a Swiss stage: late entries and absences (`docs/regulations.md` 5.3)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tournaments.formats.settings import SwissSettings
from tournaments.models import Attendance, AttendanceKind, Entry, EntryState, Event, Stage, StageKind, StageState
from tournaments.selectors.stages import current_stage, stage_settings
from tournaments.selectors.swiss import last_round
from tournaments.services.access import is_entrant, lock_entry, may_organise, raise_version


def takes_late_entries(event: Event) -> Stage | None:
    """The running Swiss stage that a late entry would join, if there is one and it is the first stage."""
    stage = current_stage(event)
    joins = stage.number == 1 and stage.kind == StageKind.SWISS and stage.state == StageState.RUNNING
    return stage if joins else None


def join_stage(*, actor: Actor, now: datetime, stage: Stage, entry: Entry) -> Attendance:
    """A new entry of a running Swiss stage plays from the next round on, with 0 TP for those it missed.

    The event is locked by the caller. One that comes back after leaving keeps the rounds it has played.
    """
    known = Attendance.objects.filter(stage=stage, entry=entry, kind=AttendanceKind.JOINS, revoked_at=None).first()
    if known is not None:
        return known
    joined = Attendance.objects.create(
        stage=stage, entry=entry, kind=AttendanceKind.JOINS, round=last_round(stage) + 1, at=now, user=actor.user,
        player=actor.player, via=actor.via,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="entry.joined", target=entry, scope=stage.event,
        data={"name": entry.name, "stage": stage.number, "round": joined.round},
    )  # fmt: skip
    return joined


@transaction.atomic
def set_absence(
    *, actor: Actor, now: datetime, entry_id: int, round_number: int, absent: bool = True, reason: str = ""
) -> None:
    """An entrant, or an organiser for one, misses a round that is not paired yet, or will be there after all.

    A missed round brings nothing. Doing it twice changes nothing. Raises NotPermitted `not_your_entry`; Conflict
    `not_swiss`, `round_paired`, `entry_left`; InvalidInput `bad_round`.
    """
    event, entry = lock_entry(entry_id)
    if not is_entrant(actor, entry) and not may_organise(actor, event):
        raise NotPermitted("not_your_entry", _("Only the player or an organiser can say so."))
    stage = current_stage(event)
    stage.event = event
    if stage.kind != StageKind.SWISS or stage.state == StageState.FINISHED:
        raise Conflict("not_swiss", _("No Swiss stage is being played."))
    if entry.state != EntryState.ACCEPTED:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name}, {"state": entry.state})
    settings = stage_settings(stage, event)
    rounds = settings.rounds if isinstance(settings, SwissSettings) else 0
    if not 1 <= round_number <= rounds:
        raise InvalidInput("bad_round", _("There is no such round."), {"rounds": rounds}, field="round")
    if round_number <= last_round(stage):
        raise Conflict("round_paired", _("Round %(round)d is paired already.") % {"round": round_number})
    rows = Attendance.objects.filter(
        stage=stage, entry=entry, kind=AttendanceKind.ABSENT, round=round_number, revoked_at=None
    )
    if rows.exists() == absent:
        return
    if absent:
        Attendance.objects.create(
            stage=stage, entry=entry, kind=AttendanceKind.ABSENT, round=round_number, at=now, user=actor.user,
            player=actor.player, via=actor.via, reason=reason,
        )  # fmt: skip
    else:
        rows.update(revoked_at=now, revoked_by=actor.user)
    log_action(
        actor=actor, now=now, action="entry.absent" if absent else "entry.present", target=entry, scope=event,
        data={"name": entry.name, "round": round_number}, reason=reason,
    )  # fmt: skip
    raise_version(event)
