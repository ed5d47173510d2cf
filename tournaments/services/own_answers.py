"""Changing what an entrant answered, after entering."""

from dataclasses import fields
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, NotPermitted
from tournaments.models import PRESENT_STATES, Entry, EntryAnswers, Event, EventState
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.seeding import is_drawn
from tournaments.services.access import is_entrant, lock_entry, may_organise, raise_version
from tournaments.services.answers import Answers, note_answers, require_answers

# a date of birth is kept in the profile, and the log never names one
KEPT = tuple(field.name for field in fields(Answers) if field.name != "birth_date")


@transaction.atomic
def change_answers(*, actor: Actor, now: datetime, entry_id: int, answers: Answers) -> Entry:
    """Answer the questions of an event anew: entrants until entries close or the draw is made, organisers always.

    Raises NotPermitted `not_your_entry`; Conflict `nothing_asked`, `entry_left`, `entry_closed`, `entries_drawn`,
    `event_finished`, `answer_needed` naming the question; InvalidInput for answers that cannot be.
    """
    event, entry = lock_entry(entry_id)
    organiser = may_organise(actor, event)
    if not organiser and not is_entrant(actor, entry):
        raise NotPermitted("not_your_entry", _("Only the player or an organiser can change these answers."))
    if entry.player is None or not rules_of(event).asked:
        raise Conflict("nothing_asked", _("The event asks nothing of this entry."))
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    if not organiser:
        _require_changeable(event, entry, now)
        require_answers(event, entry.player, str(entry.country), answers)
    before = _stored(entry)
    note_answers(actor=actor, now=now, event=event, entry=entry, answers=answers)
    after = _stored(entry)
    changed = {name: [before[name], after[name]] for name in KEPT if before[name] != after[name]}
    if changed:
        log_action(
            actor=actor, now=now, action="entry.answers.changed", target=entry, scope=event,
            data={"name": entry.name, "changes": changed},
        )  # fmt: skip
        raise_version(event)
    return entry


def may_change_answers(event: Event, entry: Entry, now: datetime) -> bool:
    """Whether the entrant may: pages offer no more than that."""
    try:
        _require_changeable(event, entry, now)
    except Conflict:
        return False
    return entry.player_id is not None and bool(rules_of(event).asked) and event.state != EventState.FINISHED


def _require_changeable(event: Event, entry: Entry, now: datetime) -> None:
    if entry.state not in PRESENT_STATES:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": entry.name}, {"state": entry.state})
    if rules_of(event).is_closed(now):
        raise Conflict("entry_closed", _("Entries are closed. An organiser can still change this."))
    if event.state not in (EventState.DRAFT, EventState.PUBLISHED) or is_drawn(event):
        raise Conflict("entries_drawn", _("The draw has been made. An organiser can still change this."))


def _stored(entry: Entry) -> dict[str, str]:
    row = EntryAnswers.objects.filter(entry=entry).first()
    return {name: "" if row is None else str(getattr(row, name)) for name in KEPT}
