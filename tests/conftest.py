"""Fixtures that every test may use."""

import gc
import os
from collections.abc import Iterator

import hypothesis
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis.internal.conjecture import providers
from xdist.remote import Producer

from tests import kept
from tests.database import copy_a_template, use_for_tests
from tests.effort import times
from tests.sharing_out import ByNeed, lasts_long
from tests.worker import broker, worker

__all__ = ["broker", "worker"]  # fixtures for every test

# Playwright's synchronous interface keeps an event loop running in the test's thread.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
use_for_tests()
hypothesis.settings.register_profile("tests", max_examples=times(40), deadline=None)
hypothesis.settings.load_profile("tests")
# Each process would parse all our modules for numbers and words to try, seconds long; the strategies know what to try.
providers._get_local_constants = lambda: providers._local_constants


def pytest_configure(config: pytest.Config) -> None:
    """Texts are those of the message files; with several processes, the one that shares the tests out sees to that."""
    if not hasattr(config, "workerinput"):
        call_command("compile_translations", verbosity=0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first: with several processes, short ones fill the end, and none waits long for the others."""
    items.sort(key=lasts_long, reverse=True)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByNeed | None:
    """How `--dist loadfile` shares the tests out among processes."""
    return ByNeed(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: searches for garbage pass it over, and are fewer."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker: pytest.FixtureRequest) -> None:
    """Parallel processes run the migrations once; a server of somebody's own might keep an outdated template."""
    if "PYTEST_XDIST_WORKER" in os.environ and "TESTS_OWN_DATABASE" in os.environ:
        with django_db_blocker.unblock():  # type: ignore[attr-defined]
            copy_a_template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """The database can be dropped at the end: a worker that a test killed may still hold a connection."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:  # type: ignore[attr-defined]
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session", autouse=True)
def _plain_settings() -> Iterator[None]:
    """Fast passwords; static files looked up when one is asked for, where each client would list all of them."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(autouse=True)
def _apart(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing of one test reaches the next; one fixture for all of it, as each costs every test.

    What is made while code is patched is not kept for others. A request leaves its language active in the thread; the
    next test starts in English all the same. Throttles and ETags go.
    """
    kept.patched = "monkeypatch" in request.node._fixtureinfo.argnames
    with translation.override("en"):
        yield
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()
