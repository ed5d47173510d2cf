"""Background work: one call of a service."""

from typing import Any

from celery import shared_task
from django.utils import timezone

# A message that waits longer than this is dropped; the sweep has seen to it by then.
EXPIRES = 3600


@shared_task(expires=EXPIRES)
def apply_submissions(**kwargs: Any) -> None:
    """Apply what waits, if anything does; also the sweep."""
    from ratings import services

    services.apply_waiting(now=timezone.now())


@shared_task(expires=EXPIRES)
def apply_casual_games(**kwargs: Any) -> None:
    """Close the offers whose time is over and take the games that wait into the rankings; also the sweep."""
    from ratings import services

    now = timezone.now()
    services.lapse_offers(now=now)
    services.apply_casual_games(now=now)
