"""The processes of a parallel run, forked from the one that shares the tests out, once that has imported everything.

pytest-xdist would start each as an interpreter of its own, which reads the site, its libraries and all tests anew: ten
seconds of a processor for each process. A process that is started later, for one that fell, is started like that.
Loaded as a pytest plugin; nothing is forked where assertions are taken apart, as each process does that for itself.
"""

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import execnet
import pytest
from django.apps import apps
from django.conf import settings
from django.template import engines
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.log import configure_logging
from execnet import gateway_io
from execnet.gateway_base import ExecModel, Popen2IO
from pytest_django.plugin import blocking_manager_key

from tests.services import use_own_valkey

TESTS: Final = Path(__file__).parent


class ForkedIO(Popen2IO):  # type: ignore[misc]
    """The pipes to a forked process."""

    def __init__(self, pid: int, to: int, back: int, execmodel: ExecModel) -> None:
        super().__init__(os.fdopen(to, "wb"), os.fdopen(back, "rb"), execmodel)
        self.pid = pid

    def wait(self) -> int | None:
        """The process has ended."""
        try:
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            return None

    def kill(self) -> None:
        """It ends at once."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[execnet.XSpec]) -> None:
    """The processes of the run are forked, unless assertions are taken apart."""
    if config.getoption("assertmode") == "plain":
        fork_processes(config, specs)


def pytest_load_initial_conftests() -> None:
    """What a forked process logs is captured, as is all that it writes; the one it came from had set this up before."""
    if apps.ready:
        configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


def fork_processes(config: pytest.Config, specs: Sequence[execnet.XSpec]) -> None:
    """From now on `execnet` finds the processes of these specifications running, where it would start them."""
    _import_everything()
    capture = config.pluginmanager.getplugin("capturemanager")
    running: dict[str, tuple[int, int, int]] = {}
    with capture.global_and_fixture_disabled():
        for spec in specs:
            running[spec.id] = _fork(config, spec, [end for _, *ends in running.values() for end in ends])
    start = gateway_io.create_io

    def create_io(spec: execnet.XSpec, execmodel: ExecModel) -> Popen2IO:
        ends = running.pop(spec.id, None)
        return start(spec, execmodel) if ends is None else ForkedIO(*ends, execmodel)

    gateway_io.create_io = create_io


def _import_everything() -> None:
    """What the tests import, and what the first request of a process would look up."""
    for path in sorted(TESTS.rglob("test_*.py")):
        # what cannot be imported, or skips itself, is told of by the process that comes to it
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")
            translation.gettext("Home")
    engines.all()
    for folder in settings.TEMPLATES[0]["DIRS"]:
        for path in Path(folder).rglob("*.html"):
            get_template(str(path.relative_to(folder)))
    gc.collect()
    gc.freeze()  # so that the processes go on sharing its memory


def _fork(config: pytest.Config, spec: execnet.XSpec, others: Sequence[int]) -> tuple[int, int, int]:
    """The number of the process, and the ends of the pipes to and from it; those to others are not its own."""
    its_input, to = os.pipe()
    back, its_output = os.pipe()
    pid = os.fork()
    if pid == 0:
        for end in (to, back, *others):
            os.close(end)
        _serve(config, spec, its_input, its_output)
    os.close(its_input)
    os.close(its_output)
    return pid, to, back


def _serve(config: pytest.Config, spec: execnet.XSpec, its_input: int, its_output: int) -> None:
    """As `python -c` of execnet does it; never returns to who forked."""
    code = 1
    try:
        os.dup2(its_input, 0)
        os.dup2(its_output, 1)
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        # the process for sharing out may not ask its database; this one makes a configuration of its own
        while config.stash[blocking_manager_key].is_active:
            config.stash[blocking_manager_key].restore()
        use_own_valkey(spec.id)
        exec(eval(sys.stdin.readline()), {"__name__": "__main__"})
        code = 0
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        os._exit(code)
