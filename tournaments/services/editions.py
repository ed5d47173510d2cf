"""Editions of series: starting a new one, joining an event that exists, taking it out again."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.progression import Progression
from tournaments.models import Edition, Event, Series, Stage
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.event_details import EventDetails
from tournaments.services.events import create_event
from tournaments.services.series import lock_series, require_keeper
from tournaments.services.stages import StagePlan, plan_of, plan_stages

MOST_NUMBER: Final = 999
# what an edition decides anew each time
_OWN: Final = ("name", "starts_on", "ends_on")


@dataclass(frozen=True)
class EditionPlan:
    """A new edition as its organiser wants it. Settings come from the event `copied`, else from the series."""

    year: int
    number: int | None = None
    name: str = ""
    copied: Event | None = None
    time_zone: str = ""


@transaction.atomic
def start_edition(*, actor: Actor, now: datetime, series_id: int, plan: EditionPlan) -> Edition:
    """A draft event with the settings and stages of an earlier one or of the series, joined to the series.

    Entries, dates and draws are not copied. Raises NotFound `series_not_found`; NotPermitted `not_keeper`,
    `not_organiser`; InvalidInput naming the field; Conflict `edition_exists`.
    """
    series = lock_series(series_id)
    require_keeper(actor, series)
    _check(series, plan.year, plan.number)
    if plan.copied is not None and not plan.copied.is_public:
        require_organiser(actor, plan.copied)
    details, stages = series_defaults(series) if plan.copied is None else event_settings(plan.copied)
    details = replace(
        details,
        name=(plan.name.strip() or f"{series.name} {plan.year}"),
        time_zone=plan.time_zone or details.time_zone,
    )
    event = create_event(actor=actor, now=now, details=details)
    if stages:
        plan_stages(actor=actor, now=now, event_id=event.pk, plans=stages)
    return _join(actor, now, series, event, plan.year, plan.number)


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
    details, stages = event_settings(event)
    plain = EventDetails(name="")
    names = [field.name for field in fields(EventDetails) if field.name not in (*_OWN, "place", "description")]
    kept: dict[str, Any] = {
        name: list(value) if isinstance(value := getattr(details, name), tuple) else value
        for name in names
        if getattr(details, name) != getattr(plain, name)
    }
    defaults = {"event": kept, "stages": [stage_json(stage) for stage in stages]}
    if defaults != series.defaults:
        series.defaults = defaults
        series.save(update_fields=["defaults"])
        log_action(
            actor=actor, now=now, action="series.defaults", target=series, scope=series, data={"event": event.slug}
        )
    return series


def series_defaults(series: Series) -> tuple[EventDetails, tuple[StagePlan, ...]]:
    """The default regulations of a series: settings of an event without name, and its stages (none: a knockout)."""
    stored = dict(series.defaults.get("event", {}))
    if "games_by_round" in stored:
        stored["games_by_round"] = tuple(stored["games_by_round"])
    stages = tuple(_stage_from(json) for json in series.defaults.get("stages", ()))
    return EventDetails(**{"name": "", **stored}), stages


def event_settings(event: Event) -> tuple[EventDetails, tuple[StagePlan, ...]]:
    """The settings and stages of an event, without its dates."""
    stages = tuple(plan_of(stage) for stage in Stage.objects.filter(event=event).order_by("number"))
    return replace(EventDetails.of(event), starts_on=None, ends_on=None), stages


def next_number(series: Series) -> int | None:
    """The number after the highest one known; None where no edition is numbered."""
    highest = Edition.objects.filter(series=series).aggregate(most=Max("number"))["most"]
    return None if highest is None else int(highest) + 1


def stage_json(plan: StagePlan) -> dict[str, Any]:
    """A planned stage as the defaults of a series keep it."""
    return {"kind": str(plan.kind), "name": plan.name, "settings": dict(plan.settings), "feed": plan.feed}


def _stage_from(stored: dict[str, Any]) -> StagePlan:
    feed = stored.get("feed")
    rule = None if feed is None else Progression.from_json(feed["rule"])
    return StagePlan(
        stored["kind"], stored.get("name", ""), stored.get("settings", {}), rule, bool((feed or {}).get("crossing"))
    )


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
