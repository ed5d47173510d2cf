"""Fixtures that every test may use."""

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.worker import broker, worker

__all__ = ["broker", "worker"]  # fixtures for every test

# Playwright's synchronous interface keeps an event loop running in the test's thread.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture(autouse=True)
def _plain_settings(settings: pytest.FixtureRequest) -> None:
    """Fast passwords; static files straight from the source folders."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Throttles and ETags of one test must not reach the next."""
    yield
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()
