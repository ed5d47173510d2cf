"""What a worker and its processes import until they have done a task of each kind; see `tests/forked.py`."""

import gc
from importlib import import_module

import django
from django.template import engines
from django.urls import reverse

from tantrix_site.celery import app

django.setup()
app.loader.import_default_modules()
for name in (
    "billiard.popen_fork", "billiard.sharedctypes", "billiard.synchronize", "celery.app.amqp", "celery.app.control",
    "celery.app.events", "celery.app.log", "celery.app.routes", "celery.apps.beat", "celery.apps.worker",
    "celery.backends.base", "celery.bin.celery", "celery.concurrency.prefork", "celery.contrib.django.task",
    "celery.events", "celery.worker.autoscale", "celery.worker.components", "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery", "celery.worker.strategy", "cffi.cparser", "click_plugins",
    "django.core.cache.backends.redis", "django.core.mail.backends.console", "kombu.transport.redis",
    "players.services.sending", "pycparser.c_parser",
):  # fmt: skip
    import_module(name)
# mails name pages, and are written by templates
reverse("me_notices")
engines.all()
# searches for garbage pass it over, so that the processes go on sharing its memory
gc.collect()
gc.freeze()
