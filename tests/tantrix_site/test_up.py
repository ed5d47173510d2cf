"""`manage.py up` as a person meets it: started, looked at, stopped, killed."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from environ import Env

from tantrix_site import env
from tantrix_site.embedded_valkey import free_port
from tantrix_site.management.commands.up import kept_mails
from tests.worker import wait_until

pytestmark = pytest.mark.worker


class Site:
    """One started `manage.py up` and whatever it starts, found by a mark in their environment."""

    def __init__(self, folder: Path, *options: str, **variables: str) -> None:
        self.mark = uuid.uuid4().hex
        self.folder = folder
        self.port = free_port()
        inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.environment = {
            **inherited, "VAR_DIR": str(folder), "PORT": str(self.port), "UP_TEST_MARK": self.mark, **variables,
        }  # fmt: skip
        self.output = folder.with_suffix(f".{self.mark}.log")
        with self.output.open("wb") as sink:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo", *options], cwd=env.ROOT, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def text(self) -> str:
        return self.output.read_text()

    def ready(self) -> dict[str, object]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)
        except OSError:
            return {"ready": False}

    def wait_ready(self, patience: float = 150) -> None:
        deadline = time.monotonic() + patience
        while not self.ready()["ready"]:
            assert self.process.poll() is None, self.text()
            assert time.monotonic() < deadline, (self.ready(), self.text())
            time.sleep(0.2)

    def processes(self) -> dict[int, str]:
        """Process numbers and command lines of all that run."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                # Valkey writes its title over its environment, but works in our folder
                at_home = os.readlink(folder / "cwd").startswith(f"{self.folder}/")
                if at_home or self.mark.encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
        return found

    def one(self, word: str) -> int:
        """The oldest process with the word in its command line."""
        return min(pid for pid, line in self.processes().items() if word in line)

    def wait_gone(self, patience: float = 30) -> None:
        deadline = time.monotonic() + patience
        while self.processes():
            assert time.monotonic() < deadline, (self.processes(), self.text())
            time.sleep(0.1)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(45)
            except subprocess.TimeoutExpired:
                self.process.kill()
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Site]]:
    """Start the site in the folder, as often as a test likes; nothing is left running."""
    folder.mkdir()
    started: list[Site] = []

    def make(**variables: str) -> Site:
        started.append(Site(folder, **variables))
        return started[-1]

    yield make
    for site in started:
        site.end()


def test_it_runs_once_whatever_ends_it_and_starts_again(start: Callable[..., Site], folder: Path) -> None:
    """A start takes many seconds of a processor: two of them, one after the other in the same folder."""
    # real servers are used when given
    other, own = folder / "other.sqlite3", folder / "site.sqlite3"
    killed = start(DATABASE_URL=f"sqlite:///{other}", REDIS_URL=os.environ["REDIS_URL"])
    killed.wait_ready()
    wait_until(lambda: f"http://localhost:{killed.port}/" in killed.text())
    assert not any("valkey" in line for line in killed.processes().values())
    assert not own.exists()

    assert f"already running at http://localhost:{killed.port}" in refused(folder)
    assert killed.ready()["ready"]

    # nothing survives a killed manager, and nothing of it is in the way of the next start
    killed.process.kill()
    killed.process.wait(5)
    killed.wait_gone()

    # migrations are tried by the first start; the next one is that of a site which has its database
    with closing(sqlite3.connect(other)) as left, closing(sqlite3.connect(own)) as copied:
        left.backup(copied)
    last = start()
    last.wait_ready()
    assert last.one("valkey")
    last.process.send_signal(signal.SIGINT)
    assert last.process.wait(45) == 0
    last.wait_gone(5)
    assert last.text().endswith("Stopped.\n")
    assert "Traceback" not in last.text()


def refused(folder: Path) -> str:
    """Why the site does not start in this folder; asked in this process, as nothing comes of it."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with override_settings(VAR_DIR=folder), pytest.raises(CommandError) as error:
            call_command("up", "--no-demo")
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert error.value.returncode == 1
    return str(error.value)


END_BY_ITSELF = """if True:
    import threading
    from tantrix_site.running.manager import SiteManager
    from tantrix_site.running.printer import SitePrinter
    manager = SiteManager(SitePrinter())
    manager.add("worker", ["sleep", "60"], {}, ".")
    %s
    manager.loop()
    print(manager.failed)
    """


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("web", 'manager.add("web", ["sh", "-c", "kill -9 $$"], {}, ".")'),
        # a companion that is no process of the manager, as Valkey
        ("Valkey", 'manager.once_started = threading.Timer(0.1, manager.fail, ["Valkey", "ended by itself"]).start'),
    ],
)
def test_what_ends_by_itself_stops_all_and_is_named(name: str, ends: str) -> None:
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-c", END_BY_ITSELF % ends], cwd=env.ROOT, capture_output=True, text=True, check=True
    )
    assert time.monotonic() - began < 45
    assert re.search(f"{name} ended by itself.*; stopping everything.", ran.stdout)
    assert ran.stdout.endswith(f"{name}\n")


def test_mails_are_kept_as_files_where_no_server_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    assert Env.email_url_config(kept_mails(folder))["EMAIL_FILE_PATH"] == str(folder / "mail")


def test_stopping_at_once(start: Callable[..., Site]) -> None:
    site = start()
    while not site.text():
        time.sleep(0.02)
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(45) == 0
    site.wait_gone(5)


def test_a_taken_port_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        assert f"Port {port} is in use" in refused(folder)


def test_production_is_refused(folder: Path) -> None:
    folder.mkdir()
    with override_settings(PRODUCTION=True):
        assert "PRODUCTION=1" in refused(folder)
    assert not list(folder.iterdir())
