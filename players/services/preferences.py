"""How an account wants to see the site."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.services.profiles import update_profile
from tantrix_site.errors import InvalidInput, NotPermitted


def check_language(language: str) -> None:
    """Raises InvalidInput `unknown_language`; the empty text follows the browser."""
    if language and language not in dict(settings.LANGUAGES):
        raise InvalidInput("unknown_language", _("This language is not offered."), field="language")


@transaction.atomic
def set_language(*, actor: Actor, language: str) -> None:
    """The language of pages and mails; the empty text follows the browser. Raises InvalidInput `unknown_language`."""
    check_language(language)
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    User.objects.filter(pk=actor.user.pk).update(language=language)
    actor.user.language = language


def set_time_zone(*, actor: Actor, now: datetime, time_zone: str) -> None:
    """The zone in which times are shown to this person. Raises InvalidInput `unknown_time_zone`."""
    if actor.player is not None:
        update_profile(actor=actor, player=actor.player, now=now, changes={"time_zone": time_zone})
