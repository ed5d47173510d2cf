"""Telling the worker that something waits; a sweep tells it again."""

import logging
from functools import partial
from typing import Any

from django.db import transaction

from ratings import tasks

logger = logging.getLogger(__name__)


def queue_apply() -> None:
    """Have the worker apply what waits once the transaction is committed."""
    transaction.on_commit(partial(_send, tasks.apply_submissions))


def queue_casual() -> None:
    """The same for casual games."""
    transaction.on_commit(partial(_send, tasks.apply_casual_games))


def _send(task: Any) -> None:
    try:
        task.delay()
    except Exception:  # whatever ails the broker: what is stored stays stored, and the sweep finds it
        logger.warning("The broker did not take a message; the sweep will find what waits.", exc_info=True)
