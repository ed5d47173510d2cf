"""Showing how far the demo is: a bar in a terminal, lines elsewhere."""

import sys
import time
from typing import Literal, TextIO

Style = Literal["auto", "bar", "lines", "stream"]
WIDTH = 24


class Progress:
    """One bar over all the work. `stream` writes every change as a line, for a program that shows it (`bin/up`)."""

    def __init__(self, total: int, style: Style = "auto", out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._style: Style = style if style != "auto" else "bar" if self._out.isatty() else "lines"
        self._total = total
        self._done = 0
        self._shown_at = 0.0
        self._shown_tenth = -1
        self._task = ""

    def task(self, text: str) -> None:
        """What is being done now."""
        self._task = text
        self._show(force=True)

    def advance(self, steps: int = 1) -> None:
        self._done = min(self._total, self._done + steps)
        self._show(force=False)

    def finish(self, text: str) -> None:
        self._done = self._total
        self.task(text)
        if self._style == "bar":
            self._out.write("\n")
            self._out.flush()

    def _show(self, *, force: bool) -> None:
        """Not more often than a terminal or a reader of logs wants to see."""
        share = self._done / self._total if self._total else 1.0
        now = time.monotonic()
        if self._style == "lines":
            if int(share * 10) == self._shown_tenth:
                return
        elif not force and now - self._shown_at < 0.1:
            return
        self._shown_at, self._shown_tenth = now, int(share * 10)
        filled = round(share * WIDTH)
        line = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {share:4.0%}  {self._task}"
        self._out.write(f"\r\x1b[K{line}" if self._style == "bar" else f"{line}\n")
        self._out.flush()
