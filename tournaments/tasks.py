"""Work that runs without anybody asking for it."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from tournaments import services


@shared_task
def sweep_reports(**kwargs: Any) -> None:
    """Apply verified records that were missed, and confirm reports whose time has come."""
    services.sweep_reports(now=timezone.now())
