"""The Celery application; workers start with `celery -A tantrix_site worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_prerun, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tantrix_site.settings")

app = Celery("tantrix_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging_of_settings(**kwargs: Any) -> None:
    """A receiver is enough to keep Celery from setting up logs of its own; the settings have done it."""


@task_prerun.connect
def keep_only_sound_connections(sender: Any, **kwargs: Any) -> None:
    """As before each request: one that is too old or was cut off is not used."""
    from django.db import close_old_connections

    if not sender.request.is_eager:
        close_old_connections()


@worker_ready.connect
def give_first_sign_of_life(**kwargs: Any) -> None:
    """`/readyz` need not wait for the first beat."""
    from tantrix_site import health

    health.record_worker_heartbeat()
