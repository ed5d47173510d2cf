"""How much the games of a category of events weigh in ratings (`docs/regulations.md` 8.4): an administrator's acts.

What was rated already is rated anew, at once, and only as it was seen before (`ratings.services.planning`).
"""

from datetime import datetime
from math import isfinite

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from ratings.services import ChangePlan, EventResults, apply_changes, plan_changes, weighted_anew
from ratings.services.access import require_administrator, require_reason
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.models import Category, Event
from tournaments.models.category import LEAST_WEIGHT, MOST_WEIGHT
from tournaments.selectors.rated_games import source_of
from tournaments.services.access import lock_event, raise_version


@transaction.atomic
def create_category(*, actor: Actor, now: datetime, name: str) -> Category:
    """A category, which weighs 1 at first.

    Raises NotPermitted `not_administrator`; InvalidInput `name_empty`, `name_too_long`; Conflict `category_exists`.
    """
    require_administrator(actor)
    name = " ".join(name.split())
    if not name:
        raise InvalidInput("name_empty", _("A category needs a name."), field="name")
    if len(name) > 60:
        raise InvalidInput("name_too_long", _("The name may have at most 60 characters."), field="name")
    try:
        with transaction.atomic():
            category = Category.objects.create(name=name)
    except IntegrityError as error:
        raise Conflict("category_exists", _("There is a category of this name already."), field="name") from error
    log_action(actor=actor, now=now, action="category.created", target=category, data={"name": name})
    return category


def plan_category_weight(*, actor: Actor, category_id: int, weight: float) -> ChangePlan:
    """What another weight would do to ratings. Raises as `set_category_weight`."""
    require_administrator(actor)
    return plan_changes(_of_category(_checked(_find(category_id), weight), weight))


@transaction.atomic
def set_category_weight(
    *, actor: Actor, now: datetime, category_id: int, weight: float, reason: str, digest: str
) -> Category:
    """Give a category another weight, with the digest of the plan that was seen; its events are rated anew at once.

    Raises NotPermitted `not_administrator`; NotFound `category_not_found`; InvalidInput `reason_needed`, `bad_weight`;
    Conflict `no_change`, `plan_changed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    category = _checked(_find(category_id, lock=True), weight)
    before, category.weight = category.weight, weight
    category.save(update_fields=["weight"])
    apply_changes(actor=actor, now=now, results=_of_category(category, weight), reason=reason, digest=digest)
    log_action(
        actor=actor, now=now, action="category.weighed", target=category, data={"weight": [before, weight]},
        reason=reason,
    )  # fmt: skip
    return category


def plan_event_category(*, actor: Actor, event_id: int, category_id: int | None) -> ChangePlan:
    """What another category of an event would do to ratings. Raises as `set_event_category`."""
    require_administrator(actor)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound("event_not_found", _("There is no such event."))
    return plan_changes(_of_event(event, _other(event, category_id)))


@transaction.atomic
def set_event_category(
    *, actor: Actor, now: datetime, event_id: int, category_id: int | None, reason: str, digest: str
) -> Event:
    """Put an event into a category, or into none, with the digest of the plan that was seen.

    Raises NotPermitted `not_administrator`; NotFound `event_not_found`, `category_not_found`; InvalidInput
    `reason_needed`; Conflict `no_change`, `plan_changed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    event = lock_event(event_id)
    before = event.category_id
    category = _other(event, category_id, lock=True)
    event.category = category
    event.save(update_fields=["category"])
    apply_changes(actor=actor, now=now, results=_of_event(event, category), reason=reason, digest=digest)
    raise_version(event)
    log_action(
        actor=actor, now=now, action="event.categorised", target=event, scope=event,
        data={"category": [before, category_id]}, reason=reason,
    )  # fmt: skip
    return event


def _find(category_id: int, *, lock: bool = False) -> Category:
    rows = Category.objects.select_for_update() if lock else Category.objects.all()
    category = rows.filter(pk=category_id).first()
    if category is None:
        raise NotFound("category_not_found", _("There is no such category."))
    return category


def _checked(category: Category, weight: float) -> Category:
    # pages show two decimals, and who follows a calculation has no others
    if not (isfinite(weight) and LEAST_WEIGHT <= weight <= MOST_WEIGHT and round(weight, 2) == weight):
        message = _("A weight is from %(least)s to %(most)s, with two decimals at most.")
        raise InvalidInput("bad_weight", message % {"least": LEAST_WEIGHT, "most": MOST_WEIGHT}, field="weight")
    if category.weight == weight:
        raise Conflict("no_change", _("That is the weight already."), field="weight")
    return category


def _other(event: Event, category_id: int | None, *, lock: bool = False) -> Category | None:
    if event.category_id == category_id:
        raise Conflict("no_change", _("The event is in this category already."), field="category")
    return None if category_id is None else _find(category_id, lock=lock)


def _of_category(category: Category, weight: float) -> list[EventResults]:
    events = Event.objects.filter(category=category).order_by("pk")
    return weighted_anew([source_of(event) for event in events.only("pk")], weight)


def _of_event(event: Event, category: Category | None) -> list[EventResults]:
    return weighted_anew([source_of(event)], 1.0 if category is None else category.weight)
