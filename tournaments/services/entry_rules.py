"""Setting the terms of entering an event (`docs/decisions/0116-terms-of-entry.md`)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from ratings.models import Title
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.eligibility import Conditions
from tournaments.formats.errors import SettingsError
from tournaments.models import Asked, EntryRules, EventState
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.services.access import lock_event, raise_version, require_organiser, require_version
from tournaments.services.waiting import promote_waiting


@dataclass(frozen=True)
class EntryTerms:
    """All an organiser sets about entering. Moments are in UTC."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    waiting_list: bool = False
    check_in_opens_at: datetime | None = None
    check_in_closes_at: datetime | None = None
    asked: tuple[str, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)

    @classmethod
    def of(cls, rules: EntryRules) -> "EntryTerms":
        values = {f.name: getattr(rules, f.name) for f in fields(cls)}
        return cls(**{**values, "asked": tuple(rules.asked), "conditions": conditions_of(rules)})

    def check(self) -> None:
        """Raises InvalidInput with the fault of each field."""
        for name, code, message in self._faults():
            raise InvalidInput(code, message, {"field": name}, field=name)

    def _faults(self) -> Iterator[tuple[str, str, str]]:
        if self.opens_at is not None and self.closes_at is not None and self.closes_at <= self.opens_at:
            yield "closes_at", "period_order", _("Entries close after they open.")
        if self.check_in_opens_at is not None and self.check_in_closes_at is None:
            yield "check_in_closes_at", "check_in_end", _("Say when the check-in ends.")
        elif (
            self.check_in_opens_at is not None
            and self.check_in_closes_at is not None
            and self.check_in_closes_at <= self.check_in_opens_at
        ):
            yield "check_in_closes_at", "period_order", _("The check-in ends after it opens.")
        if any(name not in Asked.values for name in self.asked) or len(set(self.asked)) < len(self.asked):
            yield "asked", "bad_choice", _("There is no such question.")
        if any(title not in Title.values for title in self.conditions.titles):
            yield "titles", "bad_choice", _("There is no such title.")


def read_conditions(values: dict[str, Any]) -> Conditions:
    """Conditions from plain values. Raises InvalidInput naming the field."""
    try:
        return Conditions.from_json(values)
    except SettingsError as error:
        field = str(error.extra.get("field", ""))
        raise InvalidInput(error.code, _("This condition cannot be."), {"field": field}, field=field) from error


@transaction.atomic
def set_entry_rules(
    *, actor: Actor, now: datetime, event_id: int, terms: EntryTerms, expected_version: int | None = None
) -> EntryRules:
    """Set the terms. They hold from now on: who is entered already stays so.

    Raises NotPermitted; InvalidInput naming the field; Conflict `event_finished`, `others_wait` (the waiting list
    cannot go while somebody waits on it); StaleVersion.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    terms.check()
    rules = rules_of(event)
    before = EntryTerms.of(rules)
    if before == terms:
        return rules
    waiting = event.waiting_places.filter(ended_at=None).count()
    if waiting and not terms.waiting_list:
        raise Conflict(
            "others_wait",
            _("%(count)d are on the waiting list. Enter or remove them first.") % {"count": waiting},
            {"waiting": waiting},
            field="waiting_list",
        )
    for name in (f.name for f in fields(EntryTerms)):
        setattr(rules, name, getattr(terms, name))
    rules.asked, rules.conditions = list(terms.asked), terms.conditions.as_json()
    rules.save()
    changed = [f.name for f in fields(EntryTerms) if getattr(before, f.name) != getattr(terms, f.name)]
    log_action(
        actor=actor, now=now, action="event.entry_rules", target=event, scope=event,
        data={name: [_plain(getattr(before, name)), _plain(getattr(terms, name))] for name in changed},
    )  # fmt: skip
    promote_waiting(actor=actor, now=now, event=event)
    raise_version(event)
    return rules


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value.as_json() if isinstance(value, Conditions) else value
