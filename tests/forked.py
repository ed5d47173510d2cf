"""Celery's workers for tests, forked from a process that has imported everything: a start takes seconds otherwise.

The process is the fork server of `multiprocessing`, started once by each process of tests that needs a worker. It has
imported what every worker imports and serves nobody itself, so that nothing of one worker reaches the next.
"""

import atexit
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from unittest.mock import patch


def prepare(environment: Mapping[str, str]) -> None:
    """All workers of this process have this environment, as settings are read once: later calls change nothing."""
    forkserver.set_forkserver_preload(["tests.imported"])
    with patch.dict(os.environ, environment, clear=True):
        forkserver.ensure_running()
    # it would end by itself, but nobody would wait for that
    atexit.register(forkserver._forkserver._stop)


def start_celery(*arguments: str, log: Path, sweep_seconds: int) -> BaseProcess:
    """`celery ARGUMENTS` in a session of its own."""
    process = multiprocessing.get_context("forkserver").Process(
        target=_run, args=(arguments, str(log), sweep_seconds), daemon=True
    )
    process.start()
    return process


def _run(arguments: Sequence[str], log: str, sweep_seconds: int) -> None:
    from celery.__main__ import main
    from django.conf import settings

    os.setsid()
    with open(log, "ab") as sink:
        os.dup2(sink.fileno(), 1)
        os.dup2(sink.fileno(), 2)
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        if entry["schedule"] == timedelta(seconds=settings.SWEEP_SECONDS):
            entry["schedule"] = timedelta(seconds=sweep_seconds)
    sys.argv = ["celery", *arguments]
    main()
