"""Work that runs without anybody asking for it."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from tournaments import services


@shared_task
def sweep_reports(**kwargs: Any) -> None:
    """Apply records that were missed, confirm reports by time, open boards that are due, end what time has ended."""
    services.sweep_reports(now=timezone.now())
    services.open_due_boards(now=timezone.now())
    services.lapse_offers(now=timezone.now())
    services.lapse_extensions(now=timezone.now())
    services.lapse_proposals(now=timezone.now())


@shared_task
def sweep_deadlines(**kwargs: Any) -> None:
    """Remind of deadlines, and warn of defaults after them."""
    services.send_deadline_notices(now=timezone.now())


@shared_task
def rate_event(*, event_pk: int, **kwargs: Any) -> None:
    """Send the results of an event that finished, was corrected or opened again to be rated."""
    services.rate_event(now=timezone.now(), event_id=event_pk)


@shared_task
def sweep_results(**kwargs: Any) -> None:
    """Send the results of all events that changed since they were sent."""
    services.rate_due_events(now=timezone.now())


@shared_task
def keep_privacy(**kwargs: Any) -> None:
    """What time alone brings: full names with full age, erasures whose days are over."""
    services.keep_privacy(now=timezone.now())
