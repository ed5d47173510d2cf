"""Editions of series: starting a new one, joining an event that exists, taking it out again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.event_templates.stored import as_plain
from tournaments.formats.event_templates.values import EventTemplate
from tournaments.models import Edition, Event, Series
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.event_templates import (
    NewEvent,
    content_of,
    create_from_template,
    read_content,
    template_defaults,
    template_of_event,
)
from tournaments.services.saved_templates import find_template
from tournaments.services.series import lock_series, require_keeper

MOST_NUMBER: Final = 999
# what belongs to one edition
_PLACE: Final = ("place", "description")


@dataclass(frozen=True)
class EditionPlan:
    """A new edition as its organiser wants it.

    Settings come from the event `copied`, else from the `template` of that key, else from the series. With a number of
    `entrants` groups and rounds follow from it.
    """

    year: int
    number: int | None = None
    name: str = ""
    copied: Event | None = None
    time_zone: str = ""
    template: str = ""
    entrants: int | None = None


@transaction.atomic
def start_edition(*, actor: Actor, now: datetime, series_id: int, plan: EditionPlan) -> Edition:
    """A draft event with the settings and stages of an earlier one, of a template or of the series, joined to it.

    Entries, dates and draws are not copied. Raises NotFound `series_not_found`, `template_not_found`; NotPermitted
    `not_keeper`, `not_organiser`; InvalidInput naming the field; Conflict `edition_exists`, `template_unreadable`.
    """
    series = lock_series(series_id)
    require_keeper(actor, series)
    _check(series, plan.year, plan.number)
    if plan.copied is not None and not plan.copied.is_public:
        require_organiser(actor, plan.copied)
    new = NewEvent(plan.name.strip() or f"{series.name} {plan.year}", entrants=plan.entrants, time_zone=plan.time_zone)
    event = create_from_template(actor=actor, now=now, template=_template(actor, series, plan), new=new)
    return _join(actor, now, series, event, plan.year, plan.number)


def _template(actor: Actor, series: Series, plan: EditionPlan) -> EventTemplate:
    if plan.copied is not None:
        return template_of_event(plan.copied)
    return find_template(actor, plan.template) if plan.template else series_template(series)


@transaction.atomic
def add_edition(
    *, actor: Actor, now: datetime, series_id: int, event_id: int, year: int, number: int | None = None
) -> Edition:
    """Make an event an edition of one more series. The actor keeps the series and organises the event.

    Raises NotFound; NotPermitted `not_keeper`, `not_organiser`; InvalidInput; Conflict `edition_exists`.
    """
    event = lock_event(event_id)
    series = lock_series(series_id)
    require_keeper(actor, series)
    require_organiser(actor, event)
    known = Edition.objects.filter(series=series, event=event).first()
    if known is not None and (known.year, known.number) == (year, number):
        return known
    _check(series, year, number, event=event)
    return _join(actor, now, series, event, year, number)


@transaction.atomic
def remove_edition(*, actor: Actor, now: datetime, edition_id: int, reason: str = "") -> None:
    """Take an event of this site out of a series; the event itself stays as it is.

    A historic edition goes with the import that brought it. Raises NotFound `edition_not_found`; NotPermitted;
    Conflict `edition_is_historic`.
    """
    found = Edition.objects.filter(pk=edition_id).first()
    if found is None:
        raise NotFound("edition_not_found", _("There is no such edition."))
    if found.event_id is None:
        raise Conflict("edition_is_historic", _("A historic edition goes with the import that brought it: undo that."))
    event = lock_event(found.event_id)
    series = lock_series(found.series_id)
    require_keeper(actor, series)
    data = {"event": event.slug, "year": found.year, "number": found.number}
    if Edition.objects.filter(pk=edition_id).delete()[0] == 0:
        raise NotFound("edition_not_found", _("There is no such edition."))
    log_action(
        actor=actor, now=now, action="series.edition_removed", target=series, scope=series, data=data, reason=reason
    )
    raise_version(event)


@transaction.atomic
def keep_defaults(*, actor: Actor, now: datetime, series_id: int, event: Event) -> Series:
    """Let the settings and stages of an event be the default regulations of its series.

    Raises NotFound; NotPermitted `not_keeper`; Conflict `not_an_edition`.
    """
    series = lock_series(series_id)
    require_keeper(actor, series)
    if not Edition.objects.filter(series=series, event=event).exists():
        raise Conflict("not_an_edition", _("This event is no edition of the series."))
    plain = template_defaults()
    content = content_of(event)
    kept = {
        name: value for name, value in content["event"].items() if name not in _PLACE and value != as_plain(plain[name])
    }
    defaults = {**content, "event": kept}
    if defaults != series.defaults:
        series.defaults = defaults
        series.save(update_fields=["defaults"])
        log_action(
            actor=actor, now=now, action="series.defaults", target=series, scope=series, data={"event": event.slug}
        )
    return series


def series_template(series: Series) -> EventTemplate:
    """The default regulations of a series as a template; where none are kept a plain knockout.

    Raises Conflict `template_unreadable`.
    """
    return read_content(series.defaults)


def next_number(series: Series) -> int | None:
    """The number after the highest one known; None where no edition is numbered."""
    highest = Edition.objects.filter(series=series).aggregate(most=Max("number"))["most"]
    return None if highest is None else int(highest) + 1


def _check(series: Series, year: int, number: int | None, *, event: Event | None = None) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InvalidInput(
            "out_of_range",
            _("This must be from %(low)d to %(high)d.") % {"low": FIRST_YEAR, "high": LAST_YEAR},
            {"field": "year"},
            field="year",
        )
    if number is not None and not 1 <= number <= MOST_NUMBER:
        raise InvalidInput(
            "out_of_range",
            _("This must be from %(low)d to %(high)d.") % {"low": 1, "high": MOST_NUMBER},
            {"field": "number"},
            field="number",
        )
    numbered = Edition.objects.filter(series=series, number=number) if number is not None else Edition.objects.none()
    same = Edition.objects.filter(series=series, year=year)
    twice = Edition.objects.filter(series=series, event=event) if event is not None else Edition.objects.none()
    for field, rows in (("number", numbered), ("year", same), ("event", twice)):
        if rows.exists():
            raise Conflict(
                "edition_exists",
                {
                    "number": _("The series has an edition with this number already."),
                    "year": _("The series has an edition of this year already."),
                    "event": _("The event is an edition of this series already."),
                }[field],
                {"field": field},
                field=field,
            )


def _join(actor: Actor, now: datetime, series: Series, event: Event, year: int, number: int | None) -> Edition:
    edition = Edition.objects.create(series=series, event=event, year=year, number=number, created_at=now)
    log_action(
        actor=actor, now=now, action="series.edition_added", target=series, scope=series,
        data={"event": event.slug, "year": year, "number": number},
    )  # fmt: skip
    raise_version(event)
    return edition
