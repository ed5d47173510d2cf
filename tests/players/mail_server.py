"""A mail server for tests: takes mails on a port of its own, and refuses or breaks off as it is told."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default


class MailServer(socketserver.ThreadingTCPServer):
    """`mails` are those it has; `answer` is said to the next recipients; with `hang_up` it leaves after a text."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: list[Message] = []
        self.recipients: list[str] = []
        self.answer = b"250 yes"
        self.hang_up = False

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say(b"220 here")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"QUIT":
                self._say(b"221 bye")
                return
            if word == b"RCPT":
                self.server.recipients.append(line.decode().strip())
                self._say(self.server.answer)
            elif word == b"DATA":
                self._say(b"354 go on")
                self.server.mails.append(message_from_bytes(self._text(), policy=default))
                if self.server.hang_up:
                    return
                self._say(b"250 taken")
            else:
                self._say(b"250 yes")

    def _text(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
