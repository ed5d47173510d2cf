"""An entry leaves the event, or comes back (`docs/regulations.md` 3.4)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tournaments.formats.facts import Exit as CoreExit
from tournaments.formats.facts import ExitKind as CoreExitKind
from tournaments.formats.facts import Facts
from tournaments.formats.graph import MatchId
from tournaments.models import (
    PRESENT_STATES,
    Entry,
    EntryState,
    Event,
    EventState,
    Exit,
    ExitKind,
    MatchState,
    Report,
    ReportState,
    Slot,
    StageKind,
    StageState,
    WaitingEnd,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.boards import with_boards
from tournaments.selectors.pairs import plays_in_pair
from tournaments.selectors.stages import Loaded, load_current
from tournaments.selectors.team_officers import leads_team
from tournaments.services.access import (
    is_entrant,
    lock_entry,
    may_organise,
    raise_version,
    require_neutral,
    require_organiser,
)
from tournaments.services.applying import apply_facts
from tournaments.services.folding import note_places
from tournaments.services.team_access import may_lead
from tournaments.services.telling_entries import tell_entry
from tournaments.services.waiting import end_waiting, free_places, join_waiting_list, must_wait, promote_waiting

UNDO: Final = timedelta(minutes=30)


@transaction.atomic
def withdraw_entry(*, actor: Actor, now: datetime, entry_id: int, reason: str = "", digest: str | None = None) -> Entry:
    """An entrant, a team's captain or an organiser for one, withdraws.

    Open matches it stands in, now or later, become walkovers. Raises NotPermitted `not_your_entry`, `own_match`;
    Conflict `event_finished`, `entry_left`, `in_a_team`, and `result_depends` with the plan that must be seen first.
    """
    event, entry = lock_entry(entry_id)
    require_may_withdraw(actor, event, entry)
    return leave(actor, now, event, entry, ExitKind.WITHDRAWN, reason, digest)


@transaction.atomic
def disqualify_entry(*, actor: Actor, now: datetime, entry_id: int, reason: str, digest: str | None = None) -> Entry:
    """An organiser takes an entry out; the reason is public.

    Raises as `withdraw_entry`, and InvalidInput `reason_needed`.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    require_no_own_walkover(actor, event, entry)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    return leave(actor, now, event, entry, ExitKind.DISQUALIFIED, reason, digest)


@transaction.atomic
def revoke_exit(
    *,
    actor: Actor,
    now: datetime,
    entry_id: int,
    reason: str,
    digest: str | None = None,
    reinstate: Collection[MatchId] = (),
) -> Entry:
    """An organiser lets an entry come back. Walkovers it caused fall, and with them what was built on them.

    In a full event with a waiting list the entry waits, behind all others. Raises NotPermitted; InvalidInput
    `reason_needed`; Conflict `not_left`, `event_full`, `result_depends`, `plan_changed`, `not_reinstatable`.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    require_no_own_walkover(actor, event, entry)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    gone = Exit.objects.filter(entry=entry, revoked_at=None).first()
    if gone is None:
        raise Conflict("not_left", _("%(name)s has not left.") % {"name": entry.name})
    return _come_back(actor, now, event, entry, gone, reason, digest, reinstate)


@transaction.atomic
def undo_withdrawal(*, actor: Actor, now: datetime, entry_id: int) -> Entry:
    """An entrant takes a withdrawal of its own back within half an hour, as long as nobody else is touched by it.

    Once its place has been given to another, it waits behind all others. Raises NotPermitted `not_your_entry`; Conflict
    `not_left`, `undo_over`, `event_full`, `result_depends` (an organiser can still take it back).
    """
    event, entry = lock_entry(entry_id)
    if not is_entrant(actor, entry):
        raise NotPermitted("not_your_entry", _("Only the player can take the withdrawal back."))
    gone = Exit.objects.filter(entry=entry, revoked_at=None).first()
    if gone is None:
        raise Conflict("not_left", _("%(name)s has not left.") % {"name": entry.name})
    if not may_undo(gone, entry, now):
        raise Conflict("undo_over", _("This can be taken back by an organiser only."))
    return _come_back(actor, now, event, entry, gone, "", None, ())


def require_may_withdraw(actor: Actor, event: Event, entry: Entry) -> None:
    """Raises NotPermitted `not_your_entry`, `own_match`."""
    if not is_entrant(actor, entry) and not may_organise(actor, event) and not may_lead(actor, event, entry):
        raise NotPermitted("not_your_entry", _("Only the player or an organiser can withdraw this entry."))
    require_no_own_walkover(actor, event, entry)


def require_no_own_walkover(actor: Actor, event: Event, entry: Entry) -> None:
    """Who leaves or comes back makes or unmakes walkovers, which nobody does in a match of their own.

    A match that was played stands whatever happens to an entry, except in a group (`docs/regulations.md` 3.5). Raises
    NotPermitted `own_match` for an organiser who plays a match with that entry.
    """
    if is_entrant(actor, entry) or leads_team(actor, event, entry):
        return
    touched = ~Q(match__state=MatchState.DECIDED) | Q(match__stage__kind=StageKind.GROUPS)
    mine = Slot.objects.filter(touched, match__event=event, occupant=entry).values("match")
    others = Slot.objects.filter(match__in=mine, occupant__isnull=False).exclude(occupant=entry)
    require_neutral(actor, event, others.values_list("occupant", flat=True))


def may_undo(gone: Exit, entry: Entry, now: datetime) -> bool:
    """Whether an exit is a withdrawal by the entrant, or one of a pair, not longer ago than may be undone."""
    if gone.kind != ExitKind.WITHDRAWN or gone.player is None or now > gone.at + UNDO:
        return False
    return gone.player_id == entry.player_id or plays_in_pair(Actor(via="account", player=gone.player), entry)


def _come_back(
    actor: Actor,
    now: datetime,
    event: Event,
    entry: Entry,
    gone: Exit,
    reason: str,
    digest: str | None,
    reinstate: Collection[MatchId],
) -> Entry:
    tell_entry(
        actor, now, event, entry, "entry.waits" if must_wait(event) else "entry.returned", key=f"back:{gone.pk}",
        reason=reason,
    )  # fmt: skip
    if must_wait(event):
        _revoke(actor, now, gone, reason)
        entry.state = EntryState.WAITING
        entry.save(update_fields=["state"])
        join_waiting_list(actor=actor, now=now, event=event, entry=entry)
        log_action(
            actor=actor, now=now, action="entry.waits", target=entry, scope=event, data={"name": entry.name},
            reason=reason,
        )  # fmt: skip
        raise_version(event)
        return entry
    if free_places(event) <= 0:
        raise Conflict("event_full", _("All %(capacity)d places are taken.") % {"capacity": event.capacity})
    loaded = load_current(event, history=True)
    _revoke(actor, now, gone, reason)
    entry.state = EntryState.ACCEPTED
    entry.save(update_fields=["state"])
    log_action(actor=actor, now=now, action="entry.returned", target=entry, scope=event, reason=reason)
    if loaded is None:
        raise_version(event)
    else:
        apply_facts(
            actor=actor, now=now, loaded=loaded, after=facts_after_return(loaded, entry, now), digest=digest,
            reinstate=reinstate, reason=reason,
        )  # fmt: skip
        _note_who_goes_on(loaded)
    return entry


def _revoke(actor: Actor, now: datetime, gone: Exit, reason: str) -> None:
    gone.revoked_at, gone.revoked_by, gone.revoke_reason = now, actor.user, reason
    gone.save(update_fields=["revoked_at", "revoked_by", "revoke_reason"])


def facts_after_exit(loaded: Loaded, entry: Entry, now: datetime, kind: ExitKind) -> Facts:
    """The facts of a stage once the entry has left. In a stage that was closed before, nothing changes by it."""
    if not _counts_in(loaded, now):
        return loaded.facts
    return loaded.facts.with_exit(CoreExit(entry.pk, now, CoreExitKind(kind.value)))


def facts_after_return(loaded: Loaded, entry: Entry, now: datetime) -> Facts:
    """The facts of a stage once the entry is back. In a stage that was closed before, nothing changes by it."""
    if not _counts_in(loaded, now) or entry.pk not in loaded.facts.exits:
        return loaded.facts
    return loaded.facts.without_exit(entry.pk)


def _counts_in(loaded: Loaded, now: datetime) -> bool:
    return loaded.until is None or now <= loaded.until


def _note_who_goes_on(loaded: Loaded) -> None:
    """Between two stages an exit or a return changes who goes on, and so the places of those who do not."""
    if loaded.stage.state == StageState.FINISHED:
        note_places(loaded.event, loaded.stage)


def leave(
    actor: Actor, now: datetime, event: Event, entry: Entry, kind: ExitKind, reason: str, digest: str | None
) -> Entry:
    """An entry of a locked event leaves, by somebody who may say so; its place goes to who waits longest.

    Raises as `withdraw_entry`.
    """
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    if entry.team_id is not None:
        raise Conflict("in_a_team", _("%(name)s plays in a team, which stays.") % {"name": entry.name})
    if entry.state not in PRESENT_STATES:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name}, {"state": entry.state})
    # who waits stands in no match
    loaded = None if entry.state == EntryState.WAITING else load_current(event, history=True)
    end_waiting(entry, now, WaitingEnd.LEFT)
    gone = Exit.objects.create(
        entry=entry, kind=kind, at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason
    )
    before = entry.state
    entry.state = EntryState(kind.value)
    if loaded is None:
        # nothing was drawn by it yet, so that another may have the number
        entry.seed = None
    entry.save(update_fields=["state", "seed"])
    log_action(
        actor=actor, now=now, action=f"entry.{kind.value}", target=entry, scope=event,
        data={"name": entry.name, "changes": {"state": [before, entry.state]}},
        reason=reason,
    )  # fmt: skip
    tell_entry(actor, now, event, entry, f"entry.{kind.value}", key=str(gone.pk), reason=reason)
    if loaded is None:
        promote_waiting(actor=actor, now=now, event=event)
        raise_version(event)
        return entry
    after = facts_after_exit(loaded, entry, now, kind)
    folded = apply_facts(actor=actor, now=now, loaded=loaded, after=after, digest=digest, reason=reason)
    _note_who_goes_on(loaded)
    over = [match for match, found in folded.matches.items() if entry.pk in found.out and found.decision is None]
    reports = Report.objects.filter(match__in=with_boards(over), state__in=LIVE_STATES)
    reports.update(state=ReportState.SUPERSEDED, closed_at=now)
    return entry
