"""The processes of the site under one parent: all run, or all stop."""

import contextlib
import datetime as dt
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from honcho.manager import Manager
from honcho.printer import Message
from honcho.process import Process

from tantrix_site.running.printer import SitePrinter


class GuardedProcess(Process):  # type: ignore[misc]
    """A process that ends when its manager is gone, even if that was killed without a chance to stop anything."""

    # processes started by the manager outside honcho, which must not outlive it either
    companions: list[int] = []

    def run(self, events: object = None, ignore_signals: bool = False) -> None:
        threading.Thread(target=self._watch_manager, args=(os.getppid(),), daemon=True).start()
        super().run(events, ignore_signals)

    def _watch_manager(self, manager: int) -> None:
        pause = threading.Event()
        while os.getppid() == manager:
            pause.wait(1)
        if self._child is not None:
            _signal(self._child.pid, signal.SIGTERM)
        for pid in self.companions:
            _signal(pid, signal.SIGTERM)


class Signals:
    """How processes are stopped: politely the one we started, by force its whole group.

    A polite signal to the group would also reach the children of the worker and of the web server, which their
    parents stop in order.
    """

    def terminate(self, pid: int) -> None:
        _signal(pid, signal.SIGTERM)

    def kill(self, pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


class SiteManager(Manager):  # type: ignore[misc]
    """Honcho's manager that says which process failed, and runs side jobs (the demo) that may end.

    After `loop`, `failed` names the process that ended by itself, if one did; `returncode` is for `sys.exit`.
    """

    def __init__(self, printer: SitePrinter) -> None:
        super().__init__(printer)
        self._process_ctor = GuardedProcess
        self._procmgr = Signals()
        self._stop_when_started = False
        self.failed = ""
        self.stopping = threading.Event()
        self.once_started: Callable[[], None] = lambda: None

    def add(self, name: str, arguments: Sequence[str | Path], environment: Mapping[str, str], folder: Path) -> None:
        # `exec`, so that the process known to us is the program and not a shell
        command = "exec " + shlex.join(str(part) for part in arguments)
        self.add_process(name, command, env=dict(environment), cwd=folder)

    def say(self, text: str, *, name: str = "site") -> None:
        """Print a line in turn with those of the processes; may be called from any thread and from a handler."""
        self.events.put(Message(type="line", data=text, time=dt.datetime.now(), name=name, colour=None))  # noqa: DTZ005

    def fail(self, name: str, reason: str) -> None:
        """A companion outside honcho ended: stop everything."""
        if not self.stopping.is_set():
            self.failed = name
            self.say(f"{name} {reason}; stopping everything.")
            os.kill(os.getpid(), signal.SIGTERM)

    def terminate(self) -> None:
        if self._terminating:
            return
        if not self._all_started():
            self._stop_when_started = True
            return
        self.stopping.set()
        for name, state in self._processes.items():
            if "returncode" in state and not self.failed and self.returncode not in (130, 143):
                self.failed = name
                self.say(f"{name} ended by itself (exit code {state['returncode']}); stopping everything.")
        if not self.failed:
            self.say("Stopping …")
        super().terminate()

    def _start(self) -> None:
        super()._start()
        self.once_started()

    def _all_started(self) -> bool:
        started = bool(super()._all_started())
        if started and self._stop_when_started:
            self._stop_when_started = False
            self.terminate()
        return started

    def _system_print(self, data: str) -> None:
        """Starts, stops and signals of each process are not worth a line; failures are told by `terminate`."""


def stop_process(process: subprocess.Popen[bytes], *, patience: float = 10) -> None:
    """End a process we started, by force after `patience` seconds."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
