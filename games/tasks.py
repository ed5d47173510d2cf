"""Background work. Each task is one call of a service; a message carries primary keys only and may come twice."""

from typing import Any

from celery import shared_task
from django.utils import timezone

# A message that waits longer than this is dropped; the sweep has sent another by then.
EXPIRES = 3600


@shared_task(expires=EXPIRES, soft_time_limit=20, time_limit=30)
def verify_record(*, record_pk: int, **kwargs: Any) -> None:
    from games import services

    services.verify_record(record_pk=record_pk, now=timezone.now())


@shared_task(expires=EXPIRES)
def verify_bulk_batch(*, batch_pk: int, **kwargs: Any) -> None:
    from games import services

    services.verify_bulk_batch(batch_pk=batch_pk, now=timezone.now())


@shared_task
def sweep_pending_records(**kwargs: Any) -> None:
    from games import services

    services.sweep(now=timezone.now())
