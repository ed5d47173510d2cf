"""Telling the worker that something waits; a sweep tells it again."""

import logging

from django.db import transaction

from ratings import tasks

logger = logging.getLogger(__name__)


def queue_apply() -> None:
    """Have the worker apply what waits once the transaction is committed."""
    transaction.on_commit(_send)


def _send() -> None:
    try:
        tasks.apply_submissions.delay()
    except Exception:  # whatever ails the broker: what is stored stays stored, and the sweep finds it
        logger.warning("The broker did not take a message; the sweep will find what waits.", exc_info=True)
