"""What the terminal shows: one line per message with the name of its process, and a progress line at the foot."""

import shutil
import sys
from typing import TextIO

from honcho.printer import Message, Printer

# Messages under this name do not scroll by: the last one stays at the foot of the terminal.
FOOT = "foot"


class SitePrinter(Printer):  # type: ignore[misc]
    """Honcho's printer with a foot line. Where the output is no terminal, foot messages are ordinary lines."""

    def __init__(self, output: TextIO | None = None) -> None:
        super().__init__(output or sys.stdout, time_format="%H:%M:%S")
        self.terminal = self.output.isatty()
        self._foot = ""

    def write(self, message: Message) -> None:
        if message.name == FOOT and self.terminal:
            self._foot = _text(message.data).strip()
            self._erase()
        elif not _text(message.data).strip():
            return
        else:
            if self._foot:
                self._erase()
            super().write(message._replace(name="demo") if message.name == FOOT else message)
        if self._foot:
            self.output.write(self._foot[: shutil.get_terminal_size().columns - 1])
            self.output.flush()

    def _erase(self) -> None:
        self.output.write("\r\x1b[K")
        self.output.flush()


def _text(data: bytes | str) -> str:
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else data
