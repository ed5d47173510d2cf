"""More time for one match: asked for by a side, agreed to by the other, or given by an organiser."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound, NotPermitted
from tournaments.models import Event, Extension, ExtensionState, Match, MatchState
from tournaments.models.arranging import EXTENSION_TRANSITIONS
from tournaments.selectors.arranging_rules import own_limit
from tournaments.selectors.boards import boards_in
from tournaments.services.access import lock_match, match_entries, require_neutral, require_organiser, require_running
from tournaments.services.addressees import organisers_of
from tournaments.services.meeting import log_meeting, note_change, of_match, require_meeting, require_open
from tournaments.services.plain_text import plain_lines
from tournaments.services.telling import tell_accounts, tell_side, tell_sides

MOST_REASON: Final = 500
FARTHEST: Final = timedelta(days=366)
BATCH: Final = 500
WAITING: Final = (ExtensionState.ASKED, ExtensionState.AGREED)


@transaction.atomic
def ask_extension(*, actor: Actor, now: datetime, match_id: int, until: datetime, reason: str = "") -> Extension:
    """A side asks to play later than the deadline; the other side has to agree, and maybe an organiser.

    Raises NotPermitted `not_in_match`; Conflict as `require_meeting`, and `no_deadline`, `extension_waits`;
    InvalidInput `naive_time`, `not_later`, `time_past`, `too_far`, `text_too_long`.
    """
    event, match = lock_match(match_id)
    side, pair = require_meeting(actor, event, match)
    _lapse_others(match, pair, now)
    if Extension.objects.filter(match=match, state__in=WAITING).exists():
        raise Conflict("extension_waits", _("Somebody has asked for more time already; that is answered first."))
    before, until = _later(match, until, now)
    reason = plain_lines(reason, MOST_REASON, "reason")
    row = Extension.objects.create(
        **of_match(actor, now, match, side), before=before, after=until, state=ExtensionState.ASKED, reason=reason
    )
    log_meeting(
        actor, now, event, match, "deadline.extension_asked", reason=reason, before=before, after=until, side=side
    )
    note_change(event, match)
    tell_side(now=now, kind="more_time_asked", key=str(row.pk), match=match, side=1 - side, after=until)
    return row


@transaction.atomic
def answer_extension(*, actor: Actor, now: datetime, extension_id: int, agrees: bool) -> Extension:
    """The other side agrees or refuses. Agreed within the days that the event sets, the new deadline stands at once.

    Raises NotFound `extension_not_found`; NotPermitted `not_in_match`, `own_wish`; Conflict as `require_meeting`, and
    `extension_closed`, `deadline_moved`.
    """
    event, match, row = _locked(extension_id)
    side, pair = require_meeting(actor, event, match)
    if row.pair != pair or row.state != ExtensionState.ASKED:
        raise _closed(row)
    if row.side == side:
        raise NotPermitted("own_wish", _("Your opponent has to agree to this."))
    if not agrees:
        return _refuse(actor, now, event, match, row, "")
    _require_same_deadline(match, row)
    row.answered_at = now
    log_meeting(actor, now, event, match, "deadline.extension_agreed", before=row.before, after=row.after, side=side)
    limit = own_limit(event, match)
    if limit is not None and row.after <= limit:
        _apply(actor, now, event, match, row, "")
    else:
        _move(row, ExtensionState.AGREED)
        row.save(update_fields=["state", "answered_at"])
        note_change(event, match)
        tell_accounts(
            now=now, kind="more_time_to_rule", key=str(row.pk), match=match, users=organisers_of(event),
            after=row.after,
        )  # fmt: skip
    return row


@transaction.atomic
def withdraw_extension(*, actor: Actor, now: datetime, extension_id: int) -> Extension:
    """Who asked takes the wish back. Raises as `answer_extension`; NotPermitted `not_your_wish`."""
    event, match, row = _locked(extension_id)
    side, pair = require_meeting(actor, event, match)
    if row.pair != pair or not row.is_waiting:
        raise _closed(row)
    if row.side != side:
        raise NotPermitted("not_your_wish", _("Only who asked for more time can take that back."))
    _close(actor, now, row, ExtensionState.WITHDRAWN, "")
    log_meeting(actor, now, event, match, "deadline.extension_withdrawn", after=row.after, side=side)
    note_change(event, match)
    return row


@transaction.atomic
def rule_extension(*, actor: Actor, now: datetime, extension_id: int, grants: bool, reason: str = "") -> Extension:
    """An organiser grants or refuses what a side asked for, whether the other has agreed or not.

    Raises NotFound `extension_not_found`; NotPermitted `not_organiser`, `own_match`; InvalidInput `reason_needed` for
    a refusal; Conflict `event_finished`, `match_decided`, `extension_closed`, `deadline_moved`.
    """
    event, match, row = _locked(extension_id)
    require_organiser(actor, event)
    require_neutral(actor, event, match_entries(match))
    require_running(event)
    if row.pair != require_open(match) or not row.is_waiting:
        raise _closed(row)
    reason = plain_lines(reason, MOST_REASON, "reason")
    if not grants:
        if not reason:
            raise InvalidInput("reason_needed", _("Say why; both players will see it."), field="reason")
        return _refuse(actor, now, event, match, row, reason)
    _require_same_deadline(match, row)
    return _apply(actor, now, event, match, row, reason)


@transaction.atomic
def extend_deadline(*, actor: Actor, now: datetime, match_id: int, until: datetime, reason: str = "") -> Extension:
    """An organiser gives one match more time, without being asked; what was asked meanwhile is settled by it.

    Raises NotPermitted `not_organiser`, `own_match`; Conflict `event_not_started`, `event_finished`, `match_waiting`,
    `match_bye`, `match_decided`, `no_deadline`; InvalidInput as `ask_extension`.
    """
    event, match = lock_match(match_id)
    require_organiser(actor, event)
    require_neutral(actor, event, match_entries(match))
    require_running(event)
    require_open(match)
    before, until = _later(match, until, now)
    reason = plain_lines(reason, MOST_REASON, "reason")
    for waiting in Extension.objects.filter(match=match, state__in=WAITING):
        _close(actor, now, waiting, ExtensionState.LAPSED, reason)
    row = Extension(**of_match(actor, now, match, None), before=before, after=until, reason=reason)
    return _apply(actor, now, event, match, row, reason)


def lapse_extensions(*, now: datetime, limit: int = BATCH) -> int:
    """End the wishes for more time in matches that were decided meanwhile; how many. Twice changes nothing."""
    waiting = Extension.objects.filter(state__in=WAITING).exclude(match__state=MatchState.OPEN)
    found = 0
    for match_id in list(waiting.values_list("match", flat=True)[:limit]):
        try:
            with transaction.atomic():
                _event, match = lock_match(match_id)
                if match.state != MatchState.OPEN:
                    rows = Extension.objects.filter(match=match, state__in=WAITING)
                    found += rows.update(state=ExtensionState.LAPSED, closed_at=now)
        except DomainError:
            continue  # its match is gone
    return found


def _apply(actor: Actor, now: datetime, event: Event, match: Match, row: Extension, reason: str) -> Extension:
    _close(actor, now, row, ExtensionState.APPLIED, reason)
    match.extended_from = match.extended_from or row.before
    match.deadline = row.after
    match.save(update_fields=["deadline", "extended_from"])
    boards_in(Match.objects.filter(pk=match.pk)).update(deadline=row.after, extended_from=match.extended_from)
    log_meeting(
        actor, now, event, match, "deadline.extended", reason=reason or row.reason, before=row.before, after=row.after
    )
    note_change(event, match)
    tell_sides(now=now, kind="deadline_moved", key=str(row.pk), match=match, before=row.before, after=row.after)
    return row


def _refuse(actor: Actor, now: datetime, event: Event, match: Match, row: Extension, reason: str) -> Extension:
    _close(actor, now, row, ExtensionState.REFUSED, reason)
    log_meeting(
        actor, now, event, match, "deadline.extension_refused", reason=reason, before=row.before, after=row.after
    )
    note_change(event, match)
    told: dict[str, Any] = {
        "now": now,
        "kind": "more_time_refused",
        "key": str(row.pk),
        "match": match,
        "before": row.before,
    }
    if row.answered_at is not None:
        tell_sides(**told)
    else:
        tell_side(side=row.side, **told)
    return row


def _move(row: Extension, state: ExtensionState) -> None:
    """Change the state by the table of transitions; anything else is a fault of ours."""
    if state not in EXTENSION_TRANSITIONS[ExtensionState(row.state)]:
        raise RuntimeError(f"An extension cannot pass from {row.state} to {state}.")
    row.state = state


def _close(actor: Actor, now: datetime, row: Extension, state: ExtensionState, reason: str) -> None:
    _move(row, state)
    row.closed_at, row.closed_by, row.close_reason = now, actor.user, reason
    row.save()


def _lapse_others(match: Match, pair: tuple[int, int], now: datetime) -> None:
    """What others asked for who stood in this match before, or before the round's deadline was moved."""
    for row in Extension.objects.filter(match=match, state__in=WAITING):
        if row.pair != pair or row.before != match.deadline:
            _move(row, ExtensionState.LAPSED)
            row.closed_at = now
            row.save(update_fields=["state", "closed_at"])


def _locked(extension_id: int) -> tuple[Event, Match, Extension]:
    match_id = Extension.objects.filter(pk=extension_id).values_list("match", flat=True).first()
    if match_id is None:
        raise NotFound("extension_not_found", _("Nobody has asked for this."))
    event, match = lock_match(match_id)
    return event, match, Extension.objects.get(pk=extension_id)


def _closed(row: Extension) -> Conflict:
    return Conflict(
        "extension_closed",
        _("This has been answered already: %(state)s.") % {"state": row.get_state_display()},
        {"state": row.state},
    )


def _require_same_deadline(match: Match, row: Extension) -> None:
    if match.deadline != row.before:
        raise Conflict("deadline_moved", _("The deadline was changed meanwhile; ask anew if that is needed."))


def _later(match: Match, until: datetime, now: datetime) -> tuple[datetime, datetime]:
    """The deadline as it is, and the one wanted in full minutes."""
    if match.deadline is None:
        raise Conflict("no_deadline", _("This match has no deadline."))
    if until.tzinfo is None:
        raise InvalidInput("naive_time", _("Give the time with its zone."), field="until")
    until = until.replace(second=0, microsecond=0)
    if until <= now:
        raise InvalidInput("time_past", _("This time is past."), field="until")
    if until <= match.deadline:
        raise InvalidInput(
            "not_later", _("This is not later than the deadline."), {"deadline": match.deadline.isoformat()},
            field="until",
        )  # fmt: skip
    if until > now + FARTHEST:
        raise InvalidInput("too_far", _("That is too far ahead."), field="until")
    return match.deadline, until
