"""Background work of people's data: the mails."""

from typing import Any

from celery import shared_task
from django.utils import timezone


@shared_task(expires=3600)
def send_notices(**kwargs: Any) -> None:
    """Send what is due; many at once do no harm."""
    from players.services import sending

    sending.send_due(now=timezone.now())


@shared_task
def forget_notices(**kwargs: Any) -> None:
    """Forget what old notices said."""
    from players.services import sending

    sending.forget_old_data(now=timezone.now())


@shared_task
def sweep_notices(**kwargs: Any) -> None:
    """Notice what a killed worker left behind, and send what got lost."""
    from players.services import sending

    sending.sweep_notices(now=timezone.now())
