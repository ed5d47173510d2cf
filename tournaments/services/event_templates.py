"""Making events from templates.

The templates of the site are `formats.event_templates.known`; organisers and series keep others (`saved_templates`).
Everything a template comes to is known before anything is made: `planned` is what is told, and `create_from_template`
makes just that through the services that organisers use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.event_templates.layouts import prepare
from tournaments.formats.event_templates.stored import as_stored, read_stored
from tournaments.formats.event_templates.values import (
    ConductShape,
    EntryShape,
    EventTemplate,
    Prepared,
    PrizeShape,
    StageShape,
    TemplateError,
)
from tournaments.models import Entry, EntryState, Event, Play, PrizeList, Stage
from tournaments.models.event import MAX_ENTRIES
from tournaments.selectors.arranging_rules import Arranging, arranging_of
from tournaments.selectors.entry_rules import rules_of
from tournaments.services.arranging_rules import check_arranging, set_arranging
from tournaments.services.entry_rules import EntryTerms, set_entry_rules
from tournaments.services.event_details import EventDetails
from tournaments.services.events import create_event
from tournaments.services.hiding import check_keep_days, set_keep_days
from tournaments.services.prizes import create_prize_list
from tournaments.services.releasing import set_audience
from tournaments.services.stages import StagePlan, plan_of, plan_stages
from tournaments.services.typed_results import set_checking

# what every event decides anew
OWN: Final = ("name", "starts_on", "ends_on")
WITHOUT_STAGES: Final = (Play.DRAWN_DOUBLES, Play.TABLES)


@dataclass(frozen=True)
class NewEvent:
    """What an organiser says of a new event.

    `entrants` is the expected number of entries: without it the template stands as it is. `chosen` are figures set
    otherwise than they follow from it. Without a place or zone those of the template hold.
    """

    name: str
    entrants: int | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)
    starts_on: date | None = None
    ends_on: date | None = None
    place: str = ""
    time_zone: str = ""


@dataclass(frozen=True)
class PlannedEvent:
    """What will be made: nothing is stored yet."""

    prepared: Prepared
    details: EventDetails
    stages: tuple[StagePlan, ...]

    @property
    def terms(self) -> EntryTerms:
        """The terms of entering: without moments, which every event has of its own."""
        entry = self.prepared.template.entry
        return EntryTerms(waiting_list=entry.waiting_list, asked=entry.asked, conditions=entry.conditions)

    def as_event(self) -> tuple[Event, list[Stage]]:
        """The event and its stages as they will be, without a row: to tell their rules beforehand."""
        event = Event()
        self.details.fill(event)
        return event, [
            Stage(
                event=event, number=number, kind=plan.kind, name=plan.name, settings=dict(plan.settings), feed=plan.feed
            )
            for number, plan in enumerate(self.stages, start=1)
        ]  # fmt: skip


def planned(template: EventTemplate, new: NewEvent) -> PlannedEvent:
    """What `create_from_template` will make. Raises InvalidInput naming the field, for a figure `chosen.<name>`."""
    try:
        prepared = prepare(template, new.entrants, new.chosen)
    except TemplateError as error:
        raise _refused(error) from error
    details = replace(
        EventDetails(name=new.name, starts_on=new.starts_on, ends_on=new.ends_on), **prepared.event
    )  # fmt: skip
    details = replace(
        details,
        place=new.place or details.place,
        time_zone=new.time_zone or details.time_zone,
        capacity=max(details.capacity, _room_for(new.entrants or 0)),
    )
    stages = () if details.play in WITHOUT_STAGES else tuple(map(_plan, prepared.stages))
    return PlannedEvent(prepared, details.settled(), stages)


@transaction.atomic
def create_from_template(*, actor: Actor, now: datetime, template: EventTemplate, new: NewEvent) -> Event:
    """A draft with the settings, stages, terms of entry, prize lists and conduct of a template: all of it or nothing.

    Raises NotPermitted `no_account`; InvalidInput naming the field.
    """
    plan = planned(template, new)
    event = create_event(actor=actor, now=now, details=plan.details)
    if plan.stages:
        plan_stages(actor=actor, now=now, event_id=event.pk, plans=plan.stages)
    if plan.terms != EntryTerms():
        set_entry_rules(actor=actor, now=now, event_id=event.pk, terms=plan.terms)
    for prize in template.prizes:
        create_prize_list(
            actor=actor, now=now, event_id=event.pk, kind=prize.kind, name=prize.name, under_age=prize.under_age,
            for_all=prize.for_all,
        )  # fmt: skip
    _set_conduct(actor, now, event, template.conduct)
    if template.key:
        data = {"template": template.key, "entrants": plan.prepared.entrants}
        log_action(actor=actor, now=now, action="event.from_template", target=event, scope=event, data=data)
    event.refresh_from_db()
    return event


def template_of_event(event: Event, *, key: str = "") -> EventTemplate:
    """What an event is set to as a template, made for as many entries as it has."""
    return read_content(content_of(event), key)


def content_of(event: Event) -> dict[str, Any]:
    """The same as it is stored."""
    details = EventDetails.of(event)
    stages = Stage.objects.filter(event=event).order_by("number")
    terms = EntryTerms.of(rules_of(event))
    # days of a year are not kept: without them the first day counts, and the day of entering
    conditions = replace(terms.conditions, age_on=None, rated_on=None)
    return as_stored(
        {name: getattr(details, name) for name in template_defaults()},
        [] if event.has_sittings else [_shape(plan_of(stage)) for stage in stages],
        EntryShape(terms.waiting_list, terms.asked, conditions),
        [
            PrizeShape(str(row.kind), row.name, row.under_age, row.for_all)
            for row in PrizeList.objects.filter(event=event).order_by("pk")
        ],
        _conduct_of(event),
        entrants=Entry.objects.filter(event=event, state=EntryState.ACCEPTED).count(),
    )


def _conduct_of(event: Event) -> ConductShape:
    rules = arranging_of(event)
    return ConductShape(
        rules.extension_days, rules.times, event.results_checked, event.keep_days, event.listed, event.draw_released,
        event.results_released,
    )  # fmt: skip


def _set_conduct(actor: Actor, now: datetime, event: Event, conduct: ConductShape) -> None:
    rules = Arranging(conduct.extension_days, conduct.times)
    if rules != Arranging():
        set_arranging(actor=actor, now=now, event_id=event.pk, rules=rules)
    set_checking(actor=actor, now=now, event_id=event.pk, on=conduct.results_checked)
    set_keep_days(actor=actor, now=now, event_id=event.pk, days=conduct.keep_days)
    set_audience(
        actor=actor, now=now, event_id=event.pk, listed=conduct.listed, draw_released=conduct.draw_released,
        results_released=conduct.results_released,
    )  # fmt: skip


def read_content(content: Any, key: str = "") -> EventTemplate:
    """What was stored of a template, with the defaults of today. Raises Conflict `template_unreadable`."""
    try:
        template = read_stored(content, template_defaults(), key=key)
        replace(EventDetails(name="?"), **template.event).check()
        EntryTerms(asked=template.entry.asked, conditions=template.entry.conditions).check()
        check_arranging(Arranging(template.conduct.extension_days, template.conduct.times))
        check_keep_days(template.conduct.keep_days)
    except (TemplateError, InvalidInput) as error:
        named = str(error.extra.get("field", "content"))
        text = _("This template cannot be used any more: “%(field)s” means nothing here. Save it anew from an event.")
        raise Conflict("template_unreadable", text % {"field": named}, {"field": named}) from error
    return template


def template_defaults() -> dict[str, Any]:
    """The settings a template may name, with what they are where it does not."""
    plain = EventDetails(name="")
    return {known.name: getattr(plain, known.name) for known in fields(EventDetails) if known.name not in OWN}


def _room_for(entrants: int) -> int:
    """More may come than were expected."""
    return min(MAX_ENTRIES, entrants + entrants // 4)


def _refused(error: TemplateError) -> InvalidInput:
    if error.code == "bad_entrants":
        text = _("This template is for %(low)d to %(high)d entries.") % dict(error.extra)
        return InvalidInput("bad_entrants", text, dict(error.extra), field="entrants")
    text = _("This cannot be with so many entries.")
    return InvalidInput("bad_choice", text, dict(error.extra), field=f"chosen.{error.extra['field']}")


def _plan(shape: StageShape) -> StagePlan:
    return StagePlan(shape.kind, shape.name, shape.settings, shape.rule, shape.crossing)


def _shape(plan: StagePlan) -> StageShape:
    return StageShape(str(plan.kind), plan.name, dict(plan.settings), plan.rule, plan.crossing)
