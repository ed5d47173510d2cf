"""What the games app announces."""

import logging
from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from games.signals import game_verified
from tournaments.services import settle_records

logger = logging.getLogger(__name__)


@receiver(game_verified, dispatch_uid="tournaments.settle_records")
def settle_verified_records(sender: object, record_pks: Sequence[int], **kwargs: Any) -> None:
    """Apply verified records to the matches they belong to. Only a faster path: the sweep finds all it misses."""
    try:
        settle_records(now=timezone.now(), record_pks=record_pks)
    except Exception:
        # the verdict is stored; whatever went wrong here must not stop the worker, the sweep tries again
        logger.exception("Records %s could not be applied.", list(record_pks))
