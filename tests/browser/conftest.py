"""A real browser before the test's own web server.

`open_page(user=…, width=…, …)` gives a page in a context of its own, as many as a test has people. Whatever goes wrong
on any of them (console, content security policy, a missing file, an answer 500) fails the test at its end.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from players.models import User
from tests.browser.watching import Watch

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        reason = "There is no Chromium on this machine (bin/browser installs it)."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[OpenPage]:
    """Make a page: `open_page(user=None, path=None, width=1440, height=900, scheme="light", script=True)`."""
    watch = Watch()
    contexts: list[BrowserContext] = []

    def make(
        *,
        user: User | None = None,
        path: str | None = None,
        width: int = 1440,
        height: int = 900,
        scheme: str = "light",
        script: bool = True,
        **context: Any,
    ) -> Page:
        made = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=script,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
            **context,
        )
        # long, as a busy machine is slow; a test that passes never waits for it
        made.set_default_timeout(30_000)
        contexts.append(made)
        if user is not None:
            sign_in(made, live_server.url, user)
        page = made.new_page()
        watch.over(page)
        if path is not None:
            page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert watch.faults == []


def sign_in(context: BrowserContext, address: str, user: User) -> None:
    """Give the context a session of `user` without going through the form."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])
