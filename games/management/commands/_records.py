"""What the two commands over record files have in common: reading, printing a row each, progress, exit status."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, OutputWrapper

from games.engine.files import Row, UnreadableFile, read_rows

#: Seconds between two lines of progress.
PROGRESS_EVERY = 2.0

ALL_OK = 0
SOME_NOT_OK = 1
UNREADABLE_FILE = 2


class Run:
    """One run over some files: prints a JSON line a record, in order, and counts."""

    def __init__(self, out: OutputWrapper, err: OutputWrapper, *, quiet: bool) -> None:
        self.out, self.err, self.quiet = out, err, quiet
        self.rows = self.not_ok = 0
        self.unreadable = False
        self._started = self._last_progress = time.monotonic()

    def over(self, files: Sequence[str], row_of: Callable[[Row], dict[str, Any]]) -> int:
        """Print the row of every record of the files and return the exit status."""
        for name in files:
            for row in self._rows_of(name):
                printed = row_of(row)
                self.rows += 1
                self.not_ok += not printed["ok"]
                self.out.write(json.dumps(printed, ensure_ascii=False, separators=(", ", ": ")))
                self.out.flush()
                self._show_progress()
        self._show_progress(last=True)
        if self.unreadable:
            return UNREADABLE_FILE
        return SOME_NOT_OK if self.not_ok else ALL_OK

    def _rows_of(self, name: str) -> Iterator[Row]:
        try:
            if name == "-":
                yield from read_rows(cast("IO[bytes]", sys.stdin.buffer))
            else:
                with Path(name).open("rb") as file:
                    yield from read_rows(file, name)
        except (OSError, UnreadableFile) as error:
            self.unreadable = True
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.err.write(f"{name}: {reason}")

    def _show_progress(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if self.quiet or (now - self._last_progress < PROGRESS_EVERY and not last):
            return
        self._last_progress = now
        rate = self.rows / max(now - self._started, 1e-6)
        self.err.write(f"{self.rows} records, {self.not_ok} not ok, {rate:.0f} a second")
        self.err.flush()


def run_command(command: BaseCommand, options: dict[str, Any], row_of: Callable[[Row], dict[str, Any]]) -> None:
    """Run over the files and leave with the exit status, quietly where nobody reads the output any more."""
    run = Run(command.stdout, command.stderr, quiet=options["quiet"])
    try:
        status = run.over(options["files"], row_of)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = UNREADABLE_FILE
    if status:
        sys.exit(status)
