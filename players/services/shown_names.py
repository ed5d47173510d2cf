"""What of a name everybody may read (`docs/decisions/0136-names-of-minors.md`)."""

import logging
from collections.abc import Iterable
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players import names
from players.actors import Actor
from players.models import Player, PlayerSlug
from players.services.action_log import log_action
from players.services.naming import free_slug
from players.signals import names_about_to_change, shown_name_changed
from tantrix_site.errors import Conflict

logger = logging.getLogger(__name__)
_RACES = 5


def lock_copies_of_names(player_ids: Iterable[int]) -> None:
    """Before profiles are locked whose names may change: what keeps copies of them comes first, as everywhere."""
    names_about_to_change.send(sender=Player, player_ids=tuple(player_ids))


def settle_shown_name(player: Player, *, now: datetime, full: str = "") -> None:
    """Store a profile with the name that everybody may read today; a new one is called `full` in full.

    The address follows that name. Whoever keeps copies of names is told when it became shorter or longer.
    """
    before, was_shortened = player.name, player.is_shortened
    player.show_name(full or player.in_full, today=now.date())
    if names.slug_base(player.name) == names.slug_base(before):
        player.save()
    else:
        old_slug = player.slug
        save_with_slug(player)
        # back to an address of its own past: that is the current one again
        PlayerSlug.objects.filter(player=player, slug=player.slug).delete()
        PlayerSlug.objects.create(player=player, slug=old_slug, since=now)
    if player.is_shortened or was_shortened:
        shown_name_changed.send(sender=Player, player=player, now=now)


def save_with_slug(player: Player) -> None:
    """Store a profile under an address that follows its name. Raises Conflict `try_again`."""
    for _attempt in range(_RACES):
        player.slug = free_slug(player.name, player=player if player.pk else None)
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError:
            if not Player.objects.filter(slug=player.slug).exists():
                raise
            continue
        return
    raise Conflict("try_again", _("Too many profiles of this name are being made at the moment. Try again."))


def note_choice(*, actor: Actor, now: datetime, player: Player, in_full: bool) -> bool:
    """Note on a locked profile that the full name may, or may no longer, stand on public pages; whether that is new."""
    if in_full == (player.shown_in_full_at is not None):
        return False
    player.shown_in_full_at = now if in_full else None
    player.shown_in_full_by = actor.user if in_full else None
    log_action(actor=actor, now=now, action="player.name_shown", target=player, data={"in_full": in_full})
    return True


def restore_grown_names(*, now: datetime) -> int:
    """Those who came of age have their full names back; how many. The sweep calls this.

    Each in a transaction of its own, so that one that fails holds up no other.
    """
    today = now.date()
    rows = Player.objects.exclude(full_name="").order_by("pk")
    # a leap day at most between the bound and the birthday, which `of_age_on` decides
    born = names.latest_birth_of_adults(today)
    grown = rows.filter(Q(birth_date__lte=born) | Q(birth_date=None, minor_until__lte=today))
    count = 0
    for pk in list(grown.values_list("pk", flat=True)):
        try:
            count += _restore(pk, now)
        except Exception:
            logger.exception("The full name of player %d could not be given back.", pk)
    return count


@transaction.atomic
def _restore(pk: int, now: datetime) -> bool:
    lock_copies_of_names([pk])
    player = Player.objects.select_for_update(of=("self",)).get(pk=pk)
    if not player.is_shortened or not _is_grown(player, now.date()):
        return False
    settle_shown_name(player, now=now)
    return True


def _is_grown(player: Player, today: date) -> bool:
    return player.of_age_on is not None and player.of_age_on <= today
