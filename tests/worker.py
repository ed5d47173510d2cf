"""A real Celery worker for tests: a process of its own, on the test database, with a queue and a broker of its own.

    @pytest.mark.worker
    @pytest.mark.django_db(transaction=True)
    def test_something(worker): …

Messages sent by the test's own process go to that worker too. The broker is another Valkey than the cache's, so that a
test may empty, stop and start it (`broker.stop()`, `broker.start()`) and harm nobody.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
import redis
from django.db import connection
from kombu import pools

from tantrix_site.celery import app
from tantrix_site.embedded_valkey import free_port, start_valkey
from tests.forked import prepare, start_celery


def wait_until(what: Callable[[], object], *, seconds: float = 90.0, every: float = 0.05) -> None:
    """Return when `what()` is true; fail the test when it is not in time, which is long, as a machine may be busy."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            pytest.fail(f"This did not happen within {seconds} seconds.")
        time.sleep(every)


@cache
def broker_port() -> int:
    """Where the brokers of this process listen, one after the other."""
    return free_port()


class Broker:
    """A Valkey server that a test may ill-treat."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = broker_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def client(self) -> "redis.Redis":
        return redis.Redis(host="127.0.0.1", port=self.port)

    def start(self) -> None:
        self.process = start_valkey(folder=self.folder, port=self.port, keep=False)

    def empty(self) -> None:
        with self.client as client:
            client.flushall()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Worker:
    """`celery -A tantrix_site worker` with its timetable, as `bin/up` runs it."""

    def __init__(self, *, broker: Broker, folder: Path, processes: int, sweep_seconds: int) -> None:
        self.log = folder / "worker.log"
        self._folder = folder
        self._processes = processes
        self._sweep_seconds = sweep_seconds
        self.process: BaseProcess | None = None
        self._broker = broker

    def start(self) -> None:
        """Return when the worker says that it is ready."""
        self.process = start_celery(
            "-A", "tantrix_site", "worker", "--beat", "--pool", "prefork", "--concurrency", str(self._processes),
            "--loglevel", "INFO", "--without-gossip", "--without-mingle", "--schedule", str(self._folder / "timetable"),
            log=self.log, sweep_seconds=self._sweep_seconds,
        )  # fmt: skip
        process = self.process
        wait_until(lambda: not process.is_alive() or self._waits_for_messages())
        if not process.is_alive():
            pytest.fail(f"The worker ended: {self.log.read_text(errors='replace')[-2000:]}")

    def _waits_for_messages(self) -> bool:
        with self._broker.client as client:
            return any(row.get("cmd") == "brpop" for row in client.client_list())

    def kill(self) -> None:
        """End it and its children at once, as the kernel does when memory is short."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.join()
            self.process = None

    def children(self) -> list[int]:
        """The processes that do the work."""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]


@contextmanager
def sending_to(url: str) -> Iterator[None]:
    """Within it, this process sends its messages to the broker at this address."""
    kept = app.conf.broker_url
    _use_broker(url)
    try:
        yield
    finally:
        _use_broker(kept)


def _use_broker(url: str) -> None:
    pools.reset()
    app.conf.broker_url = url
    app._pool = None
    app.amqp._producer_pool = None


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker for this test alone, to which this process sends too."""
    started = Broker(tmp_path / "broker")
    with sending_to(started.url):
        yield started
    started.stop()


@pytest.fixture
def worker(broker: Broker, tmp_path: Path, transactional_db: None) -> Iterator[Worker]:
    """A running worker with two processes and a sweep every second."""
    running = make_worker(broker=broker, folder=tmp_path)
    running.start()
    yield running
    running.kill()


def make_worker(*, broker: Broker, folder: Path, processes: int = 2, sweep_seconds: int = 1) -> Worker:
    """A worker on the database of this test process, not yet started."""
    prepare(
        {
            **os.environ,
            "DATABASE_URL": database_url(),
            "CONN_MAX_AGE": "60",  # as outside of tests
            "REDIS_URL": broker.url,
            "SWEEP_SECONDS": "1",
            "CELERY_SKIP_CHECKS": "1",  # of settings and addresses, which the tests' own process has done
            "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "tantrix_site.settings"),
        }
    )
    return Worker(broker=broker, folder=folder, processes=processes, sweep_seconds=sweep_seconds)


def database_url() -> str:
    """The address of the database in use, which in tests is not the one of the settings."""
    used = connection.settings_dict
    if used["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{used['NAME']}"
    secret = f":{used['PASSWORD']}" if used["PASSWORD"] else ""
    port = f":{used['PORT']}" if used["PORT"] else ""
    folder = used["OPTIONS"].get("host", "")
    return f"postgres://{used['USER']}{secret}@{used['HOST']}{port}/{used['NAME']}" + (
        f"?host={folder}" if folder else ""
    )
