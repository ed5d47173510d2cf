"""The Celery application; workers start with `celery -A tantrix_site worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tantrix_site.settings")

app = Celery("tantrix_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
