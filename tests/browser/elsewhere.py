"""Another web site, to look at our pages from."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another site: serves one page and gives its address."""
    body = b""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()

    def serve(html: str) -> str:
        nonlocal body
        body = f"<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>{html}".encode()
        return f"http://127.0.0.1:{server.server_port}/"

    yield serve
    server.shutdown()
    server.server_close()
