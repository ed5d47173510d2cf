"""Run everything in one terminal, for trying the site out and for development."""

import os
import signal
import subprocess
import sys
import threading
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tantrix_site import env
from tantrix_site.embedded_valkey import ValkeyDidNotStart, free_port, start_valkey
from tantrix_site.running.jobs import DemoLoader, wait_for_page
from tantrix_site.running.lock import AlreadyRunning, RunLock
from tantrix_site.running.manager import GuardedProcess, SiteManager, stop_process
from tantrix_site.running.network import Unsafe, is_open, network_host, own_key, refuse_known_passwords
from tantrix_site.running.ports import NoPort, choose_port
from tantrix_site.running.printer import SitePrinter

STOPPED_BY_SIGNAL = (129, 130, 143)


class Command(BaseCommand):
    help = "Migrate, then run the web server, a worker and (without REDIS_URL) an embedded Valkey; Ctrl-C stops all."
    # the checks run with the migrations
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo on the first start")

    def handle(self, *args: Any, no_demo: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "PRODUCTION=1 is set. This command is for trying the site out: it starts embedded services and loads "
                "demo accounts with known passwords. docs/operations.md says how to run a production site."
            )
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _leave)
        lock = RunLock(settings.VAR_DIR / "up.lock")
        try:
            lock.acquire()
            code = run_site(lock, demo=not no_demo)
        except (AlreadyRunning, NoPort, Unsafe, ValkeyDidNotStart) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            code = 130
        finally:
            lock.release()
        print("Stopped." if code in STOPPED_BY_SIGNAL else "Stopped because of a failure, see above.", flush=True)
        # ended on request is success, whoever asked
        sys.exit(0 if code in STOPPED_BY_SIGNAL else code or 1)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _stop_as_if_asked(number: int, frame: FrameType | None) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def run_site(lock: RunLock, *, demo: bool) -> int:
    """Run until stopped; the exit code."""
    host = env.text("HOST", "127.0.0.1")
    port = choose_port(host, env.number("PORT", 0, least=1) if env.text("PORT") else None)
    reached = network_host(host)
    address = f"http://{f'[{reached}]' if ':' in reached else reached}:{port}"
    environment = {
        **os.environ,
        "SITE_URL": os.environ.get("SITE_URL", address),
        "EMAIL_URL": os.environ.get("EMAIL_URL", kept_mails(settings.VAR_DIR)),
        "PYTHONUNBUFFERED": "1",
        "LOG_TIMES": "0",  # the printer adds them
        "CELERY_SKIP_CHECKS": "1",  # they run with the migrations
        # the worker only takes JSON, so that the warning about the superuser does not apply
        "PYTHONWARNINGS": os.environ.get("PYTHONWARNINGS", "ignore:::celery.platforms"),
    }
    _say("Preparing the database …")
    call_command("compile_translations", verbosity=0)
    call_command("migrate", verbosity=0, interactive=False)
    if is_open(host):
        demo = False
        refuse_known_passwords()
        if not (os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")):
            environment["SECRET_KEY_FILE"] = str(own_key(settings.VAR_DIR))
    connections.close_all()

    valkey: subprocess.Popen[bytes] | None = None
    loader: DemoLoader | None = None
    manager = SiteManager(SitePrinter())
    try:
        if not os.environ.get("REDIS_URL"):
            redis_port = free_port()
            valkey = start_valkey(folder=settings.VAR_DIR / "valkey", port=redis_port, keep=True)
            environment["REDIS_URL"] = f"redis://127.0.0.1:{redis_port}/0"
            GuardedProcess.companions = [valkey.pid]
        _add_processes(manager, environment, bind=f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
        loader = DemoLoader(manager, environment, settings.BASE_DIR, terminal=sys.stdout.isatty())
        lock.note(address=address)
        _start_jobs(manager, address, valkey, loader if demo else None)
        # a closed terminal is a reason to stop like any other
        signal.signal(signal.SIGHUP, _stop_as_if_asked)
        manager.loop()
    finally:
        manager.stopping.set()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # from here on we are stopping anyway
        if loader is not None:
            loader.stop()
        if valkey is not None:
            stop_process(valkey)
    return 1 if manager.failed else int(manager.returncode or 0)


def kept_mails(folder: Path) -> str:
    """An EMAIL_URL that keeps each mail as a file: printed, those of the demo would drown everything else."""
    return f"filemail:///{quote((folder / 'mail').resolve().as_posix())}"


def _add_processes(manager: SiteManager, environment: dict[str, str], *, bind: str) -> None:
    programs = Path(sys.executable).parent
    manager.add(
        "web",
        [programs / "gunicorn", "--config", "gunicorn.conf.py", "--bind", bind, "tantrix_site.wsgi"],
        environment,
        settings.BASE_DIR,
    )
    celery: list[str | Path] = [programs / "celery", "--quiet", "-A", "tantrix_site"]
    manager.add("worker", [*celery, "worker", "--concurrency", "2"], environment, settings.BASE_DIR)
    # the clock apart from the worker: each then stops in order and leaves nothing behind
    manager.add("beat", [*celery, "beat"], environment, settings.BASE_DIR)


def _start_jobs(
    manager: SiteManager, address: str, valkey: subprocess.Popen[bytes] | None, loader: DemoLoader | None
) -> None:
    def watch_valkey() -> None:
        assert valkey is not None
        code = valkey.wait()
        manager.fail("Valkey", f"ended by itself (exit code {code}), see {settings.VAR_DIR / 'valkey' / 'valkey.log'}")

    def greet() -> None:
        if not wait_for_page(address, manager):
            return
        manager.say(f"The site is at {address}/ (Ctrl-C stops it)")
        if "EMAIL_URL" not in os.environ:
            manager.say(f"Mails are kept as files in {settings.VAR_DIR / 'mail'}/")
        if loader is None:
            return
        from tantrix_site.demo import logins

        if loader.load():
            for line in logins.describe(address):
                manager.say(line)
        elif not manager.stopping.is_set():
            manager.say("The demo could not be loaded completely; the next start goes on with it.")

    def start() -> None:
        # threads begin after honcho has forked its readers
        if valkey is not None:
            threading.Thread(target=watch_valkey, daemon=True).start()
        threading.Thread(target=greet, daemon=True).start()

    manager.once_started = start


def _say(text: str) -> None:
    print(text, flush=True)
