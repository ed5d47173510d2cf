"""Events kept as templates, by an organiser for themselves or by a series for everybody."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.names import BadName, refuse_invisible
from players.services import log_action
from players.services.naming import explain
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments import permissions
from tournaments.formats.event_templates.known import TEMPLATE_OF
from tournaments.formats.event_templates.values import EventTemplate
from tournaments.models import SavedTemplate
from tournaments.services.access import lock_event, require_organiser
from tournaments.services.event_templates import content_of, read_content
from tournaments.services.series import lock_series, require_keeper

MOST_SAVED: Final = 50
SAVED: Final = "saved-"


def find_template(actor: Actor, key: str) -> EventTemplate:
    """A template of the site, of a series, or of the actor.

    Raises NotFound `template_not_found`; Conflict `template_unreadable`.
    """
    return TEMPLATE_OF[key] if key in TEMPLATE_OF else read_template(find_saved(actor, key))


def read_template(saved: SavedTemplate) -> EventTemplate:
    """A saved template. Raises Conflict `template_unreadable`, naming what cannot be read."""
    return read_content(saved.content, saved.key)


def find_saved(actor: Actor, key: str, *, lock: bool = False) -> SavedTemplate:
    """A saved template that the actor may use. Raises NotFound `template_not_found`."""
    number = key.removeprefix(SAVED)
    rows = SavedTemplate.objects.select_related("series")
    rows = rows.select_for_update(of=("self",)) if lock else rows
    is_key = key.startswith(SAVED) and number.isascii() and number.isdecimal() and len(number) < 10
    found = rows.filter(pk=int(number)).first() if is_key else None
    if found is None or not may_use(actor, found):
        raise NotFound("template_not_found", _("There is no such template."))
    return found


def may_use(actor: Actor, saved: SavedTemplate) -> bool:
    """A series shares its templates with everybody; others are for who keeps them."""
    return saved.series_id is not None or _is_own(actor, saved)


def may_delete_template(actor: Actor, saved: SavedTemplate) -> bool:
    """Who keeps it; of a series its keepers."""
    if saved.series is None:
        return _is_own(actor, saved)
    return actor.is_system or (actor.via != "link" and permissions.keeps_series(actor.user, saved.series))


def _is_own(actor: Actor, saved: SavedTemplate) -> bool:
    return actor.via != "link" and actor.user is not None and saved.owner_id == actor.user.pk


@transaction.atomic
def save_template(
    *, actor: Actor, now: datetime, event_id: int, name: str, series_id: int | None = None
) -> SavedTemplate:
    """Keep the settings and stages of an event under a name, for oneself or for a series.

    Entries, dates and draws are not kept. The same once more changes nothing. Raises NotFound; NotPermitted
    `not_organiser`, `not_keeper`, `no_account`; InvalidInput `name_empty`, `name_too_long` or of unseen characters;
    Conflict `template_exists`, `too_many_templates`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if actor.user is None:
        raise NotPermitted("no_account", _("Sign in to keep a template."))
    name = _checked(name)
    series = None if series_id is None else lock_series(series_id)
    if series is None:
        # the row of the account keeps two requests of one person apart
        User.objects.select_for_update().get(pk=actor.user.pk)
    else:
        require_keeper(actor, series)
    owner = actor.user if series is None else None
    content = content_of(event)
    read_content(content)
    rows = SavedTemplate.objects.filter(owner=owner, series=series)
    known = rows.filter(name=name).first()
    if known is not None:
        if known.content == content:
            return known
        raise Conflict("template_exists", _("There is another template of this name already."), field="name")
    if rows.count() >= MOST_SAVED:
        text = _("There are %(most)d templates already; delete one first.")
        raise Conflict("too_many_templates", text % {"most": MOST_SAVED})
    made = SavedTemplate.objects.create(name=name, owner=owner, series=series, content=content, created_at=now)
    data = {"name": name, "event": event.slug}
    log_action(actor=actor, now=now, action="template.saved", target=made, scope=series or event, data=data)
    return made


@transaction.atomic
def delete_template(*, actor: Actor, now: datetime, key: str) -> None:
    """Delete a saved template; events made from it stay as they are.

    Raises NotFound `template_not_found`; NotPermitted `not_keeper`.
    """
    saved = find_saved(actor, key, lock=True)
    if saved.series is not None:
        require_keeper(actor, saved.series)
    log_action(
        actor=actor, now=now, action="template.deleted", target=saved, scope=saved.series, data={"name": saved.name}
    )
    saved.delete()


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise InvalidInput("name_empty", _("A template needs a name."), field="name")
    if len(name) > 80:
        raise InvalidInput("name_too_long", _("The name may have at most 80 characters."), field="name")
    try:
        refuse_invisible(name)
    except BadName as error:
        raise InvalidInput(error.code, explain(error), field="name") from error
    return name
