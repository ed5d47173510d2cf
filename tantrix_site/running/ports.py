"""Finding a port for the web server."""

import errno
import socket

FIRST_PORT = 8000
PORTS_TRIED = 100


class NoPort(Exception):
    """The wanted port is taken, or all of those tried are."""


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            message = f"Cannot listen on {host}: {error.strerror}. HOST must be an address of this machine."
            raise NoPort(message) from None
    return True


def choose_port(host: str, wanted: int | None) -> int:
    """The wanted port, or 8000 or the next free one; raises `NoPort`."""
    if wanted is not None:
        if not is_free(host, wanted):
            raise NoPort(f"Port {wanted} is in use or not allowed. Set PORT to another one, or leave it out.")
        return wanted
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        if is_free(host, port):
            return port
    raise NoPort(f"All ports from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are in use. Set PORT to a free one.")
