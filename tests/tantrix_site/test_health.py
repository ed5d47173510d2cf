"""The two probes."""

import pytest
from django.core.cache import cache

from tantrix_site import health


def test_healthz(client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_needs_a_worker(client) -> None:
    cache.delete(health.HEARTBEAT_KEY)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": "ok", "broker": "ok", "worker": "WorkerSilent"}
    health.record_worker_heartbeat()
    assert client.get("/readyz").json() == {"ready": True, "database": "ok", "broker": "ok", "worker": "ok"}


@pytest.mark.django_db
def test_readyz_says_when_the_broker_is_gone(client, settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["broker"] == "ConnectionError"
