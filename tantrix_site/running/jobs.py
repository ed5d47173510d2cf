"""Side jobs of `manage.py up`: waiting for the first page, loading the demo."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tantrix_site.running.manager import SiteManager, stop_process
from tantrix_site.running.printer import FOOT


def wait_for_page(address: str, manager: SiteManager, *, patience: float = 60) -> bool:
    """Whether the web server answered before `patience` ran out or the site was stopped."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and not manager.stopping.is_set():
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):  # noqa: S310  (our own address)
                return True
        except (urllib.error.URLError, OSError):
            manager.stopping.wait(0.1)
    return False


class DemoLoader:
    """Runs `manage.py demo` beside the site and shows its progress."""

    def __init__(self, manager: SiteManager, environment: Mapping[str, str], folder: Path, *, terminal: bool) -> None:
        self._manager = manager
        self._environment = dict(environment)
        self._folder = folder
        self._style = "stream" if terminal else "lines"
        self._process: subprocess.Popen[bytes] | None = None

    def load(self) -> bool:
        """Run to the end; whether the demo is complete."""
        # a session of its own: Ctrl-C reaches it through us, once
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", f"--progress={self._style}"],
            cwd=self._folder, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        for line in self._process.stdout:
            text = line.decode("utf-8", "replace").rstrip()
            # progress lines begin with the bar; anything else scrolls by
            self._manager.say(text, name=FOOT if text.startswith("[") else "demo")
        code = self._process.wait()
        self._manager.say("", name=FOOT)
        return code == 0

    def stop(self) -> None:
        if self._process is not None:
            stop_process(self._process, patience=5)
