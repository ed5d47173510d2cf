"""`/healthz`: the process answers. `/readyz`: database, broker and a worker answer too."""

import time
from collections.abc import Callable

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

HEARTBEAT_KEY = "worker-heartbeat"
# Beat sends one every ten seconds; three may be lost before the worker counts as gone.
HEARTBEAT_SECONDS = 40


def record_worker_heartbeat() -> None:
    cache.set(HEARTBEAT_KEY, time.time(), timeout=24 * 3600)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when all three answer, else 503; each part says `ok` or what is wrong."""
    parts = {name: _state_of(check) for name, check in CHECKS.items()}
    ready = all(state == "ok" for state in parts.values())
    response = JsonResponse({"ready": ready, **parts}, status=200 if ready else 503)
    response._has_been_logged = True  # type: ignore[attr-defined]  # "not yet" is an answer, not a fault of the site
    return response


def _state_of(check: Callable[[], None]) -> str:
    try:
        check()
    except Exception as error:  # whatever is wrong with a service, the probe must answer
        return f"{type(error).__name__}: {error}".splitlines()[0][:200] if settings.DEBUG else type(error).__name__
    return "ok"


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_broker() -> None:
    client = redis.Redis.from_url(settings.CELERY_BROKER_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        client.ping()
    finally:
        client.close()


class WorkerSilent(Exception):
    """No worker has been heard for a while."""


def _check_worker() -> None:
    last = cache.get(HEARTBEAT_KEY)
    if last is None or time.time() - last > HEARTBEAT_SECONDS:
        raise WorkerSilent("no sign of life from a worker")


CHECKS: dict[str, Callable[[], None]] = {
    "database": _check_database,
    "broker": _check_broker,
    "worker": _check_worker,
}
