"""What an organiser sets about arranging: how far two may extend by themselves, when they are reminded and warned."""

from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import InvalidInput
from tournaments.formats.warnings import Times
from tournaments.models import ArrangingRules
from tournaments.models.arranging import MOST_EXTENSION_DAYS, MOST_NOTICE_HOURS
from tournaments.selectors.arranging_rules import Arranging
from tournaments.services.access import lock_event, raise_version, require_organiser


def check_arranging(rules: Arranging) -> None:
    """Raises InvalidInput `out_of_range`, `times_in_disorder`."""
    if not 0 <= rules.extension_days <= MOST_EXTENSION_DAYS:
        raise _out_of_range("extension_days", MOST_EXTENSION_DAYS)
    if rules.times is None:
        return
    for field, hours in asdict(rules.times).items():
        if not 0 <= hours <= MOST_NOTICE_HOURS:
            raise _out_of_range(field, MOST_NOTICE_HOURS)
    if rules.times.reminder <= rules.times.final_reminder:
        raise InvalidInput(
            "times_in_disorder", _("The reminder comes before the final reminder: more hours before the deadline."),
            field="reminder",
        )  # fmt: skip
    if rules.times.warning >= rules.times.final_warning:
        raise InvalidInput(
            "times_in_disorder", _("The final warning comes after the warning: more hours after the deadline."),
            field="final_warning",
        )  # fmt: skip


def _out_of_range(field: str, most: int) -> InvalidInput:
    message = _("This must be from %(low)d to %(high)d.") % {"low": 0, "high": most}
    return InvalidInput("out_of_range", message, field=field)


@transaction.atomic
def set_arranging(*, actor: Actor, now: datetime, event_id: int, rules: Arranging) -> ArrangingRules:
    """Set how arranging works in an event. Raises NotPermitted `not_organiser`; InvalidInput as `check_arranging`."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    check_arranging(rules)
    hours = dict.fromkeys(Times.__dataclass_fields__) if rules.times is None else asdict(rules.times)
    row, _made = ArrangingRules.objects.update_or_create(
        event=event, defaults={"extension_days": rules.extension_days, **hours}
    )
    log_action(
        actor=actor, now=now, action="event.arranging.set", target=event, scope=event,
        data={"extension_days": rules.extension_days, **hours},
    )  # fmt: skip
    raise_version(event)
    return row
