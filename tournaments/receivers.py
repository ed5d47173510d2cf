"""What the apps below announce."""

import logging
from collections.abc import Sequence
from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from games.signals import game_verified
from players.models import ClaimState, Player, ProfileClaim
from players.signals import names_about_to_change, shown_name_changed
from tournaments.services import settle_records
from tournaments.services.shown_names import copy_shown_name, lock_events_of
from tournaments.services.vouching import tell_vouchers

logger = logging.getLogger(__name__)


@receiver(game_verified, dispatch_uid="tournaments.settle_records")
def settle_verified_records(sender: object, record_pks: Sequence[int], **kwargs: Any) -> None:
    """Apply verified records to the matches they belong to. Only a faster path: the sweep finds all it misses."""
    try:
        settle_records(now=timezone.now(), record_pks=record_pks)
    except Exception:
        # the verdict is stored; whatever went wrong here must not stop the worker, the sweep tries again
        logger.exception("Records %s could not be applied.", list(record_pks))


@receiver(names_about_to_change, dispatch_uid="tournaments.lock_events_of")
def lock_before_people(sender: object, player_ids: Sequence[int], **kwargs: Any) -> None:
    """Events before people, as everywhere."""
    lock_events_of(player_ids)


@receiver(shown_name_changed, dispatch_uid="tournaments.copy_shown_name")
def follow_shown_name(sender: object, player: Player, **kwargs: Any) -> None:
    """Entries are called by what everybody may read of their players' names, in the same transaction."""
    copy_shown_name(player)


@receiver(post_save, sender=ProfileClaim, dispatch_uid="tournaments.tell_vouchers")
def follow_claim(sender: object, instance: ProfileClaim, created: bool, **kwargs: Any) -> None:
    """Whoever knows the person is told of a request, in the same transaction."""
    if created and instance.state == ClaimState.PENDING:
        tell_vouchers(instance)
