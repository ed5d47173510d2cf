"""Records from the moment they are sent to their verdict: stored, queued, replayed by a real worker, answered."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.speed import Row, at_most, cpu_of, row

SERVICES = True
PATIENCE = 120


def run(quick: bool) -> list[Row]:
    from django.utils import timezone

    from games.engine.random_games import random_record
    from games.models import Record, RecordState
    from games.services import submit_record
    from players.actors import account_actor
    from players.models import User
    from tantrix_site.demo.records import as_bytes
    from tests.worker import database_url

    count = 100 if quick else 600
    records = [as_bytes(random_record(Random(f"bench {number}"))) for number in range(count)]
    actor = account_actor(User.objects.create(username="bench"))
    began = time.perf_counter()
    for data in records:
        submit_record(actor=actor, now=timezone.now(), data=data)
    sent = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_URL": database_url(), "VAR_DIR": folder}
        command = [sys.executable, "-m", "celery", "--quiet", "-A", "tantrix_site", "worker", "--concurrency", "2"]
        with (Path(folder) / "log").open("wb") as log:
            worker = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            pending = Record.objects.filter(state=RecordState.PENDING)
            first = _wait(lambda: pending.count() < count)
            left = pending.count()
            began, began_there = time.perf_counter(), _cpu_of_group(worker.pid)
            _wait(lambda: not pending.exists())
            judged, judged_there = time.perf_counter() - began, _cpu_of_group(worker.pid) - began_there
        finally:
            worker.terminate()
            worker.wait()
    return [
        row("sending a record (stored and queued)", sent / count * 1000, "ms"),
        row("worker started to first verdict", first, "s"),
        row("records through a worker of two processes", left / judged, "records/s"),
        # a core does a hundred a second, whatever else the machine has to do
        row("CPU of the worker for a record", judged_there / left * 1000, "ms", at_most(10)),
    ]


def _cpu_of_group(pid: int) -> float:
    """Seconds of CPU used by a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return sum(cpu_of(int(one)) for one in (pid, *children))


def _wait(what: Callable[[], bool]) -> float:
    began = time.perf_counter()
    while not what():
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError(f"This did not happen within {PATIENCE} s.")
        time.sleep(0.02)
    return time.perf_counter() - began
