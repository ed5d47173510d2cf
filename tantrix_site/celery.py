"""The Celery application; workers start with `celery -A tantrix_site worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tantrix_site.settings")

app = Celery("tantrix_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging_of_settings(**kwargs: Any) -> None:
    """A receiver is enough to keep Celery from setting up logs of its own; the settings have done it."""


@worker_ready.connect
def give_first_sign_of_life(**kwargs: Any) -> None:
    """`/readyz` need not wait for the first beat."""
    from tantrix_site import health

    health.record_worker_heartbeat()
