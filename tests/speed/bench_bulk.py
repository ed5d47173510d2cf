"""Ten thousand records in one upload: from the request to the last verdict, with a real worker of two processes.

Other work on the machine slows the figures in seconds; the CPU a record takes (in the request, the worker and the
database together) says what two free cores would do.
"""

import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from django.db import connection
from django.test import Client

from tests.speed import Row, at_least, at_most, cpu_of, row

SERVICES = True
PATIENCE = 300


def run(quick: bool) -> list[Row]:
    from games.models import BatchState, BulkImport, Record
    from players.models import User
    from tests.worker import Broker, make_worker, sending_to, wait_until

    count = 2_000 if quick else 10_000
    body = _lines(count)
    user = User.objects.create(username="bench")
    reader = Client()
    reader.force_login(user)
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder) / "broker")
        worker = make_worker(broker=broker, folder=Path(folder))
        try:
            with sending_to(broker.url):
                worker.start()
                _upload(user, _lines(200, "warm"))  # connections open, modules loaded
                wait_until(lambda: not _waiting(BulkImport, BatchState), seconds=60)
                before, before_here = _cpu_of(worker), _cpu_here()
                began = time.perf_counter()
                _upload(user, body)
                accepted, used_here = time.perf_counter() - began, _cpu_here() - before_here
                answers = []
                while _waiting(BulkImport, BatchState):
                    answers.append(_time_of_page(reader))
                    if time.perf_counter() - began > PATIENCE:
                        raise TimeoutError(f"The upload was not done within {PATIENCE} s.")
                    time.sleep(0.05)
                took = time.perf_counter() - began
                used = used_here + _cpu_of(worker) - before
        finally:
            worker.kill()
            broker.stop()
    assert Record.objects.filter(state="verified").count() == count + 200
    return [
        row(f"upload of {count} records accepted", accepted, "s"),
        row(f"upload of {count} records, end to end", count / took, "records/s", at_least(1000)),
        row("CPU of request, worker and database for a record of an upload", used / count * 1000, "ms", at_most(2)),
        row("a page while an upload is checked, median", median(answers) * 1000, "ms", at_most(250)),
        row("a page while an upload is checked, slowest", max(answers) * 1000, "ms"),
    ]


def _lines(count: int, event: str = "bench") -> bytes:
    """Legal two-player games as JSON lines. The games repeat, the bytes do not, so that each has to be replayed."""
    from games.engine.random_games import random_record

    games = [random_record(Random(f"bulk {number}")) for number in range(200)]
    lines = (json.dumps({**games[number % 200], "event": f"{event} {number}"}) for number in range(count))
    return "\n".join(lines).encode()


def _upload(user: Any, body: bytes) -> None:
    from rest_framework.test import APIClient

    client = APIClient()
    client.force_authenticate(user)
    answer = client.post("/api/v1/records/bulk/", body, content_type="application/jsonl")
    assert answer.status_code == 202, answer.content


def _waiting(bulk_import: Any, batch_state: Any) -> bool:
    return bulk_import.objects.filter(batches__state=batch_state.PENDING).exists()


def _time_of_page(reader: Client) -> float:
    began = time.perf_counter()
    assert reader.get("/records/").status_code == 200
    return time.perf_counter() - began


def _cpu_here() -> float:
    """Seconds used so far by this process and the part of the database that serves it."""
    return time.process_time() + cpu_of(_own_backend())


def _cpu_of(worker: Any) -> float:
    """Seconds used so far by the worker, its children, and the parts of the database that serve them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        backends = [pid for (pid,) in cursor.fetchall()]
    return sum(cpu_of(pid) for pid in [*backends, worker.process.pid, *worker.children()])


def _own_backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
