"""Tasks of the site itself."""

from typing import Any

from celery import shared_task

from tantrix_site import health


@shared_task
def beat_worker_heart(**kwargs: Any) -> None:
    """Leave a sign of life that `/readyz` reads."""
    health.record_worker_heartbeat()
