"""One `bin/up` at a time in one data folder."""

import fcntl
import json
import os
from pathlib import Path
from typing import IO


class AlreadyRunning(Exception):
    """Another process holds the lock; `pid` and `address` are what it wrote down, as far as it got."""

    def __init__(self, pid: int | None, address: str) -> None:
        self.pid = pid
        self.address = address
        at = f" at {address}" if address else ""
        who = f" (process {pid})" if pid else ""
        super().__init__(f"The site is already running{at}{who}. Stop that one first, or use it.")


class RunLock:
    """A lock of the operating system on a file: it ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock; raises `AlreadyRunning`."""
        file = self.path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            try:
                noted = json.loads(file.read())
            except ValueError:
                noted = {}
            file.close()
            raise AlreadyRunning(noted.get("pid"), noted.get("address", "")) from None
        self._file = file
        self.note(address="")

    def note(self, *, address: str) -> None:
        """Tell others who is running and where."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(json.dumps({"pid": os.getpid(), "address": address}))
            self._file.flush()

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
